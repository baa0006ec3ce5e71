package org.ob1j.runtime.threads;

import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;

/** A message of a {@link SynchronizedCommunicator}. */
final class SynchronizedMessage implements PmlMessage {
  private final SharedProgress progress;
  private final PmlMessage inner;

  SynchronizedMessage(SharedProgress progress, PmlMessage inner) {
    this.progress = progress;
    this.inner = inner;
  }

  @Override
  public int source() {
    return inner.source();
  }

  @Override
  public int tag() {
    return inner.tag();
  }

  @Override
  public long lengthBytes() {
    return inner.lengthBytes();
  }

  @Override
  public long arrivedBytes() {
    return inner.arrivedBytes();
  }

  @Override
  public PmlRequest receive(Object buffer, int count, TypeMap type) {
    progress.enter();
    try {
      progress.countLocalEvent();
      return inner.receive(buffer, count, type);
    } finally {
      progress.leave();
    }
  }

  @Override
  public PmlRequest receiveNext(Object buffer, int pieceBytes) {
    progress.enter();
    try {
      progress.countLocalEvent();
      return inner.receiveNext(buffer, pieceBytes);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void discard() {
    progress.enter();
    try {
      progress.countLocalEvent();
      inner.discard();
    } finally {
      progress.leave();
    }
  }
}
