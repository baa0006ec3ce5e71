package org.ob1j.runtime.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes that this one knows, by dense numbers that are its own: a rank of its job by that
 * rank, those of other jobs by the numbers behind, in the order in which they were introduced.
 * Nothing is kept for the ranks of its job. Used by one thread at a time.
 */
public final class Processes {
  /** The number of nobody. */
  public static final int UNKNOWN = -1;

  private record Other(ProcessName name, Map<String, byte[]> published) {}

  private final JobIdentity self;
  private final Modex modex;
  private final List<Other> others = new ArrayList<>();
  private final Map<ProcessName, Integer> numbers = new HashMap<>();

  /**
   * Those of the job of a process.
   *
   * @param modex of the job
   */
  public Processes(JobIdentity self, Modex modex) {
    this.self = self;
    this.modex = modex;
  }

  /** This process. */
  public ProcessName self() {
    return new ProcessName(self.jobId(), self.rank());
  }

  /**
   * Makes a process of another job known, or what it has published since. What it has sent before
   * is taken from then on.
   *
   * @param published what it has put into the modex of its job, by key
   * @return its number from now on
   * @throws IllegalArgumentException if it is of this process's job, whose modex has what it needs
   */
  public int introduce(ProcessName name, Map<String, byte[]> published) {
    if (name.job().equals(self.jobId()) || name.rank() < 0) {
      throw new IllegalArgumentException(name + " is introduced to " + self());
    }
    Other other = new Other(name, Map.copyOf(published));
    Integer known = numbers.get(name);
    if (known != null) {
      others.set(known - self.size(), other);
      return known;
    }
    int number = self.size() + others.size();
    others.add(other);
    numbers.put(name, number);
    return number;
  }

  /** How many numbers there are; all from 0 on are somebody's. */
  public int count() {
    return self.size() + others.size();
  }

  public boolean isOfThisJob(int number) {
    return number >= 0 && number < self.size();
  }

  /** Whose number it is. */
  public ProcessName name(int number) {
    return isOfThisJob(number)
        ? new ProcessName(self.jobId(), number)
        : others.get(number - self.size()).name();
  }

  /** What a user calls it: the rank, and of another job that as well. */
  public String describe(int number) {
    return isOfThisJob(number) ? "rank " + number : name(number).toString();
  }

  /** The number of a process, or {@link #UNKNOWN}. */
  public int find(ProcessName name) {
    if (name.job().equals(self.jobId())) {
      return isOfThisJob(name.rank()) ? name.rank() : UNKNOWN;
    }
    return numbers.getOrDefault(name, UNKNOWN);
  }

  /** The jobs of which a process is known, this process's first. */
  public List<String> jobs() {
    List<String> jobs = new ArrayList<>(List.of(self.jobId()));
    for (Other other : others) {
      if (!jobs.contains(other.name().job())) {
        jobs.add(other.name().job());
      }
    }
    return jobs;
  }

  /** What a process has published under a key; null if it has published nothing there. */
  public byte[] published(int number, String key) {
    if (isOfThisJob(number)) {
      return modex.get(number, key);
    }
    byte[] value = others.get(number - self.size()).published().get(key);
    return value == null ? null : value.clone();
  }
}
