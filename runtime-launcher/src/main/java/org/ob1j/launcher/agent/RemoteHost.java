package org.ob1j.launcher.agent;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.agent.message.AgentTask;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.JobHost;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.control.handshake.Handshake;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/** Another host of the job, as mpirun sees it through the agent there. */
final class RemoteHost implements JobHost {
  /** How long nothing may come of the agents' end, beside the time for ranks' last output. */
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(3);

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final String name;
  private final int number;
  private final TreeEnd end;
  private final Consumer<AgentMessage> way;
  private final Map<Integer, RemoteInput> inputs = new ConcurrentHashMap<>();
  private final CountDownLatch gone = new CountDownLatch(1);
  private final RemoteOutput output;
  private final CompletableFuture<NodeTopology> topology = new CompletableFuture<>();
  private final CompletableFuture<List<String>> ready = new CompletableFuture<>();

  private volatile boolean closing;
  private HostTask task;
  private HostEvents events;

  /**
   * A host.
   *
   * @param number of its agent
   * @param way sends a message to its agent
   * @param end of all agents
   */
  RemoteHost(String name, int number, Consumer<AgentMessage> way, TreeEnd end) {
    this.name = name;
    this.number = number;
    this.way = way;
    this.end = end;
    output = new RemoteOutput(name, bytes -> send(new AgentMessage.OutputTaken(bytes)), end::moved);
  }

  /** What the host is to do; called once, before anything but {@link #send}. */
  synchronized void serve(AgentTask itsTask, HostEvents itsEvents) {
    task = itsTask.task();
    events = itsEvents;
    for (RankTask rank : task.ranks()) {
      if (rank.input() == RankTask.Input.SENT) {
        inputs.put(rank.rank(), new RemoteInput(rank.rank(), way));
      }
    }
    send(new AgentMessage.Task(itsTask));
    if (gone.getCount() == 0) {
      ready.completeExceptionally(new IllegalStateException("its agent has ended"));
    }
  }

  /** What the host has; asked before it gets its task. */
  CompletableFuture<NodeTopology> topology() {
    return topology;
  }

  /** What the ranks are tied to, by local rank, once the host is ready to start them. */
  CompletableFuture<List<String>> ready() {
    return ready;
  }

  void send(AgentMessage message) {
    way.accept(message);
  }

  // ---- orders

  @Override
  public String name() {
    return name;
  }

  @Override
  public void start() {
    send(new AgentMessage.Start());
  }

  @Override
  public OutputStream input(int rank) {
    return inputs.get(rank);
  }

  @Override
  public void signal(String signal) {
    send(new AgentMessage.Signal(signal));
  }

  @Override
  public void pauseHeartbeat(boolean pause) {
    send(new AgentMessage.Pause(pause));
  }

  @Override
  public void terminate() {
    send(new AgentMessage.Terminate());
  }

  @Override
  public void sweep() {
    send(new AgentMessage.Sweep());
  }

  /** The agent tells the end of a rank when it has sent all that the rank wrote. */
  @Override
  public void drain(int rank, long deadlineNanos) throws InterruptedException {
    output.drain(deadlineNanos);
  }

  /** Tells the agent to end all that is left, and itself; {@link #close} waits for that. */
  void beginClose(long drainNanos) {
    closing = true;
    send(new AgentMessage.Close((int) TimeUnit.NANOSECONDS.toMillis(drainNanos)));
  }

  @Override
  public void close(long drainNanos, BooleanSupplier patient) throws InterruptedException {
    if (!awaitGone(drainNanos, patient)) {
      for (String host : end.holdingUp()) {
        events.warning(
            "the agent on "
                + host
                + " does not end; if it is stopped its watchdog ends it, and the job's processes"
                + " there, in some seconds; output of these may be missing");
      }
    }
    output.close();
    long noteNanos = System.nanoTime() + drainNanos;
    while (!output.awaitEnd(LOOK_NANOS)) {
      if (!patient.getAsBoolean() && end.isOutputGivenUp(drainNanos)) {
        return;
      }
      if (System.nanoTime() - noteNanos > 0) {
        events.note("the output of " + name + " is waited for");
        noteNanos += drainNanos;
      }
    }
  }

  /** While output waits to be taken, so does the agent. */
  private boolean awaitGone(long drainNanos, BooleanSupplier patient) throws InterruptedException {
    while (!gone.await(LOOK_NANOS, TimeUnit.NANOSECONDS)) {
      boolean held = output.isHeld();
      if (held && patient.getAsBoolean()) {
        end.moved();
      } else if (held && end.isOutputGivenUp(drainNanos)) {
        output.discard();
      } else if (end.stillNanos() > CLOSE_NANOS + drainNanos) {
        return false;
      }
    }
    return true;
  }

  // ---- what is heard

  /** The agent is of no use any more. */
  synchronized void gone(String reason) {
    if (gone.getCount() > 0) {
      end.gone(number);
      gone.countDown();
      inputs.values().forEach(RemoteInput::closedByRank);
      topology.completeExceptionally(new IllegalStateException(reason));
      boolean whileStarting = ready.completeExceptionally(new IllegalStateException(reason));
      if (!whileStarting && !ready.isCompletedExceptionally() && !closing) {
        events.hostLost(name, reason, task.ranks().stream().map(RankTask::rank).toList());
      }
    }
  }

  /** A message of the agent. */
  void received(AgentMessage message) {
    if (message instanceof AgentMessage.Output m) {
      int bytes = m.bytes().length;
      pass(bytes, () -> events.output(m.rank(), m.stream(), m.bytes(), bytes));
    } else if (message instanceof AgentMessage.OutputEnded m) {
      pass(0, () -> events.outputEnded(m.rank(), m.stream()));
    } else if (message instanceof AgentMessage.Said m) {
      said(m.rank(), m.message());
    } else if (message instanceof AgentMessage.Started m) {
      events.started(m.rank(), m.processId());
    } else if (message instanceof AgentMessage.Ended m) {
      events.ended(m.rank(), m.exitCode());
    } else if (message instanceof AgentMessage.Lost m) {
      events.lost(m.rank(), m.reason());
    } else if (message instanceof AgentMessage.Topology m) {
      topology.complete(m.topology());
    } else if (message instanceof AgentMessage.Bound m) {
      ready.complete(m.cpus());
    } else if (message instanceof AgentMessage.Closing) {
      end.closing(number);
    } else if (message instanceof AgentMessage.Failed m) {
      failed(new LaunchException(m.exitCode(), m.reason()));
    } else if (message instanceof AgentMessage.InputTaken m && inputs.containsKey(m.rank())) {
      inputs.get(m.rank()).taken(m.bytes());
    } else if (message instanceof AgentMessage.InputClosed m && inputs.containsKey(m.rank())) {
      inputs.get(m.rank()).closedByRank();
    }
  }

  /** The first failure of a host that is not ready yet is the one that its job fails with. */
  private void failed(LaunchException reason) {
    topology.completeExceptionally(reason);
    if (!ready.completeExceptionally(reason) && !ready.isCompletedExceptionally()) {
      events.failed(name, reason.exitCode(), reason.getMessage());
    }
  }

  private void pass(int bytes, Runnable what) {
    if (!output.pass(bytes, what)) {
      events.note("host " + name + " sends output after the job's end");
    }
  }

  private void said(int rank, ControlMessage message) {
    if (message instanceof ControlMessage.Register register) {
      String objection = events.register(rank, register);
      if (objection == null) {
        events.joined(rank, register, answer -> send(new AgentMessage.ForRank(rank, answer)));
      } else {
        send(
            new AgentMessage.ForRank(
                rank, new ControlMessage.Abort(1, Handshake.LAUNCHER, objection)));
      }
      return;
    }
    try {
      events.handle(rank, message);
    } catch (ControlProtocolException wrong) {
      events.lost(rank, wrong.getMessage());
    }
  }
}
