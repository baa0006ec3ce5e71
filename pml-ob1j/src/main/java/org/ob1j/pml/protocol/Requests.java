package org.ob1j.pml.protocol;

import java.util.function.IntFunction;
import org.ob1j.bml.Registrations;
import org.ob1j.pml.peer.FailureListener;
import org.ob1j.pml.pool.BufferedSends;
import org.ob1j.pml.pool.RequestTable;
import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.memory.Memory;

/** The requests of one process, and what their protocols share. */
public final class Requests {
  private static final int SCRATCH_BYTES = 64 * 1024;
  private static final TypeMap BYTES = TypeMap.of(PrimitiveType.BYTE);

  private final RequestTable<SendRequest> sends =
      new RequestTable<>(
          new IntFunction<>() {
            @Override
            public SendRequest apply(int slot) {
              return new SendRequest(Requests.this, slot);
            }
          });
  private final RequestTable<ReceiveRequest> receives =
      new RequestTable<>(
          new IntFunction<>() {
            @Override
            public ReceiveRequest apply(int slot) {
              return new ReceiveRequest(Requests.this, slot);
            }
          });
  private final BufferedSends bufferedSends = new BufferedSends();
  private final BufferRoots buffers;
  private final Registrations registrations;
  private final Convertor outgoing;
  private final Convertor copyConvertor;
  private final Memory scratch = Memory.allocate(SCRATCH_BYTES);
  private final Limits limits;
  private final FailureListener failures;

  /**
   * How much of one message is under way at a time.
   *
   * @param sendPipelineDepth fragments
   * @param receivePipelineDepth puts of one message for which a receiver asks
   * @param sendRails among which the fragments of a message are divided
   * @param rdmaRails by which one message is put or got
   */
  public record Limits(
      int sendPipelineDepth, int receivePipelineDepth, int sendRails, int rdmaRails) {}

  /**
   * No requests yet.
   *
   * @param failures hears of peers that an operation of a protocol has found to have failed
   */
  public Requests(
      BufferRoots buffers, Registrations registrations, Limits limits, FailureListener failures) {
    this.buffers = buffers;
    this.registrations = registrations;
    this.limits = limits;
    this.failures = failures;
    outgoing = new Convertor(buffers);
    copyConvertor = new Convertor(buffers);
  }

  /** Those that did not end within their calls. */
  public RequestTable<SendRequest> sends() {
    return sends;
  }

  public RequestTable<ReceiveRequest> receives() {
    return receives;
  }

  public BufferedSends bufferedSends() {
    return bufferedSends;
  }

  public BufferRoots buffers() {
    return buffers;
  }

  public Registrations registrations() {
    return registrations;
  }

  public Memory scratch() {
    return scratch;
  }

  public FailureListener failures() {
    return failures;
  }

  Limits limits() {
    return limits;
  }

  /** For a message that is packed before anything else happens. */
  public Convertor sendConvertor() {
    return outgoing;
  }

  /** Packs a whole message into an array. */
  void copyOut(Convertor message, byte[] target) {
    copyConvertor.prepare(target, target.length, BYTES);
    message.copyTo(copyConvertor, 0, target.length, scratch);
    copyConvertor.release();
  }
}
