package mpi;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.ob1j.runtime.pml.CompletionWatcher;

/**
 * What is known of a long array of requests from one call to the next, so that a call for it need
 * not look at each: the engine tells of each request that completes.
 *
 * <p>Users put other requests into their arrays between calls, mostly in place of those that the
 * last call has completed: these elements are looked at in each call, and all of them now and then,
 * before a long wait, and before it is said that there is nothing to wait for.
 */
final class RequestWatch implements CompletionWatcher {
  /** Looking at so few requests costs less than to watch them. */
  static final int MIN_REQUESTS = 64;

  /** In a call of how many, on average, each element is looked at. */
  private static final int INSPECTION_SHARE = 16;

  private static final Map<Request[], RequestWatch> WATCHES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Request[] watched;

  /** Indices of requests that are complete, in the order of completion, from {@code first} on. */
  private int[] complete = new int[MIN_REQUESTS];

  private int first;
  private int completeCount;

  /** Indices of what has been taken since the user could last put something else there. */
  private int[] taken = new int[MIN_REQUESTS];

  private int takenCount;
  private int firstActive;
  private int callsUntilInspection;
  private int incomplete;
  private MpiProcess process;

  private RequestWatch(int length) {
    watched = new Request[length];
  }

  /** What is known of an array. */
  static RequestWatch of(Request[] requests) {
    return WATCHES.computeIfAbsent(requests, array -> new RequestWatch(array.length));
  }

  /** Forgets an array that has nothing to wait for. */
  static void forget(Request[] requests) {
    WATCHES.remove(requests);
  }

  /** Called at the beginning of each call for the array. */
  void refresh(String operation, Request[] requests) {
    if (callsUntilInspection-- <= 0) {
      inspect(operation, requests);
      return;
    }
    for (int i = 0; i < takenCount; i++) {
      consider(operation, requests, taken[i]);
    }
    takenCount = 0;
  }

  /** Looks at each element. */
  void inspect(String operation, Request[] requests) {
    RequestArrays.require(operation, requests);
    synchronized (this) {
      completeCount = 0;
    }
    takenCount = 0;
    Arrays.fill(watched, null);
    for (int i = 0; i < requests.length; i++) {
      consider(operation, requests, i);
    }
    callsUntilInspection = Math.max(MIN_REQUESTS, requests.length / INSPECTION_SHARE);
  }

  private void consider(String operation, Request[] requests, int index) {
    Request request = requests[index];
    if (request == null) {
      RequestArrays.require(operation, requests);
    } else if (request.isActive()) {
      process = request.communicator().process();
      watched[index] = request;
      if (!request.watch(this, index)) {
        completed(index);
      }
    }
  }

  /** Whose requests they are, if any was active. */
  MpiProcess process() {
    return process;
  }

  /** True if one of the requests is active; looks no further than to the first that is. */
  boolean hasActive(Request[] requests) {
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[firstActive];
      if (request != null && request.isActive() && request == watched[firstActive]) {
        return true;
      }
      firstActive = (firstActive + 1) % requests.length;
    }
    return false;
  }

  @Override
  public synchronized void completed(int index) {
    if (completeCount == complete.length) {
      int[] longer = new int[2 * complete.length];
      for (int i = 0; i < completeCount; i++) {
        longer[i] = complete[(first + i) % complete.length];
      }
      complete = longer;
      first = 0;
    }
    complete[(first + completeCount++) % complete.length] = index;
  }

  /** True if {@link #take} may find something. */
  synchronized boolean hasCompleted() {
    return completeCount != 0;
  }

  private synchronized int nextCompleted() {
    if (completeCount == 0) {
      return -1;
    }
    int index = complete[first];
    first = (first + 1) % complete.length;
    completeCount--;
    return index;
  }

  /** The index of a request that is complete and is finished by the caller; −1 if none is known. */
  int take(Request[] requests) {
    for (int index = nextCompleted(); index >= 0; index = nextCompleted()) {
      Request request = requests[index];
      if (request != null
          && request == watched[index]
          && request.isActive()
          && request.isComplete()) {
        watched[index] = null;
        if (takenCount == taken.length) {
          taken = Arrays.copyOf(taken, 2 * taken.length);
        }
        taken[takenCount++] = index;
        return index;
      }
    }
    return -1;
  }

  /** Where a request was found that was not complete. */
  int incomplete() {
    return incomplete;
  }

  void setIncomplete(int index) {
    incomplete = index;
  }
}
