package org.ob1j.launcher.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.ob1j.launcher.agent.link.AgentConnection;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.message.AgentFacts;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.agent.message.AgentTask;
import org.ob1j.launcher.engine.Installation;
import org.ob1j.launcher.host.HostAgent;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.RankTask;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.process.OpenFiles;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;
import org.ob1j.runtime.control.message.ControlProtocolException;
import org.ob1j.runtime.parameter.TextFile;

/**
 * What an agent does, message by message: on the thread that reads them, which lives as long as the
 * agent, so that ranks may be started on it.
 */
final class AgentWork {
  private final AgentIdentity identity;
  private final JobFoundation foundation;
  private final AgentConnection parent;
  private final Installation installation;
  private final AgentEvents events;
  private final Map<Integer, InputFeed> inputs = new ConcurrentHashMap<>();
  private ReceivedFiles files;

  /** Below which the files of the programs are; null if they are where the command says. */
  private Path root;

  private AgentChildren children;
  private HostTask own;

  /** Whether a step has failed, and with it the job. */
  private boolean failed;

  private volatile HostAgent agent;
  private volatile boolean closed;
  private volatile boolean parentGone;

  AgentWork(
      AgentIdentity identity,
      JobFoundation foundation,
      Installation installation,
      AgentConnection parent) {
    this.identity = identity;
    this.foundation = foundation;
    this.installation = installation;
    this.parent = parent;
    events = new AgentEvents(this::sendHome);
  }

  /** Tells that a host has sent something; what is broken then is found where it is read. */
  private void sendHome(AgentMessage message) {
    forward(new AgentFrame(identity.host(), message));
  }

  private void forward(AgentFrame frame) {
    try {
      parent.send(frame);
    } catch (IOException broken) {
      System.err.println("sending to mpirun failed: " + broken.getMessage());
    }
  }

  /**
   * Works until the parent says that all is done, or is gone.
   *
   * @return the agent's exit code
   */
  int untilClosed() throws IOException, ControlProtocolException, InterruptedException {
    sendHome(
        new AgentMessage.Hello(
            new AgentFacts(
                hostName(),
                ProcessHandle.current().pid(),
                installation == null ? "?" : installation.build(),
                System.getProperty("java.version"),
                Machine.ofThisHost())));
    try {
      for (AgentFrame frame = parent.read(); frame != null; frame = parent.read()) {
        if (frame.host() == identity.host()) {
          handle(frame.message());
        } else if (children != null) {
          children.send(frame);
        }
      }
    } catch (IOException broken) {
      // The parent has both connections closed, one after the other, once it has our last word.
      if (!closed) {
        throw broken;
      }
    } finally {
      end();
    }
    return closed ? 0 : 1;
  }

  /** Whether it has said its last word. */
  boolean isClosed() {
    return closed;
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "?";
    }
  }

  private void end() throws InterruptedException {
    parentGone = true;
    events.parentGone();
    if (agent != null && !closed) {
      agent.close(0, () -> false);
    }
    if (children != null) {
      children.close();
    }
  }

  private void handle(AgentMessage message) {
    if (message instanceof AgentMessage.AskTopology m) {
      tellTopology(m.binding());
    } else if (message instanceof AgentMessage.Files m) {
      tried(() -> receive(m.bytes()));
    } else if (message instanceof AgentMessage.FilesEnd) {
      tried(() -> root = files.end());
    } else if (message instanceof AgentMessage.Task m) {
      tried(() -> prepare(m.task()));
    } else if (message instanceof AgentMessage.Start) {
      tried(this::start);
    } else if (message instanceof AgentMessage.Children m) {
      children = AgentChildren.start(m, identity, foundation, installation, this::forward);
    } else if (message instanceof AgentMessage.Close m) {
      Thread thread = new Thread(() -> close(m.drainMillis()), "end");
      thread.setDaemon(true);
      thread.start();
    } else if (message instanceof AgentMessage.OutputTaken m) {
      events.outputTaken(m.bytes());
    } else if (message instanceof AgentMessage.Input m) {
      withInput(m.rank(), input -> input.add(m.bytes()));
    } else if (message instanceof AgentMessage.InputEnd m) {
      withInput(m.rank(), InputFeed::end);
    } else if (agent != null) {
      handleByAgent(message);
    }
  }

  private void handleByAgent(AgentMessage message) {
    if (message instanceof AgentMessage.ForRank m) {
      agent.send(m.rank(), m.message());
    } else if (message instanceof AgentMessage.Signal m) {
      signal(m.name());
    } else if (message instanceof AgentMessage.Pause m) {
      agent.pauseHeartbeat(m.pause());
    } else if (message instanceof AgentMessage.Terminate) {
      agent.terminate();
    } else if (message instanceof AgentMessage.Sweep) {
      agent.sweep();
    }
  }

  /** Passes a signal on to the ranks of this host, if there are any; on any thread. */
  void signal(String name) {
    HostAgent its = agent;
    if (its == null) {
      return;
    }
    try {
      its.signal(name);
    } catch (IOException gone) {
      events.warning("SIG" + name + " did not reach the ranks: " + gone.getMessage());
    }
  }

  /** What may fail here, and then the job fails. */
  private interface Step {
    void run() throws LaunchException, IOException;
  }

  /** Steps that follow one that failed build on it; and files come in many pieces. */
  private void tried(Step step) {
    if (failed) {
      return;
    }
    try {
      step.run();
    } catch (LaunchException cannot) {
      fail(cannot.exitCode(), cannot.getMessage());
    } catch (IOException cannot) {
      fail(ExitCodes.FAILURE, TextFile.reason(cannot));
    }
  }

  private void fail(int exitCode, String reason) {
    failed = true;
    sendHome(new AgentMessage.Failed(exitCode, reason));
  }

  private void receive(byte[] bytes) throws IOException {
    if (files == null) {
      Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath();
      foundation.watchdog().addDirectory(temporary);
      files = ReceivedFiles.begin(temporary, foundation.jobId());
    }
    files.add(bytes);
  }

  private void prepare(AgentTask task) throws LaunchException, IOException {
    AgentTask.Resolved resolved = task.resolve(Library.installed(), root);
    own = resolved.task();
    if (resolved.warning() != null) {
      events.warning(resolved.warning());
    }
    boolean anySent = own.ranks().stream().anyMatch(AgentWork::isSent);
    OpenFiles.require(own.ranks().size(), anySent ? 1 : 0, 0);
    sendHome(new AgentMessage.Bound(own.ranks().stream().map(AgentWork::cpus).toList()));
  }

  private void start() throws LaunchException, IOException {
    agent = new HostAgent("this host", foundation, own, events);
    events.drainBy(agent);
    agent.start();
    own.ranks().stream().filter(AgentWork::isSent).forEach(rank -> feed(rank.rank()));
  }

  private static String cpus(RankTask rank) {
    return rank.cpus().stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static boolean isSent(RankTask rank) {
    return rank.input() == RankTask.Input.SENT;
  }

  private void feed(int rank) {
    InputFeed feed = new InputFeed(rank, agent.input(rank), this::sendHome);
    inputs.put(rank, feed);
    feed.start();
  }

  private void tellTopology(BindingRequest binding) {
    try {
      sendHome(new AgentMessage.Topology(NodeTopology.ofThisHost(binding)));
    } catch (LaunchException unknown) {
      sendHome(new AgentMessage.Failed(unknown.exitCode(), unknown.getMessage()));
    }
  }

  private void withInput(int rank, Consumer<InputFeed> what) {
    InputFeed input = inputs.get(rank);
    if (input != null) {
      what.accept(input);
    }
  }

  /**
   * Ends what is here, and says nothing more. Meanwhile it is read on: output may wait until mpirun
   * has taken some, and those below are told to end, too.
   */
  private void close(int drainMillis) {
    sendHome(new AgentMessage.Closing());
    try {
      if (agent != null) {
        agent.close(TimeUnit.MILLISECONDS.toNanos(drainMillis), () -> !parentGone);
      }
      if (children != null) {
        children.awaitEnd(() -> !parentGone);
      }
      closed = true;
      parent.finish();
    } catch (IOException broken) {
      System.err.println("the connection to mpirun broke at the end: " + broken.getMessage());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
