package org.ob1j.launcher.agent;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.ob1j.launcher.agent.link.AgentIdentity;
import org.ob1j.launcher.agent.link.AgentParent;
import org.ob1j.launcher.agent.link.AgentTree;
import org.ob1j.launcher.agent.link.Homeward;
import org.ob1j.launcher.agent.message.AgentFacts;
import org.ob1j.launcher.agent.message.AgentFrame;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.agent.message.AgentTask;
import org.ob1j.launcher.engine.AgentOrder;
import org.ob1j.launcher.engine.LaunchEngine;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.launcher.host.HostTask;
import org.ob1j.launcher.host.JobHost;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.Machine;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.launcher.plan.ProgramRequest;
import org.ob1j.launcher.process.JobFoundation;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.LaunchException;

/** The agents of a job's other hosts, as mpirun sees them. */
public final class Agents implements Closeable {
  /**
   * What is known before they start.
   *
   * @param targets the other hosts as the engine reaches them, by the numbers of their agents
   * @param names their names
   * @param radix how many agents each process starts at most
   * @param build tells ob1j's jars from any others
   * @param intervalSeconds how often hosts ask whether the other is there
   * @param patience how long agents may take to come
   * @param shell how agents start others, as words
   * @param prefix where ob1j is on the hosts; null: at the same place as here
   */
  public record Settings(
      List<String> targets,
      List<String> names,
      int radix,
      String build,
      int intervalSeconds,
      Duration patience,
      List<String> shell,
      String prefix) {}

  /** Told what the user may want to know. */
  public interface Talk {
    /** Something for a user who has asked what mpirun does; {@code important}: for any user. */
    void note(boolean important, String text);
  }

  /** So long after an agent is lost a signal may still be on its way to mpirun. */
  private static final long SIGNAL_MILLIS = 250;

  /** Of packed files, so much goes at a time. */
  private static final int PART_BYTES = 1 << 20;

  private final Settings settings;
  private final AgentTree tree;
  private final LaunchEngine engine;
  private final CompletableFuture<LaunchException> cancelled;
  private final Talk talk;
  private final AgentParent parent;
  private final TreeEnd end;
  private final List<RemoteHost> hosts = new ArrayList<>();
  private final List<CompletableFuture<AgentFacts>> arrivals = new ArrayList<>();

  /**
   * Starts the agents; {@link #await} waits for them.
   *
   * @param cancelled completed when nothing is to be waited for any more
   * @throws IOException if this host has no network to listen on
   */
  public Agents(
      Settings settings,
      JobFoundation foundation,
      LaunchEngine engine,
      CompletableFuture<LaunchException> cancelled,
      Talk talk)
      throws IOException {
    this.settings = settings;
    this.cancelled = cancelled;
    this.engine = engine;
    this.talk = talk;
    tree = new AgentTree(settings.targets().size(), settings.radix());
    AgentIdentity identity =
        new AgentIdentity(
            foundation.jobId(), foundation.secret(), AgentTree.MPIRUN, settings.intervalSeconds());
    end = new TreeEnd(tree, settings.names(), System::nanoTime);
    parent = new AgentParent(identity, tree, new FromBelow());
    for (int i = 0; i < settings.targets().size(); i++) {
      int host = i;
      arrivals.add(new CompletableFuture<>());
      hosts.add(
          new RemoteHost(
              settings.names().get(i),
              i,
              message -> parent.send(new AgentFrame(host, message)),
              end));
    }
    int[] children = tree.childrenOf(AgentTree.MPIRUN);
    engine.start(
        new AgentOrder(
            foundation.jobId(),
            foundation.secret(),
            settings.targets().subList(0, children.length),
            0,
            AgentTree.MPIRUN,
            Homeward.addresses(parent.port()),
            settings.intervalSeconds()),
        new EngineListener());
  }

  /** Waits until all have come. */
  public void await() throws LaunchException, InterruptedException {
    await(arrivals, settings.names(), "no agent of ob1j has come from there");
  }

  /** The machine that a host is, which must have come. */
  public Machine machine(int host) {
    return arrivals.get(host).join().machine();
  }

  /**
   * Asks all hosts what they have.
   *
   * @param binding what ranks are to be tied to, which says which CPUs count
   * @return by host
   */
  public List<NodeTopology> topologies(BindingRequest binding)
      throws LaunchException, InterruptedException {
    hosts.forEach(host -> host.send(new AgentMessage.AskTopology(binding)));
    return await(
        hosts.stream().map(RemoteHost::topology).toList(),
        settings.names(),
        "it does not say what CPUs it has");
  }

  /** Something that is done before hosts are told what to do. */
  public interface Step {
    void run() throws IOException;
  }

  /**
   * Does something that may take long, or wait for a host that does not read what is sent to it. It
   * is given up, and all agents with it, once nothing is to be waited for any more or a host is
   * lost.
   *
   * @throws IOException that of the step
   */
  public void whileAllLive(Step step) throws LaunchException, IOException, InterruptedException {
    CompletableFuture<Object> done = new CompletableFuture<>();
    for (int i = 0; i < hosts.size(); i++) {
      String host = settings.names().get(i);
      hosts
          .get(i)
          .ready()
          .exceptionally(
              failure -> {
                done.completeExceptionally(new HostFailure(host, failure));
                return List.of();
              });
    }
    cancelled.whenComplete((reason, never) -> done.completeExceptionally(reason));
    startDaemon(step, done);
    try {
      done.get();
    } catch (ExecutionException failed) {
      // What is being sent holds up anything else on its connection.
      close();
      if (failed.getCause() instanceof IOException ofStep) {
        throw ofStep;
      }
      throw signalOr(HostFailure.launchException(failed.getCause()));
    }
  }

  private static void startDaemon(Step step, CompletableFuture<Object> done) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
                done.complete(true);
              } catch (IOException | RuntimeException failed) {
                done.completeExceptionally(failed);
              }
            },
            "files");
    thread.setDaemon(true);
    thread.start();
  }

  /** Sends packed files to a host, before it is told what to do. */
  public void sendFiles(int host, InputStream packed) throws IOException {
    for (byte[] part = packed.readNBytes(PART_BYTES);
        part.length > 0;
        part = packed.readNBytes(PART_BYTES)) {
      hosts.get(host).send(new AgentMessage.Files(part));
    }
    hosts.get(host).send(new AgentMessage.FilesEnd());
  }

  /** Tells a host what it is to do. */
  public JobHost serve(
      int host,
      HostTask task,
      List<ProgramRequest> programs,
      Map<String, String> exported,
      BindingRequest binding,
      HostEvents events) {
    hosts.get(host).serve(new AgentTask(task, programs, exported, binding), events);
    return hosts.get(host);
  }

  /**
   * Waits until hosts are ready to start their ranks.
   *
   * @return the CPUs that each rank of each host is tied to, as lists with commas
   */
  public List<List<String>> ready(List<Integer> which)
      throws LaunchException, InterruptedException {
    return await(
        which.stream().map(host -> hosts.get(host).ready()).toList(),
        which.stream().map(settings.names()::get).toList(),
        "it does not say that it is ready");
  }

  private <T> List<T> await(List<CompletableFuture<T>> all, List<String> names, String otherwise)
      throws LaunchException, InterruptedException {
    CompletableFuture<Object> done = new CompletableFuture<>();
    AtomicInteger left = new AtomicInteger(all.size());
    for (int i = 0; i < all.size(); i++) {
      String host = names.get(i);
      all.get(i)
          .whenComplete(
              (value, failure) -> {
                if (failure != null) {
                  done.completeExceptionally(new HostFailure(host, failure));
                } else if (left.decrementAndGet() == 0) {
                  done.complete(true);
                }
              });
    }
    cancelled.whenComplete((reason, never) -> done.completeExceptionally(reason));
    try {
      done.get(settings.patience().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      throw signalOr(HostFailure.launchException(failed.getCause()));
    } catch (TimeoutException late) {
      throw new LaunchException(ExitCodes.FAILURE, lateText(all, names, otherwise));
    }
    return all.stream().map(CompletableFuture::join).toList();
  }

  /** What the terminal sends to mpirun it sends to remote shells, too, whose end is seen first. */
  private LaunchException signalOr(LaunchException failure) throws InterruptedException {
    try {
      return cancelled.get(SIGNAL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException noSignal) {
      return failure;
    }
  }

  private String lateText(
      List<? extends CompletableFuture<?>> all, List<String> names, String otherwise) {
    List<String> late = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (!all.get(i).isDone()) {
        late.add(names.get(i));
      }
    }
    return "host "
        + String.join(", ", late)
        + ": "
        + otherwise
        + " in "
        + settings.patience().toSeconds()
        + " s (--mca plm_startup_timeout)"
        + HostFailure.instead(wordsOf(late));
  }

  /** What has come from the hosts on which this one has started agents. */
  private Map<String, String> wordsOf(List<String> names) {
    Map<String, String> words = new LinkedHashMap<>();
    for (int host : tree.childrenOf(AgentTree.MPIRUN)) {
      String name = settings.names().get(host);
      if (names.contains(name)) {
        words.put(name, engine.lastWords(host));
      }
    }
    return words;
  }

  /**
   * Tells all agents to end what is left on their hosts, and themselves. Those at the bottom of the
   * tree are told first: what is for them goes through the others.
   */
  public void beginClose(long drainNanos) {
    end.moved();
    for (int host = hosts.size() - 1; host >= 0; host--) {
      hosts.get(host).beginClose(drainNanos);
    }
  }

  /** Gives agents up that are still there: they end, and their ranks. */
  @Override
  public void close() throws IOException {
    // By this agents end, for which the engine may wait.
    parent.close();
    engine.close();
  }

  private void arrived(int host, AgentMessage.Hello hello) {
    String name = settings.names().get(host);
    if (!hello.facts().build().equals(settings.build())) {
      failed(
          host,
          "has other jars of ob1j ("
              + hello.facts().build()
              + ") than this host ("
              + settings.build()
              + "): --prefix DIR says where the same are");
      return;
    }
    talk.note(
        false,
        "host "
            + name
            + " has an agent: process "
            + hello.facts().processId()
            + " of "
            + hello.facts().host()
            + ", java "
            + hello.facts().java());
    if (tree.childrenOf(host).length > 0) {
      hosts
          .get(host)
          .send(
              new AgentMessage.Children(
                  settings.targets(), settings.radix(), settings.shell(), settings.prefix()));
    }
    arrivals.get(host).complete(hello.facts());
  }

  /** A host is not there, or no more. */
  private void failed(int host, String reason) {
    boolean whileStarting =
        arrivals.get(host).completeExceptionally(new IllegalStateException(reason));
    if (!whileStarting) {
      hosts.get(host).gone(reason);
    }
  }

  private final class FromBelow implements AgentParent.Listener {
    @Override
    public void received(AgentFrame frame) {
      if (frame.message() instanceof AgentMessage.Hello hello) {
        arrived(frame.host(), hello);
      } else if (frame.message() instanceof AgentMessage.HostGone gone) {
        gone(gone.host(), gone.reason());
      } else if (frame.message() instanceof AgentMessage.Note note) {
        // One that starts others passes on what it hears there before it has a task itself.
        talk.note(
            note.important(), "host " + settings.names().get(frame.host()) + ": " + note.text());
      } else {
        hosts.get(frame.host()).received(frame.message());
      }
    }

    @Override
    public void gone(int child, String what) {
      String why = engine.whyGone();
      String reason = why.isEmpty() ? what : what + " (" + why + ")";
      for (int host = child; host < tree.hosts(); host++) {
        if (tree.isBelow(host, child)) {
          failed(
              host,
              host == child
                  ? reason
                  : "host " + settings.names().get(child) + " between is gone: " + reason);
        }
      }
    }

    @Override
    public void refused(String address, String reason) {
      talk.note(false, "refused a connection from " + address + ": " + reason);
    }
  }

  private final class EngineListener implements LaunchEngine.Listener {
    @Override
    public void ended(int host, String reason) {
      // Of one that has come, its connection tells.
      if (!arrivals.get(host).isDone()) {
        failed(host, reason);
      }
    }

    @Override
    public void said(String text) {
      talk.note(false, text);
    }

    @Override
    public void waits(String text) {
      talk.note(true, text);
    }
  }
}
