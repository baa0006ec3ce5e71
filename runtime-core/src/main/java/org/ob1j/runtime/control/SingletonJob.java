package org.ob1j.runtime.control;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ob1j.runtime.job.JobControl;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.Modex;
import org.ob1j.runtime.job.RankReporter;

/** The job of a program that was started without mpirun: one rank, and nobody else to ask. */
final class SingletonJob implements JobControl, Modex {
  private static final int SECRET_BYTES = 32;
  private final JobIdentity identity;
  private final JobEnd jobEnd;
  private final byte[] secret = new byte[SECRET_BYTES];
  private final Map<String, byte[]> published = new ConcurrentHashMap<>();

  SingletonJob(String jobId, SecureRandom random, JobEnd jobEnd) {
    this.jobEnd = jobEnd;
    random.nextBytes(secret);
    this.identity = new JobIdentity(jobId, 0, 1, 0, 1);
  }

  @Override
  public JobIdentity identity() {
    return identity;
  }

  @Override
  public Modex modex() {
    return this;
  }

  @Override
  public byte[] secret() {
    return secret.clone();
  }

  /** Returns at once: everybody is here. */
  @Override
  public void barrier() {}

  /** Returns at once: everybody is here. */
  @Override
  public void barrierWhile(Runnable meanwhile, Runnable released) {}

  @Override
  public void abort(int code, String reason) {
    jobEnd.end(code & 0xff, "abort: " + reason);
  }

  /** Nobody will ask. */
  @Override
  public void onReport(RankReporter reporter) {}

  @Override
  public void close() {}

  @Override
  public void put(String key, byte[] value) {
    if (value.length > MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "the value of "
              + key
              + " has "
              + value.length
              + " bytes; the limit is "
              + MAX_VALUE_BYTES);
    }
    published.put(key, value.clone());
  }

  /** Returns at once: everybody is here. */
  @Override
  public void fence() {}

  /** Returns at once: everybody is here. */
  @Override
  public void fence(int[] ranks) {
    if (ranks.length == 0 || Arrays.stream(ranks).anyMatch(rank -> rank != 0)) {
      throw new IllegalArgumentException(
          "a fence of ranks " + Arrays.toString(ranks) + " in a job of 1");
    }
  }

  @Override
  public byte[] get(int rank, String key) {
    if (rank != 0) {
      throw new IllegalArgumentException("rank " + rank + " is outside the job of 1");
    }
    byte[] value = published.get(key);
    return value == null ? null : value.clone();
  }
}
