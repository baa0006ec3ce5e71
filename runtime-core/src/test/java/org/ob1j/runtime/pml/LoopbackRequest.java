package org.ob1j.runtime.pml;

import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.BufferRoots;
import org.ob1j.runtime.progress.WaitDescription;

/** A pending operation of a {@link LoopbackPml}. Guarded by the network's lock. */
final class LoopbackRequest extends PmlRequest {
  final Convertor convertor;
  int context;
  int source;
  int tag;
  boolean handedOut;
  boolean releasedEarly;

  LoopbackRequest(BufferRoots buffers) {
    convertor = new Convertor(buffers);
  }

  void begin(int newContext, int newSource, int newTag) {
    open();
    context = newContext;
    source = newSource;
    tag = newTag;
    handedOut = true;
    releasedEarly = false;
  }

  @Override
  public void describe(WaitDescription wait) {
    wait.operation("a loopback operation");
  }

  void prepare(Object buffer, int count, TypeMap type) {
    convertor.prepare(buffer, count, type);
  }

  boolean accepts(LoopbackMessage message) {
    return (source == PmlCommunicator.ANY_SOURCE || source == message.source())
        && (tag == PmlCommunicator.ANY_TAG || tag == message.tag());
  }

  void end(int fromSource, int withTag, long bytes, PmlError outcome) {
    complete(fromSource, withTag, bytes, outcome);
    convertor.release();
  }

  void endTruncated(int fromSource, int withTag, long bytes, long ofBytes) {
    completeTruncated(fromSource, withTag, bytes, ofBytes);
    convertor.release();
  }

  void endCancelled() {
    completeCancelled();
    convertor.release();
  }
}
