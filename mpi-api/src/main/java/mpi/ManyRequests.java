package mpi;

import java.util.Arrays;
import org.ob1j.runtime.progress.Awaited;

/**
 * The forms of waiting and testing that complete some of many requests, for arrays that are long:
 * to complete n requests one after the other takes a time in proportion to n.
 */
final class ManyRequests {
  private static final int[] NOTHING = {};

  /** So many polls without a completion cost about as much as to look at all requests. */
  private static final int POLLS_BEFORE_LOOK = 64;

  private ManyRequests() {}

  static boolean isLong(Request[] requests) {
    return requests != null && requests.length >= RequestWatch.MIN_REQUESTS;
  }

  /** Waits for one. With none to wait for, an empty status. */
  static Status waitAny(String operation, Request[] requests) {
    int[] found = await(operation, requests, 1);
    return found.length == 0
        ? RequestArrays.noStatus()
        : RequestArrays.finishOne(operation, requests, found[0]);
  }

  /** Finishes one that is complete; null if none is. With none to test, an empty status. */
  static Status testAny(String operation, Request[] requests) {
    RequestWatch watch = begin(operation, requests);
    int[] found = poll(operation, watch, requests, 1);
    if (found.length != 0) {
      return RequestArrays.finishOne(operation, requests, found[0]);
    }
    return isOver(watch, requests) ? RequestArrays.noStatus() : null;
  }

  /** Waits for at least one, and finishes all that are complete; null if there is none. */
  static Status[] waitSome(String operation, Request[] requests) {
    int[] found = await(operation, requests, requests.length);
    return found.length == 0 ? null : RequestArrays.finishSome(operation, requests, found);
  }

  /** Finishes all that are complete; null if there is none to test. */
  static Status[] testSome(String operation, Request[] requests) {
    RequestWatch watch = begin(operation, requests);
    int[] found = poll(operation, watch, requests, requests.length);
    if (found.length == 0 && isOver(watch, requests)) {
      return null;
    }
    return RequestArrays.finishSome(operation, requests, found);
  }

  /**
   * True if all are complete, which is not worth a look at any but one as long as that one is not.
   */
  static boolean areAllComplete(String operation, Request[] requests) {
    RequestWatch watch = RequestWatch.of(requests);
    int length = requests.length;
    int start = watch.incomplete();
    for (int i = 0; i < length; i++) {
      int index = (start + i) % length;
      Request request = requests[index];
      if (request == null) {
        RequestArrays.require(operation, requests);
      } else if (request.isActive() && !request.pollCompletion(operation)) {
        watch.setIncomplete(index);
        return false;
      }
    }
    RequestWatch.forget(requests);
    return true;
  }

  private static RequestWatch begin(String operation, Request[] requests) {
    RequestWatch watch = RequestWatch.of(requests);
    watch.refresh(operation, requests);
    if (!watch.hasActive(requests)) {
      watch.inspect(operation, requests);
    }
    if (watch.hasActive(requests)) {
      watch.process().requireRunning();
    }
    return watch;
  }

  /** Nothing was found although all was looked at. */
  private static boolean isOver(RequestWatch watch, Request[] requests) {
    if (!watch.hasActive(requests)) {
      RequestWatch.forget(requests);
      return true;
    }
    return false;
  }

  private static int[] poll(String operation, RequestWatch watch, Request[] requests, int limit) {
    int[] found = take(watch, requests, limit);
    if (found.length == 0 && watch.hasActive(requests)) {
      watch.process().pml().progress();
      found = take(watch, requests, limit);
    }
    return found;
  }

  /** Waits for some, at most so many; empty if there is none to wait for. */
  private static int[] await(String operation, Request[] requests, int limit) {
    RequestWatch watch = begin(operation, requests);
    if (isOver(watch, requests)) {
      return NOTHING;
    }
    int[] found = take(watch, requests, limit);
    if (found.length != 0) {
      return found;
    }
    for (int polls = 0; polls < POLLS_BEFORE_LOOK && found.length == 0; polls++) {
      watch.process().pml().progress();
      found = take(watch, requests, limit);
    }
    if (found.length == 0) {
      watch.inspect(operation, requests);
      if (isOver(watch, requests)) {
        return NOTHING;
      }
      found = take(watch, requests, limit);
    }
    Awaited anyOne = wait -> RequestArrays.describeAny(requests, wait);
    while (found.length == 0) {
      watch.process().pml().await(anyOne, watch::hasCompleted);
      found = take(watch, requests, limit);
    }
    return found;
  }

  /** The indices of at most so many requests that are complete, in rising order. */
  private static int[] take(RequestWatch watch, Request[] requests, int limit) {
    int[] found = NOTHING;
    int count = 0;
    for (int index = watch.take(requests);
        index >= 0;
        index = count < limit ? watch.take(requests) : -1) {
      if (count == found.length) {
        found = Arrays.copyOf(found, Math.max(1, 2 * count));
      }
      found[count++] = index;
    }
    found = count == found.length ? found : Arrays.copyOf(found, count);
    Arrays.sort(found);
    return found;
  }
}
