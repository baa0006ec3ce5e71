package org.ob1j.tests.soak.round;

import java.util.SplittableRandom;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import org.ob1j.tests.soak.message.SoakFailure;

/** Completes requests by one of MPI's many ways. */
final class RequestCompletion {
  private static final int WAYS = 7;

  private RequestCompletion() {}

  /** Completes requests whose statuses do not matter. */
  static void complete(Request[] requests, SplittableRandom random) {
    if (requests.length == 0) {
      return;
    }
    switch (random.nextInt(WAYS)) {
      case 0 -> Request.waitAll(requests);
      case 1 -> {
        while (Request.waitAny(requests) != MPI.UNDEFINED) {
          Thread.onSpinWait();
        }
      }
      case 2 -> {
        while (Request.waitSome(requests) != null) {
          Thread.onSpinWait();
        }
      }
      case 3 -> {
        while (!Request.testAll(requests)) {
          Thread.yield();
        }
      }
      case 4 -> {
        Status status = Request.testAnyStatus(requests);
        while (status == null || status.getIndex() != MPI.UNDEFINED) {
          Thread.yield();
          status = Request.testAnyStatus(requests);
        }
      }
      case 5 -> {
        while (Request.testSome(requests) != null) {
          Thread.yield();
        }
      }
      default -> completeEach(requests, random);
    }
    requireOver(requests);
  }

  private static void completeEach(Request[] requests, SplittableRandom random) {
    for (Request request : requests) {
      if (random.nextBoolean()) {
        request.waitFor();
      } else {
        while (!request.test()) {
          Thread.yield();
        }
      }
    }
  }

  /** Completes requests and returns their statuses. */
  static Status[] completeWithStatus(Request[] requests, SplittableRandom random) {
    Status[] statuses = new Status[requests.length];
    if (requests.length == 0) {
      return statuses;
    }
    switch (random.nextInt(WAYS)) {
      case 0 -> statuses = Request.waitAllStatus(requests);
      case 1 -> {
        Status status = Request.waitAnyStatus(requests);
        while (status.getIndex() != MPI.UNDEFINED) {
          place(statuses, status);
          status = Request.waitAnyStatus(requests);
        }
      }
      case 2 -> {
        Status[] some = Request.waitSomeStatus(requests);
        while (some != null) {
          place(statuses, some);
          some = Request.waitSomeStatus(requests);
        }
      }
      case 3 -> {
        Status[] all = Request.testAllStatus(requests);
        while (all == null) {
          Thread.yield();
          all = Request.testAllStatus(requests);
        }
        statuses = all;
      }
      case 4 -> {
        Status status = Request.testAnyStatus(requests);
        while (status == null || status.getIndex() != MPI.UNDEFINED) {
          place(statuses, status == null ? new Status[0] : new Status[] {status});
          Thread.yield();
          status = Request.testAnyStatus(requests);
        }
      }
      case 5 -> {
        Status[] some = Request.testSomeStatus(requests);
        while (some != null) {
          place(statuses, some);
          Thread.yield();
          some = Request.testSomeStatus(requests);
        }
      }
      default -> completeEach(requests, statuses, random);
    }
    requireOver(requests);
    return statuses;
  }

  private static void completeEach(Request[] requests, Status[] statuses, SplittableRandom random) {
    for (int i = 0; i < requests.length; i++) {
      int way = random.nextInt(3);
      while (way == 1 && requests[i].getStatus() == null) {
        Thread.yield();
      }
      if (way == 2) {
        statuses[i] = requests[i].testStatus();
        while (statuses[i] == null) {
          Thread.yield();
          statuses[i] = requests[i].testStatus();
        }
      } else {
        statuses[i] = requests[i].waitStatus();
      }
    }
  }

  private static void place(Status[] statuses, Status... found) {
    for (Status status : found) {
      if (statuses[status.getIndex()] != null) {
        throw new SoakFailure("request " + status.getIndex() + " completed twice");
      }
      statuses[status.getIndex()] = status;
    }
  }

  /** Persistent requests stay. */
  private static void requireOver(Request[] requests) {
    for (Request request : requests) {
      if (request.isNull() == request instanceof Prequest) {
        throw new SoakFailure(
            "a request should be null once complete, a persistent one should not");
      }
    }
  }
}
