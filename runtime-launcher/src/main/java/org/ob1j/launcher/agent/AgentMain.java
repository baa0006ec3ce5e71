package org.ob1j.launcher.agent;

import java.io.FileDescriptor;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import org.ob1j.launcher.agent.link.AgentConnection;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.link.AgentParent;
import org.ob1j.launcher.agent.link.Homeward;
import org.ob1j.launcher.agent.link.Lifeline;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.engine.AgentOrder;
import org.ob1j.launcher.engine.Installation;
import org.ob1j.launcher.engine.SlurmEngine;
import org.ob1j.launcher.engine.StartGuard;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.launcher.system.NativeText;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * The program that works for mpirun on another host. It is told its job on standard input ({@link
 * AgentOrder}), connects to its parent, and does what that says until it is told to close, or its
 * parent is gone.
 *
 * <p>Whatever it says on standard error reaches the user as the reason why there is no agent.
 */
public final class AgentMain {
  private static final int FAREWELL_MILLIS = 200;

  private AgentMain() {}

  /** Runs an agent and exits: 0 if it was told to. */
  public static void main(String[] arguments) {
    System.setOut(NativeText.stream(FileDescriptor.out));
    System.setErr(NativeText.stream(FileDescriptor.err));
    int exitCode = run();
    System.err.flush();
    // Not exit: forwarders may still be blocked in reads.
    Runtime.getRuntime().halt(exitCode);
  }

  private static int run() {
    AgentSignals signals = AgentSignals.install();
    StartLimit limit =
        StartLimit.begin(StartLimit.ownSeconds(), "its order from mpirun", AgentMain::giveUp);
    try {
      AgentOrder order = AgentOrder.read(System.in);
      limit.awaits("a connection to one of " + String.join(", ", order.homes()));
      int index = ownIndex(order.hosts(), System.getenv(SlurmEngine.HOST_VARIABLE));
      AgentIdentity identity =
          new AgentIdentity(
              order.jobId(), order.secret(), order.first() + index, order.intervalSeconds());
      JobFoundation foundation =
          JobFoundation.forAgent(System.getenv("PATH"), order.jobId(), order.secret());
      try {
        return work(order, identity, foundation, signals, limit);
      } finally {
        foundation.watchdog().sweep();
        foundation.watchdog().dismiss();
      }
    } catch (LaunchException | IOException | ControlProtocolException cannotWork) {
      System.err.println(cannotWork.getMessage());
      return 1;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  /** A blocking read cannot be ended otherwise. */
  private static void giveUp(String reason) {
    System.err.println(reason);
    System.err.flush();
    Runtime.getRuntime().halt(1);
  }

  /** Which of the hosts this is. */
  static int ownIndex(List<String> hosts, String name) throws IOException {
    if (hosts.size() == 1) {
      return 0;
    }
    int index = hosts.indexOf(name);
    if (index < 0) {
      throw new IOException(
          SlurmEngine.HOST_VARIABLE + " is " + name + "; mpirun has started agents on " + hosts);
    }
    return index;
  }

  private static int work(
      AgentOrder order,
      AgentIdentity identity,
      JobFoundation foundation,
      AgentSignals signals,
      StartLimit limit)
      throws IOException, ControlProtocolException, InterruptedException {
    Socket socket = Homeward.connect(identity, order, 0);
    AgentConnection connection = new AgentConnection(socket);
    AgentWork work = new AgentWork(identity, foundation, Installation.own(), connection);
    signals.passTo(work);
    Socket second = Homeward.connect(identity, order, AgentParent.LIFELINE_CHANNEL);
    foundation.watchdog().addLifeline(second.getLocalPort(), second.getPort());
    limit.end();
    StartGuard.dismiss();
    new Lifeline(
            second,
            identity.intervalSeconds(),
            end -> {
              if (!work.isClosed()) {
                closeAfterEnd(connection, identity.host(), end);
              }
            })
        .watch("the parent");
    return work.untilClosed();
  }

  /** Whoever reads from the connection finds its end. */
  static void closeAfterEnd(AgentConnection connection, int host, Lifeline.End end) {
    String what =
        (end.ofHost()
                ? "the host of mpirun, or of the agent between, "
                : "mpirun, or the agent between, ")
            + end.words();
    System.err.println(what);
    if (end.ofHost()) {
      sayWhy(connection, host, "its agent has given the job up: " + what);
    }
    try {
      connection.close();
    } catch (IOException useless) {
      System.err.println("closing the connection: " + useless.getMessage());
    }
  }

  /**
   * Tells the parent, whom this reaches if the network has come back. On a thread of its own, as it
   * may wait for ever where much is on its way.
   */
  private static void sayWhy(AgentConnection connection, int host, String reason) {
    Thread thread =
        new Thread(
            () -> {
              try {
                connection.send(new AgentFrame(host, new AgentMessage.HostGone(host, reason)));
              } catch (IOException useless) {
                System.err.println("telling the parent: " + useless.getMessage());
              }
            },
            "farewell");
    thread.setDaemon(true);
    thread.start();
    try {
      thread.join(FAREWELL_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
