package org.ob1j.runtime.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What a thread waits for: for the user in lines, and for the search for deadlocks in processes.
 */
public final class WaitDescription {
  private final List<String> operations = new ArrayList<>();
  private final SortedSet<Integer> processes = new TreeSet<>();
  private boolean anyOne;

  /** Describes something. */
  public static WaitDescription of(Awaited awaited) {
    WaitDescription description = new WaitDescription();
    awaited.describe(description);
    return description;
  }

  /** Adds an operation, in a line. */
  public void operation(String line) {
    operations.add(line);
  }

  /** The wait cannot end before this process, by its rank in the job, has done something. */
  public void needs(int process) {
    processes.add(process);
  }

  /** Not all of the processes are needed: any one of them can end the wait. */
  public void anyOneDoes() {
    anyOne = true;
  }

  /** The operations, a line each. */
  public List<String> operations() {
    return operations;
  }

  /** The processes that are needed, by their ranks in the job; empty if nobody knows. */
  public List<Integer> processes() {
    return List.copyOf(processes);
  }

  /** True if any one of {@link #processes} can end the wait, false if all of them are needed. */
  public boolean isAnyOne() {
    return anyOne;
  }
}
