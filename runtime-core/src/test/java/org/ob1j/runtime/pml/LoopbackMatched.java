package org.ob1j.runtime.pml;

import java.util.Arrays;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** A message that a {@link LoopbackCommunicator} has taken out of matching. */
final class LoopbackMatched implements PmlMessage {
  private final LoopbackPml pml;
  private final int context;
  private final LoopbackMessage message;
  private int nextByte;
  private boolean claimed;

  LoopbackMatched(LoopbackPml pml, int context, LoopbackMessage message) {
    this.pml = pml;
    this.context = context;
    this.message = message;
  }

  @Override
  public int source() {
    return message.source();
  }

  @Override
  public int tag() {
    return message.tag();
  }

  @Override
  public long lengthBytes() {
    return message.bytes().length;
  }

  @Override
  public long arrivedBytes() {
    return message.bytes().length <= LoopbackNetwork.EAGER_LIMIT_BYTES ? lengthBytes() : 0;
  }

  @Override
  public PmlRequest receive(Object buffer, int count, TypeMap type) {
    requireUnclaimed();
    return hand(message, buffer, count, type, true);
  }

  @Override
  public PmlRequest receiveNext(Object buffer, int pieceBytes) {
    requireUnclaimed();
    int end = nextByte + pieceBytes;
    LoopbackMessage piece =
        new LoopbackMessage(
            source(),
            tag(),
            Arrays.copyOfRange(message.bytes(), nextByte, end),
            end == message.bytes().length ? message.matched() : () -> {});
    nextByte = end;
    return hand(
        piece, buffer, pieceBytes, TypeMap.of(PrimitiveType.BYTE), end == message.bytes().length);
  }

  private PmlRequest hand(
      LoopbackMessage piece, Object buffer, int count, TypeMap type, boolean last) {
    LoopbackRequest[] made = new LoopbackRequest[1];
    pml.network()
        .locked(
            () -> {
              made[0] = pml.take(context, source(), tag());
              try {
                made[0].prepare(buffer, count, type);
              } catch (RuntimeException unusable) {
                made[0].endCancelled();
                pml.release(made[0]);
                throw unusable;
              }
              LoopbackNetwork.hand(piece, made[0]);
              if (last) {
                claim();
              }
            });
    return made[0];
  }

  @Override
  public void discard() {
    requireUnclaimed();
    pml.network()
        .locked(
            () -> {
              message.matched().run();
              claim();
            });
  }

  private void claim() {
    claimed = true;
    pml.unclaimed().remove(this);
  }

  private void requireUnclaimed() {
    if (claimed) {
      throw new IllegalStateException("the message has been claimed");
    }
  }
}
