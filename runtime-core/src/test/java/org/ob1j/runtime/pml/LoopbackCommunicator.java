package org.ob1j.runtime.pml;

import org.ob1j.runtime.datatype.Convertor;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.memory.Memory;

/** A context of a {@link LoopbackPml}. */
final class LoopbackCommunicator implements PmlCommunicator {
  private final LoopbackPml pml;
  private final int context;
  private final int rank;
  private final int[] processes;

  LoopbackCommunicator(LoopbackPml pml, int context, int rank, int[] processes) {
    this.pml = pml;
    this.context = context;
    this.rank = rank;
    this.processes = processes;
  }

  int context() {
    return context;
  }

  @Override
  public void setLabel(java.util.function.Supplier<String> label) {
    // Nothing is reported.
  }

  @Override
  public String label() {
    return "a communicator";
  }

  @Override
  public String failureOf(int source) {
    return pml.network().failureOf(processes[source]);
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return processes.length;
  }

  @Override
  public void send(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    PmlRequest request = isend(mode, buffer, count, type, destination, tag);
    pml.await(request);
    pml.release(request);
  }

  @Override
  public PmlRequest isend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    byte[] bytes = packed(buffer, count, type);
    LoopbackRequest[] made = new LoopbackRequest[1];
    pml.network()
        .locked(
            () -> {
              long reserved = mode == SendMode.BUFFERED ? pml.reserve(bytes.length) : 0;
              LoopbackRequest request = pml.take(context, rank, tag);
              made[0] = request;
              boolean waits =
                  mode == SendMode.SYNCHRONOUS
                      || mode != SendMode.BUFFERED
                          && bytes.length > LoopbackNetwork.EAGER_LIMIT_BYTES;
              Runnable matched =
                  () -> {
                    pml.giveBack(reserved);
                    if (waits) {
                      request.end(rank, tag, bytes.length, PmlError.NONE);
                    }
                  };
              if (!waits) {
                request.end(rank, tag, bytes.length, PmlError.NONE);
              }
              deliver(destination, new LoopbackMessage(rank, tag, bytes, matched), request);
            });
    return made[0];
  }

  @Override
  public PmlRequest startSend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    return isend(mode, buffer, count, type, destination, tag);
  }

  @Override
  public void endSend(PmlRequest request, int destination) {
    pml.release(request);
  }

  private void deliver(int destination, LoopbackMessage message, LoopbackRequest request) {
    try {
      pml.network().deliver(processes[destination], context, message);
    } catch (PmlException failure) {
      pml.release(request);
      throw failure;
    }
  }

  private byte[] packed(Object buffer, int count, TypeMap type) {
    Convertor convertor = new Convertor(pml.buffers());
    convertor.prepare(buffer, count, type);
    byte[] bytes = new byte[(int) convertor.lengthBytes()];
    Memory memory = Memory.allocate(bytes.length);
    convertor.pack(0, memory, 0, bytes.length);
    memory.bytes().get(0, bytes);
    return bytes;
  }

  @Override
  public void recv(
      Object buffer, int count, TypeMap type, int source, int tag, MessageStatus status) {
    PmlRequest request = irecv(buffer, count, type, source, tag);
    pml.await(request);
    request.copyStatus(status);
    pml.release(request);
  }

  @Override
  public PmlRequest irecv(Object buffer, int count, TypeMap type, int source, int tag) {
    LoopbackRequest[] made = new LoopbackRequest[1];
    pml.network()
        .locked(
            () -> {
              LoopbackRequest request = pml.take(context, source, tag);
              made[0] = request;
              try {
                request.prepare(buffer, count, type);
              } catch (RuntimeException unusable) {
                request.endCancelled();
                pml.release(request);
                throw unusable;
              }
              pml.network().post(pml.process(), request);
            });
    return made[0];
  }

  @Override
  public void probe(int source, int tag, MessageStatus status) {
    pml.network().awaitUntil("a probe", () -> iprobe(source, tag, status));
  }

  @Override
  public boolean iprobe(int source, int tag, MessageStatus status) {
    boolean[] found = new boolean[1];
    pml.network()
        .locked(
            () -> {
              LoopbackRequest pattern = new LoopbackRequest(pml.buffers());
              pattern.begin(context, source, tag);
              LoopbackMessage message = pml.network().find(pml.process(), pattern);
              if (message != null) {
                found[0] = true;
                status.set(
                    message.source(), message.tag(), message.bytes().length, false, PmlError.NONE);
              }
            });
    return found[0];
  }

  @Override
  public PmlMessage match(int source, int tag) {
    PmlMessage[] found = new PmlMessage[1];
    pml.network()
        .awaitUntil(
            "a matching probe",
            () -> {
              found[0] = matchNow(source, tag);
              return found[0] != null;
            });
    return found[0];
  }

  @Override
  public PmlMessage matchNow(int source, int tag) {
    PmlMessage[] found = new PmlMessage[1];
    pml.network()
        .locked(
            () -> {
              LoopbackRequest pattern = new LoopbackRequest(pml.buffers());
              pattern.begin(context, source, tag);
              LoopbackMessage message = pml.network().take(pml.process(), pattern);
              if (message != null) {
                found[0] = new LoopbackMatched(pml, context, message);
                pml.unclaimed().add(found[0]);
              }
            });
    return found[0];
  }

  @Override
  public void setVariableThreshold(long thresholdBytes) {
    pml.rememberVariableThreshold(thresholdBytes);
  }
}
