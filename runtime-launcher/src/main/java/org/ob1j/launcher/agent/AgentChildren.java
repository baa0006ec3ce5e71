package org.ob1j.launcher.agent;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.link.AgentParent;
import org.ob1j.launcher.agent.link.AgentTree;
import org.ob1j.launcher.agent.link.Homeward;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.allocation.engine.RemoteShell;
import org.ob1j.launcher.engine.AgentOrder;
import org.ob1j.launcher.engine.Bootstrap;
import org.ob1j.launcher.engine.Installation;
import org.ob1j.launcher.engine.LaunchEngine;
import org.ob1j.launcher.engine.RemoteShellEngine;
import org.ob1j.launcher.process.JobFoundation;

/** The agents that an agent has started itself: passes on what goes down to them, and up. */
final class AgentChildren implements AgentParent.Listener, LaunchEngine.Listener {
  /** How often it is looked whether those below are still to be waited for. */
  private static final long LOOK_MILLIS = 100;

  private final AgentIdentity identity;
  private final Consumer<AgentFrame> home;
  private final LaunchEngine engine;
  private final Set<Integer> here = ConcurrentHashMap.newKeySet();
  private final CountDownLatch end;
  private AgentParent parent;

  private AgentChildren(
      int count, AgentIdentity identity, LaunchEngine engine, Consumer<AgentFrame> home) {
    this.identity = identity;
    this.engine = engine;
    this.home = home;
    end = new CountDownLatch(count);
  }

  /** Starts them; what fails is told home. */
  static AgentChildren start(
      AgentMessage.Children order,
      AgentIdentity identity,
      JobFoundation foundation,
      Installation installation,
      Consumer<AgentFrame> home) {
    AgentTree tree = new AgentTree(order.hosts().size(), order.radix());
    int[] own = tree.childrenOf(identity.host());
    LaunchEngine engine =
        new RemoteShellEngine(
            RemoteShell.ofWords(order.shell()),
            new Bootstrap(
                installation, AgentMain.class.getName(), order.prefix(), StartLimit.ownSeconds()),
            foundation::tied);
    AgentChildren children = new AgentChildren(own.length, identity, engine, home);
    try {
      children.parent = new AgentParent(identity, tree, children);
      engine.start(
          new AgentOrder(
              identity.jobId(),
              identity.secret(),
              order.hosts().subList(own[0], own[own.length - 1] + 1),
              own[0],
              identity.host(),
              Homeward.addresses(children.parent.port()),
              identity.intervalSeconds()),
          children);
    } catch (IOException failed) {
      for (int child : own) {
        children.gone(child, "the agent that is to start its agent cannot: " + failed.getMessage());
      }
    }
    return children;
  }

  void send(AgentFrame frame) {
    if (parent != null) {
      parent.send(frame);
    }
  }

  @Override
  public void received(AgentFrame frame) {
    here.add(frame.host());
    home.accept(frame);
  }

  @Override
  public void gone(int child, String reason) {
    end.countDown();
    tell(new AgentMessage.HostGone(child, reason));
  }

  @Override
  public void refused(String address, String reason) {
    tell(new AgentMessage.Note(false, "refused a connection from " + address + ": " + reason));
  }

  @Override
  public void ended(int host, String reason) {
    if (!here.contains(host)) {
      gone(host, reason);
    }
  }

  @Override
  public void said(String text) {
    tell(new AgentMessage.Note(false, text));
  }

  @Override
  public void waits(String text) {
    tell(new AgentMessage.Note(true, text));
  }

  private void tell(AgentMessage message) {
    home.accept(new AgentFrame(identity.host(), message));
  }

  /**
   * Waits until those below have ended, which they do when mpirun tells them and has taken what
   * they have to say.
   *
   * @param patient asked whether to wait for longer
   */
  void awaitEnd(BooleanSupplier patient) throws InterruptedException {
    while (patient.getAsBoolean() && !end.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
      // Their words go through here meanwhile.
    }
    close();
  }

  void close() {
    engine.close();
    try {
      if (parent != null) {
        parent.close();
      }
    } catch (IOException useless) {
      System.err.println("closing the port for agents: " + useless.getMessage());
    }
  }
}
