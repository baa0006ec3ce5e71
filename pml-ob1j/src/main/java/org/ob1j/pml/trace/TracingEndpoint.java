package org.ob1j.pml.trace;

import java.nio.ByteBuffer;
import org.ob1j.btl.AtomicOperation;
import org.ob1j.btl.BtlAttributes;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlRegistration;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.Frame;
import org.ob1j.btl.TagLane;
import org.ob1j.pml.header.HeaderText;
import org.ob1j.runtime.datatype.Convertor;

/** Writes what leaves by another endpoint. */
final class TracingEndpoint extends BtlEndpoint {
  private final TracingModule module;
  private final BtlEndpoint inner;

  /** Null until it is asked for, or if there is none. */
  private TracingTagLane tagLane;

  TracingEndpoint(TracingModule module, BtlEndpoint inner) {
    super(inner.peer());
    this.module = module;
    this.inner = inner;
  }

  void line(String what, String more) {
    module.trace().line(what, peer(), module, more);
  }

  private void sent(Frame frame, int payloadBytes) {
    line(
        "sent",
        HeaderText.of(
            frame.headerMemory(), frame.headerOffset(), frame.headerBytes(), payloadBytes));
  }

  private BtlResult operation(String what, long position, long lengthBytes, BtlResult result) {
    line(what, "offset=" + position + " bytes=" + lengthBytes + " " + result);
    return result;
  }

  @Override
  public BtlModule module() {
    return module;
  }

  @Override
  public int maxFrameBytes() {
    return inner.maxFrameBytes();
  }

  @Override
  public Frame reserve(int headerBytes, int payloadBytes, int ordering) {
    return inner.reserve(headerBytes, payloadBytes, ordering);
  }

  @Override
  public void sendImmediate(Frame frame) {
    sent(frame, frame.payloadBytes());
    inner.sendImmediate(frame);
  }

  @Override
  public boolean send(Frame frame, BtlCompletion completion) {
    sent(frame, frame.payloadBytes());
    return inner.send(frame, completion);
  }

  @Override
  public boolean sendInPlace(
      Frame frame, ByteBuffer payload, int offset, int payloadBytes, BtlCompletion completion) {
    sent(frame, payloadBytes);
    return inner.sendInPlace(frame, payload, offset, payloadBytes, completion);
  }

  @Override
  public boolean movesArrays(int payloadBytes) {
    return inner.movesArrays(payloadBytes);
  }

  @Override
  public void giveUp(BtlException cause) {
    inner.giveUp(cause);
  }

  @Override
  public boolean sendArrayInPlace(
      Frame frame, Object array, long offset, int payloadBytes, BtlCompletion completion) {
    sent(frame, payloadBytes);
    return inner.sendArrayInPlace(frame, array, offset, payloadBytes, completion);
  }

  @Override
  public TagLane tagLane() {
    if (tagLane == null && inner.tagLane() != null) {
      tagLane = new TracingTagLane(this, inner.tagLane());
    }
    return tagLane;
  }

  @Override
  public void cancel(Frame frame) {
    inner.cancel(frame);
  }

  @Override
  public void push() {
    inner.push();
  }

  @Override
  public BtlResult put(
      Convertor source,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    return operation(
        "put",
        position,
        lengthBytes,
        inner.put(
            source, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion));
  }

  @Override
  public BtlResult get(
      Convertor target,
      long position,
      BtlRegistration local,
      byte[] remoteKey,
      long remoteOffset,
      long lengthBytes,
      int ordering,
      BtlCompletion completion) {
    return operation(
        "got",
        position,
        lengthBytes,
        inner.get(
            target, position, local, remoteKey, remoteOffset, lengthBytes, ordering, completion));
  }

  @Override
  public BtlAttributes attributes() {
    return inner.attributes();
  }

  @Override
  public void checkKey(byte[] remoteKey, long remoteOffset, long lengthBytes) {
    inner.checkKey(remoteKey, remoteOffset, lengthBytes);
  }

  @Override
  public BtlResult flush(BtlCompletion completion) {
    return inner.flush(completion);
  }

  @Override
  public BtlResult atomic(
      AtomicOperation operation,
      byte[] remoteKey,
      long remoteOffset,
      long operand,
      long comparand,
      BtlRegistration result,
      long resultOffset,
      int ordering,
      BtlCompletion completion) {
    return inner.atomic(
        operation,
        remoteKey,
        remoteOffset,
        operand,
        comparand,
        result,
        resultOffset,
        ordering,
        completion);
  }
}
