package org.ob1j.btl;

import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.job.Modex;

/**
 * The modex of a job whose ranks live in one JVM. Each rank has its own view of the shared store.
 *
 * <p>A view's {@link Modex#fence} waits for all ranks, so it needs a thread for each rank; who
 * drives all ranks with one thread calls {@link #publishAll} instead.
 */
public final class InMemoryModex {
  private static final long FENCE_LIMIT_SECONDS = 60;

  private record Key(int rank, String name) {}

  private final Map<Key, byte[]> pending = new ConcurrentHashMap<>();
  private final Map<Key, byte[]> published = new ConcurrentHashMap<>();
  private final CyclicBarrier barrier;

  public InMemoryModex(int size) {
    barrier = new CyclicBarrier(size, this::publishAll);
  }

  /** What {@code rank} sees. */
  public Modex view(int rank) {
    return new View(rank);
  }

  /** Makes everything visible that was put, as a fence of all ranks does. */
  public void publishAll() {
    published.putAll(pending);
    pending.clear();
  }

  private final class View implements Modex {
    private final int rank;

    View(int rank) {
      this.rank = rank;
    }

    @Override
    public void put(String key, byte[] value) {
      if (value.length > MAX_VALUE_BYTES) {
        throw new IllegalArgumentException(
            key + " has " + value.length + " bytes; at most " + MAX_VALUE_BYTES + " are possible");
      }
      pending.put(new Key(rank, key), value.clone());
    }

    @Override
    public void fence() {
      try {
        barrier.await(FENCE_LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (BrokenBarrierException | TimeoutException missing) {
        throw new JobException("not every rank came to the modex fence", missing);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        throw new JobException("interrupted in the modex fence", interrupted);
      }
    }

    /** Ranks of one JVM see each other's values when these are there. */
    @Override
    public void fence(int[] ranks) {
      throw new IllegalStateException("wait for what is to be read, and call publishAll");
    }

    @Override
    public byte[] get(int peer, String key) {
      byte[] value = published.get(new Key(peer, key));
      return value == null ? null : value.clone();
    }
  }
}
