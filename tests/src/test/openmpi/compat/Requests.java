package compat;

import java.nio.IntBuffer;
import mpi.Comm;
import mpi.Count;
import mpi.MPI;
import mpi.MPIException;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Non-blocking and persistent messages, and every way to complete them. */
final class Requests {
  private static final int TAG = 20;

  /** Starts a message to the next rank. */
  private interface Start {
    Request to(IntBuffer buffer) throws MPIException;
  }

  private final Report report;
  private final Comm world = MPI.COMM_WORLD;
  private final int rank;
  private final int next;
  private final int previous;
  private final IntBuffer in = MPI.newIntBuffer(4);
  private final IntBuffer out = MPI.newIntBuffer(4);

  Requests(Report report) throws MPIException {
    this.report = report;
    rank = world.getRank();
    int size = world.getSize();
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
  }

  void run() throws MPIException {
    modes();
    alone();
    all();
    any();
    some();
    persistent();
    nothing();
    cancelled();
    statuses();
  }

  private Request receive() throws MPIException {
    return world.iRecv(in, 4, MPI.INT, previous, TAG);
  }

  private Request send(int value) throws MPIException {
    out.put(0, value);
    return world.iSend(out, 1, MPI.INT, next, TAG);
  }

  private void modes() throws MPIException {
    MPI.attachBuffer(new byte[10_000]);
    Start[] starts = {
      buffer -> world.iSend(buffer, 2, MPI.INT, next, TAG),
      buffer -> world.isSend(buffer, 2, MPI.INT, next, TAG),
      buffer -> world.ibSend(buffer, 2, MPI.INT, next, TAG),
      buffer -> world.irSend(buffer, 2, MPI.INT, next, TAG),
      buffer -> started(world.sendInit(buffer, 2, MPI.INT, next, TAG)),
      buffer -> started(world.sSendInit(buffer, 2, MPI.INT, next, TAG)),
      buffer -> started(world.bSendInit(buffer, 2, MPI.INT, next, TAG)),
      buffer -> started(world.rSendInit(buffer, 2, MPI.INT, next, TAG))
    };
    for (int i = 0; i < starts.length; i++) {
      Request received = receive();
      world.barrier();
      out.put(0, rank).put(1, i);
      Request sent = starts[i].to(out);
      Status status = received.waitStatus();
      sent.waitFor();
      report.say(
          "mode %d: %d %d, from %d, %d ints, null %s, sent null %s",
          i,
          in.get(0),
          in.get(1),
          status.getSource(),
          status.getCount(MPI.INT),
          received.isNull(),
          sent.isNull());
      if (!sent.isNull()) {
        sent.free();
        report.say("freed: %s", sent.isNull());
      }
    }
    MPI.detachBuffer();
  }

  private static Request started(Prequest request) throws MPIException {
    request.start();
    return request;
  }

  private void alone() throws MPIException {
    Request received = receive();
    report.say(
        "not yet: test %s, testStatus %s, getStatus %s",
        received.test(), received.testStatus(), received.getStatus());
    world.barrier();
    Request sent = send(1);
    Status status = received.getStatus();
    while (status == null) {
      status = received.getStatus();
    }
    report.say("getStatus: from %d, null %s", status.getSource(), received.isNull());
    while (!received.test()) {
      Thread.onSpinWait();
    }
    report.say("test: null %s", received.isNull());
    sent.waitFor();
    received = receive();
    sent = send(2);
    status = received.testStatus();
    while (status == null) {
      status = received.testStatus();
    }
    report.say("testStatus: tag %d, null %s", status.getTag(), received.isNull());
    sent.waitFor();
    send(3).free();
    world.recv(new int[1], 1, MPI.INT, previous, TAG);
    world.barrier();
  }

  private void all() throws MPIException {
    Request[] requests = {receive(), send(4)};
    Request.waitAll(requests);
    report.say("waitAll: %d, null %s %s", in.get(0), requests[0].isNull(), requests[1].isNull());
    requests = new Request[] {receive(), send(5)};
    Status[] statuses = Request.waitAllStatus(requests);
    report.say(
        "waitAllStatus: %d, %d statuses, from %d, tag %d, error %d",
        in.get(0),
        statuses.length,
        statuses[0].getSource(),
        statuses[0].getTag(),
        statuses[0].getError());
    requests = new Request[] {receive()};
    report.say(
        "testAll: %s, testAllStatus: %s",
        Request.testAll(requests), Request.testAllStatus(requests));
    world.barrier();
    requests = new Request[] {requests[0], send(6)};
    while (!Request.testAll(requests)) {
      Thread.onSpinWait();
    }
    report.say("testAll: %d, null %s", in.get(0), requests[0].isNull());
    requests = new Request[] {receive(), send(7)};
    statuses = Request.testAllStatus(requests);
    while (statuses == null) {
      statuses = Request.testAllStatus(requests);
    }
    report.say("testAllStatus: %d, from %d", in.get(0), statuses[0].getSource());
  }

  private void any() throws MPIException {
    Request[] requests = {MPI.REQUEST_NULL, receive()};
    report.say(
        "testAnyStatus: %s, testAny: %d",
        Request.testAnyStatus(requests), Request.testAny(requests));
    world.barrier();
    Request sent = send(8);
    report.say("waitAny: %d, %d", Request.waitAny(requests), in.get(0));
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(9);
    Status status = Request.waitAnyStatus(requests);
    report.say("waitAnyStatus: %d, %d", status.getIndex(), in.get(0));
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(10);
    int index = Request.testAny(requests);
    while (index == MPI.UNDEFINED) {
      index = Request.testAny(requests);
    }
    report.say("testAny: %d, %d", index, in.get(0));
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(11);
    status = Request.testAnyStatus(requests);
    while (status == null) {
      status = Request.testAnyStatus(requests);
    }
    report.say("testAnyStatus: %d, from %d, %d", status.getIndex(), status.getSource(), in.get(0));
    sent.waitFor();
  }

  private void some() throws MPIException {
    Request[] requests = {MPI.REQUEST_NULL, receive()};
    report.say("testSome", Request.testSome(requests));
    report.say("testSomeStatus: %d", Request.testSomeStatus(requests).length);
    world.barrier();
    Request sent = send(12);
    report.say("waitSome", Request.waitSome(requests));
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(13);
    Status[] statuses = Request.waitSomeStatus(requests);
    report.say(
        "waitSomeStatus: %d of index %d, from %d",
        statuses.length, statuses[0].getIndex(), statuses[0].getSource());
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(14);
    int[] indices = Request.testSome(requests);
    while (indices.length == 0) {
      indices = Request.testSome(requests);
    }
    report.say("testSome", indices);
    sent.waitFor();
    requests = new Request[] {MPI.REQUEST_NULL, receive()};
    sent = send(15);
    statuses = Request.testSomeStatus(requests);
    while (statuses.length == 0) {
      statuses = Request.testSomeStatus(requests);
    }
    report.say("testSomeStatus: index %d, %d", statuses[0].getIndex(), in.get(0));
    sent.waitFor();
  }

  private void persistent() throws MPIException {
    Prequest receive = world.recvInit(in, 4, MPI.INT, previous, TAG);
    Prequest send = world.sendInit(out, 2, MPI.INT, next, TAG);
    report.say("inactive: null %s, test %s", receive.isNull(), receive.test());
    for (int round = 0; round < 3; round++) {
      out.put(0, rank).put(1, round);
      Prequest.startAll(new Prequest[] {receive, send});
      Status status = receive.waitStatus();
      send.waitFor();
      report.say(
          "round %d: %d %d, %d ints, null %s",
          round, in.get(0), in.get(1), status.getCount(MPI.INT), receive.isNull());
    }
    Status empty = receive.waitStatus();
    report.say(
        "inactive: from %d, tag %d, %d",
        empty.getSource(), empty.getTag(), empty.getCount(MPI.INT));
    receive.free();
    send.free();
    report.say("freed: null %s", receive.isNull());
  }

  /** REQUEST_NULL, arrays with nothing active and empty ones. */
  private void nothing() throws MPIException {
    Request none = MPI.REQUEST_NULL;
    Status status = none.waitStatus();
    report.say(
        "none: from %d, tag %d, %d ints, test %s, null %s",
        status.getSource(), status.getTag(), status.getCount(MPI.INT), none.test(), none.isNull());
    Request[] nones = {MPI.REQUEST_NULL, MPI.REQUEST_NULL};
    Request.waitAll(nones);
    report.say("waitAny: %d, testAny: %d", Request.waitAny(nones), Request.testAny(nones));
    report.say("testAll: %s", Request.testAll(nones));
    Prequest inactive = world.recvInit(in, 1, MPI.INT, previous, TAG);
    noneOf("null", nones);
    noneOf("empty", new Request[0]);
    noneOf("inactive", new Request[] {MPI.REQUEST_NULL, inactive});
    inactive.free();
    report.fails("freeing none", none::free);
    report.fails("cancelling none", none::cancel);
  }

  private void noneOf(String kind, Request[] requests) throws MPIException {
    report.say("%s: waitAny %s", kind, Request.waitAnyStatus(requests).getIndex());
    report.say("testAny %s", Request.testAnyStatus(requests).getIndex());
    report.say(
        "waitSome: %s, testSome: %s", Request.waitSome(requests), Request.testSome(requests));
    report.say("waitSomeStatus: %s", (Object) Request.waitSomeStatus(requests));
    report.say("testSomeStatus: %s", (Object) Request.testSomeStatus(requests));
    for (Status[] all :
        new Status[][] {Request.waitAllStatus(requests), Request.testAllStatus(requests)}) {
      for (Status status : all) {
        report.say(
            "from %d, tag %d, index %d", status.getSource(), status.getTag(), status.getIndex());
      }
    }
  }

  private void cancelled() throws MPIException {
    Request receive = receive();
    receive.cancel();
    Status status = receive.waitStatus();
    report.say(
        "cancelled: %s, from %d, tag %d",
        status.isCancelled(), status.getSource(), status.getTag());
    world.barrier();
  }

  private void statuses() throws MPIException {
    Status status = MPI.COMM_SELF.recv(in, 0, MPI.INT, MPI.PROC_NULL, 0);
    status.setElements(MPI.INT, 5);
    report.say(
        "set: %d ints, %d elements, %d bytes",
        status.getCount(MPI.INT), status.getElements(MPI.INT), status.getCount(MPI.BYTE));
    status.setElementsX(MPI.DOUBLE, new Count(1L << 33));
    report.say("set: %d doubles", status.getElementsX(MPI.DOUBLE).getCount());
    status.setCancelled(true);
    report.say("cancelled: %s", status.isCancelled());
    status.setCancelled(false);
    report.say("cancelled: %s", status.isCancelled());
    Count count = new Count(7);
    count.setCount(8);
    report.say(
        "count: %d, equal %s, compared %d",
        count.getCount(), count.equals(new Count(8)), count.compareTo(new Count(9)));
  }
}
