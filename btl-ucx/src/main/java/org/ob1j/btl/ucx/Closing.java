package org.ob1j.btl.ucx;

import java.util.function.Consumer;
import org.ob1j.btl.ucx.shim.Operation;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.runtime.job.RankTable;

/**
 * How UCX's endpoints are closed: what was sent leaves, peers are told, and UCX gets time until
 * they have answered.
 */
final class Closing {
  private static final long CLOSE_NANOS = 10_000_000_000L;
  private static final long CLOSE_ANSWER_NANOS = 200_000_000;

  private final UcxModule module;
  private final RankTable<UcxEndpoint> endpoints;

  /** What has been begun and has not ended. */
  private int steps;

  Closing(UcxModule module, RankTable<UcxEndpoint> endpoints) {
    this.module = module;
    this.endpoints = endpoints;
  }

  /** Something that closing waits for. */
  private final class Step extends Operation {
    void begun(boolean isUnderWay) {
      if (isUnderWay) {
        steps++;
      } else {
        module.operations().remove(this);
      }
    }

    @Override
    public void ended(int status) {
      steps--;
    }
  }

  /** Closes one of UCX's endpoints, which tells failures: of a peer that has failed, or of all. */
  void disconnect(long endpoint) {
    Step step = module.operations().add(new Step());
    step.begun(Shim.ob1j_ucx_disconnect(endpoint, step.token) == Shim.OB1J_UCX_STARTED);
  }

  /** Closes all. */
  void closeEndpoints() {
    forEachEndpoint(UcxEndpoint::sayGoodbye);
    forEachEndpoint(this::flush);
    drain();
    forEachEndpoint(UcxEndpoint::disconnect);
    drain();
    forEachEndpoint(UcxEndpoint::close);
    pollOnceMore();
  }

  private void flush(UcxEndpoint endpoint) {
    if (endpoint.isOpen()) {
      Step step = module.operations().add(new Step());
      step.begun(endpoint.startFlush(step));
    }
  }

  /**
   * Lets UCX get on until all that was sent has left, and for a while until peers have said so:
   * they need not poll any more.
   */
  private void drain() {
    long start = System.nanoTime();
    long spentNanos = 0;
    while (steps > 0 && spentNanos < CLOSE_ANSWER_NANOS
        || inFlightBytes() > 0 && spentNanos < CLOSE_NANOS) {
      pollOnceMore();
      spentNanos = System.nanoTime() - start;
    }
  }

  private long inFlightBytes() {
    long bytes = 0;
    for (UcxEndpoint endpoint : endpoints.values()) {
      bytes += endpoint.inFlightBytes();
    }
    return bytes;
  }

  /** Nobody wants what comes any more. */
  private void pollOnceMore() {
    int told = Shim.ob1j_ucx_progress(module.worker());
    if (told < 0) {
      steps = 0;
    } else if (told > 0) {
      module.reader().begin(told);
      module.reader().handleAll();
    } else {
      Thread.yield();
    }
  }

  private void forEachEndpoint(Consumer<UcxEndpoint> action) {
    endpoints.values().forEach(action);
  }
}
