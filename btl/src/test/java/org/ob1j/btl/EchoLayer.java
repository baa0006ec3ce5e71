package org.ob1j.btl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.memory.Memory;

/**
 * An upper layer beside another one: sends each frame back to where it came from, once.
 *
 * <pre>
 *   header   | 0xE0 (1) | 0 a question, 1 an answer (1) | 0 (2) | payload bytes (4) |
 * </pre>
 */
final class EchoLayer implements BtlReceiver {
  /** The last one: first bytes from 0xE0 on. */
  static final int LAYER = UpperLayers.COUNT - 1;

  private static final int HEADER_BYTES = 8;
  private static final long FIRST_BYTE = 0xE0;
  private static final long ANSWER = 1L << 8;
  private static final BtlCompletion NOTHING_TO_DO = (endpoint, result) -> {};

  private record Question(BtlEndpoint from, byte[] payload) {}

  private final Queue<Question> questions = new ArrayDeque<>();
  private final List<byte[]> answers = new ArrayList<>();
  private final List<Object> attachments = new ArrayList<>();

  /** What has come back, in the order of arrival. */
  List<byte[]> answers() {
    return answers;
  }

  /** What was attached to the endpoints by which frames came. */
  List<Object> attachments() {
    return attachments;
  }

  /** False if the transport is busy. */
  boolean ask(BtlEndpoint to, byte[] payload) {
    return send(to, FIRST_BYTE, payload);
  }

  /** Answers what was asked, as far as the transport takes it. */
  void answer() {
    while (!questions.isEmpty()
        && send(questions.peek().from, FIRST_BYTE | ANSWER, questions.peek().payload)) {
      questions.remove();
    }
  }

  private static boolean send(BtlEndpoint to, long first, byte[] payload) {
    Frame frame = to.reserve(HEADER_BYTES, payload.length, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    long word = first | (long) payload.length << Integer.SIZE;
    frame.headerMemory().putLong(frame.headerOffset(), word);
    if (payload.length != 0) {
      frame.payloadMemory().bytes().put(frame.payloadOffset(), payload);
    }
    to.send(frame, NOTHING_TO_DO);
    to.push();
    return true;
  }

  @Override
  public void receive(
      BtlEndpoint from,
      Memory header,
      int headerOffset,
      int headerBytes,
      Memory payload,
      int payloadOffset,
      int payloadBytes) {
    byte[] copy = new byte[payloadBytes];
    if (payloadBytes != 0) {
      payload.bytes().get(payloadOffset, copy);
    }
    attachments.add(from.attachment(LAYER));
    if ((header.getLong(headerOffset) & ANSWER) == 0) {
      questions.add(new Question(from, copy));
    } else {
      answers.add(copy);
    }
  }

  @Override
  public PayloadTarget place(
      BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
    return null;
  }

  @Override
  public void failed(BtlModule module, int peer, BtlException cause) {
    throw new IllegalStateException("rank " + peer + " has failed", cause);
  }
}
