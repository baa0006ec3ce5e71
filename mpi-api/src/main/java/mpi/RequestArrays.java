package mpi;

import java.util.stream.IntStream;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlError;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;

/**
 * Waits for and tests several requests (MPI standard, "Multiple Completions"). Null requests are
 * passed over, and so are persistent ones that are not active.
 */
final class RequestArrays {
  private static final int[] NO_INDICES = {};

  private RequestArrays() {}

  /** Refuses a missing array and missing elements. */
  static void require(String operation, Request[] requests) {
    if (requests == null) {
      throw MPI.raise(operation, ErrorClass.REQUEST, "the array of requests is null");
    }
    for (int i = 0; i < requests.length; i++) {
      if (requests[i] == null) {
        throw raise(anyOwner(requests), operation, "element " + i + " of the requests is null");
      }
    }
  }

  /** Waits for all. Fills the statuses unless they are null. */
  static void waitAll(String operation, Request[] requests, Status[] statuses) {
    require(operation, requests);
    awaitLast(operation, requests);
    if (statuses != null) {
      for (Request request : requests) {
        if (request.isActive()) {
          request.awaitCompletion(operation);
        }
      }
      finishAll(operation, requests, statuses);
      return;
    }
    Failures failures = null;
    for (int i = 0; i < requests.length; i++) {
      Request request = requests[i];
      if (request.isActive() && !request.finishSilently(operation)) {
        failures = failed(failures, request, i);
      }
    }
    if (failures != null) {
      throw failures.raise(operation);
    }
  }

  /**
   * Where several threads wait, each is woken when what it waits for has come; most often the last
   * operation is the last to complete, and one wake-up is enough.
   */
  private static void awaitLast(String operation, Request[] requests) {
    if (requests.length > 1) {
      Request last = requests[requests.length - 1];
      if (last.isActive() && last.communicator().process().isShared()) {
        last.awaitCompletion(operation);
      }
    }
  }

  private static Failures failed(Failures known, Request request, int index) {
    Communicator owner = request.communicator();
    MessageStatus outcome = new MessageStatus();
    return Failures.add(known, owner, index, request.end(outcome), outcome);
  }

  static void describeAny(Request[] requests, WaitDescription wait) {
    wait.anyOneDoes();
    for (Request request : requests) {
      if (request.isActive()) {
        request.describe(wait);
      }
    }
  }

  /** Finishes all requests if all are complete. */
  static boolean testAll(String operation, Request[] requests, Status[] statuses) {
    if (ManyRequests.isLong(requests)) {
      boolean complete = ManyRequests.areAllComplete(operation, requests);
      if (complete) {
        finishAll(operation, requests, statuses);
      }
      return complete;
    }
    require(operation, requests);
    for (Request request : requests) {
      if (request.isActive() && !request.pollCompletion(operation)) {
        return false;
      }
    }
    finishAll(operation, requests, statuses);
    return true;
  }

  /** Waits for one. With none to wait for, an empty status. */
  static Status waitAny(String operation, Request[] requests) {
    if (ManyRequests.isLong(requests)) {
      return ManyRequests.waitAny(operation, requests);
    }
    require(operation, requests);
    Communicator waiting = anyCommunicator(requests);
    if (waiting == null) {
      return noStatus();
    }
    waiting.process().requireRunning();
    Awaited anyOne = wait -> describeAny(requests, wait);
    while (true) {
      Status found = finishFirst(operation, requests);
      if (found != null) {
        return found;
      }
      waiting.process().pml().await(anyOne, () -> isAnyComplete(requests));
    }
  }

  /** What one of several is, where none is active. */
  static Status noStatus() {
    return new Status(Request.emptyOutcome(), SpecialValues.UNDEFINED);
  }

  private static boolean isAnyComplete(Request[] requests) {
    for (Request request : requests) {
      if (request.isActive() && request.isComplete()) {
        return true;
      }
    }
    return false;
  }

  /** Finishes one that is complete; null if none is. With none to test, an empty status. */
  static Status testAny(String operation, Request[] requests) {
    if (ManyRequests.isLong(requests)) {
      return ManyRequests.testAny(operation, requests);
    }
    require(operation, requests);
    Communicator waiting = anyCommunicator(requests);
    if (waiting == null) {
      return noStatus();
    }
    waiting.process().requireRunning();
    Status found = finishFirst(operation, requests);
    if (found == null) {
      waiting.process().pml().progress();
      found = finishFirst(operation, requests);
    }
    return found;
  }

  /** Waits for at least one, and finishes all that are complete; null if there is none. */
  static Status[] waitSome(String operation, Request[] requests) {
    if (ManyRequests.isLong(requests)) {
      return ManyRequests.waitSome(operation, requests);
    }
    require(operation, requests);
    Communicator waiting = anyCommunicator(requests);
    if (waiting == null) {
      return null;
    }
    waiting.process().requireRunning();
    Awaited anyOne = wait -> describeAny(requests, wait);
    while (true) {
      Status[] found = finishComplete(operation, requests);
      if (found.length != 0) {
        return found;
      }
      waiting.process().pml().await(anyOne, () -> isAnyComplete(requests));
    }
  }

  /** Finishes all that are complete; null if there is none to test. */
  static Status[] testSome(String operation, Request[] requests) {
    if (ManyRequests.isLong(requests)) {
      return ManyRequests.testSome(operation, requests);
    }
    require(operation, requests);
    Communicator waiting = anyCommunicator(requests);
    if (waiting == null) {
      return null;
    }
    waiting.process().requireRunning();
    waiting.process().pml().progress();
    return finishComplete(operation, requests);
  }

  static int[] indices(Status[] statuses) {
    if (statuses == null) {
      return null;
    }
    int[] indices = statuses.length == 0 ? NO_INDICES : new int[statuses.length];
    for (int i = 0; i < indices.length; i++) {
      indices[i] = statuses[i].getIndex();
    }
    return indices;
  }

  private static void finishAll(String operation, Request[] requests, Status[] statuses) {
    MessageStatus outcome = new MessageStatus();
    Failures failures = null;
    for (int i = 0; i < requests.length; i++) {
      Communicator owner = requests[i].communicator();
      if (owner != null) {
        failures = Failures.add(failures, owner, i, requests[i].end(outcome), outcome);
      } else if (statuses != null) {
        outcome.set(SpecialValues.ANY_SOURCE, SpecialValues.ANY_TAG, 0, false, PmlError.NONE);
      }
      if (statuses != null) {
        statuses[i] = new Status(outcome);
      }
    }
    if (failures != null) {
      throw failures.raise(operation);
    }
  }

  private static Status finishFirst(String operation, Request[] requests) {
    for (int i = 0; i < requests.length; i++) {
      if (requests[i].isActive() && requests[i].isComplete()) {
        return finishOne(operation, requests, i);
      }
    }
    return null;
  }

  /** Finishes a request that is complete. */
  static Status finishOne(String operation, Request[] requests, int index) {
    Communicator owner = requests[index].communicator();
    MessageStatus outcome = new MessageStatus();
    requests[index].takeOutcome(operation, outcome);
    if (outcome.error != PmlError.NONE) {
      throw owner.raise(operation, outcome);
    }
    return new Status(outcome, index);
  }

  private static Status[] finishComplete(String operation, Request[] requests) {
    int[] complete =
        IntStream.range(0, requests.length)
            .filter(i -> requests[i].isActive() && requests[i].isComplete())
            .toArray();
    return finishSome(operation, requests, complete);
  }

  /** Finishes requests that are complete. */
  static Status[] finishSome(String operation, Request[] requests, int[] complete) {
    Status[] found = new Status[complete.length];
    MessageStatus outcome = new MessageStatus();
    Failures failures = null;
    for (int i = 0; i < complete.length; i++) {
      Communicator owner = requests[complete[i]].communicator();
      RuntimeException failure = requests[complete[i]].end(outcome);
      found[i] = new Status(outcome, complete[i]);
      failures = Failures.add(failures, owner, complete[i], failure, outcome);
    }
    if (failures != null) {
      throw failures.raise(operation);
    }
    return found;
  }

  private static Communicator anyCommunicator(Request[] requests) {
    for (Request request : requests) {
      if (request.isActive()) {
        return request.communicator();
      }
    }
    return null;
  }

  private static Communicator anyOwner(Request[] requests) {
    for (Request request : requests) {
      if (request != null && request.owner() != null) {
        return request.owner();
      }
    }
    return null;
  }

  /** An error of requests, which is their communicator's if it is known. */
  static MPIException raise(Communicator known, String operation, String detail) {
    return known != null
        ? known.raise(operation, ErrorClass.REQUEST, detail)
        : MPI.raise(operation, ErrorClass.REQUEST, detail);
  }

  /** What went wrong with some of the requests. The first one's communicator handles it. */
  private static final class Failures {
    private final Communicator communicator;
    private final ErrorClass first;
    private final StringBuilder details = new StringBuilder();

    /** What code of the user threw in a collective; null if nothing. */
    private RuntimeException thrown;

    private Failures(Communicator communicator, ErrorClass first) {
      this.communicator = communicator;
      this.first = first;
    }

    /** Adds what went wrong with a request, if anything did. */
    static Failures add(
        Failures known,
        Communicator owner,
        int index,
        RuntimeException failure,
        MessageStatus outcome) {
      if (failure == null && outcome.error == PmlError.NONE) {
        return known;
      }
      ErrorClass errorClass =
          failure == null ? Errors.classOf(outcome.error) : Errors.classOf(failure);
      String what = failure == null ? owner.describe(outcome) : failure.getMessage();
      Failures failures = known == null ? new Failures(owner, errorClass) : known;
      failures
          .details
          .append(failures.details.isEmpty() ? "" : "; ")
          .append("request ")
          .append(index)
          .append(": ")
          .append(errorClass.text(what));
      if (failures.thrown == null && failure != null && !Communicator.isKnown(failure)) {
        failures.thrown = failure;
      }
      return failures;
    }

    RuntimeException raise(String operation) {
      return thrown != null
          ? thrown
          : communicator.raise(operation, ErrorClass.IN_STATUS, first, details.toString(), null);
    }
  }
}
