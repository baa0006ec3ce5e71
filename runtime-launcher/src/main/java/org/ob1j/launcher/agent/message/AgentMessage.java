package org.ob1j.launcher.agent.message;

import java.util.List;
import org.ob1j.launcher.host.HostEvents.Stream;
import org.ob1j.launcher.placement.BindingRequest;
import org.ob1j.launcher.placement.NodeTopology;
import org.ob1j.runtime.control.message.ControlMessage;

/**
 * What mpirun and the agents of other hosts say to each other. Each record's comment says who sends
 * it; {@link AgentCodec} has the bytes.
 */
public sealed interface AgentMessage {

  // ---- by agents

  /** Here I am. */
  record Hello(AgentFacts facts) implements AgentMessage {}

  /** What the host has, in answer to a question. */
  record Topology(NodeTopology topology) implements AgentMessage {}

  /**
   * The host is ready; what its ranks are tied to, by their local ranks; none: they are not bound.
   */
  record Bound(List<String> cpus) implements AgentMessage {}

  /** A rank's process has started. */
  record Started(int rank, long processId) implements AgentMessage {}

  /** A rank has written something. */
  record Output(int rank, Stream stream, byte[] bytes) implements AgentMessage {}

  /** A stream of a rank has ended. */
  record OutputEnded(int rank, Stream stream) implements AgentMessage {}

  /** A rank's process has ended. */
  record Ended(int rank, int exitCode) implements AgentMessage {}

  /** A rank says something to the job's board. The first thing is that it has joined. */
  record Said(int rank, ControlMessage message) implements AgentMessage {}

  /** A rank has lost its control connection, and does not end. */
  record Lost(int rank, String reason) implements AgentMessage {}

  /** The ranks cannot be started, or something else cannot go on. */
  record Failed(int exitCode, String reason) implements AgentMessage {}

  /** Something for the user; {@code important}: also for one who has not asked. */
  record Note(boolean important, String text) implements AgentMessage {}

  /** So much of what was sent to a rank as its standard input has been given to it. */
  record InputTaken(int rank, int bytes) implements AgentMessage {}

  /** A rank reads its standard input no more. */
  record InputClosed(int rank) implements AgentMessage {}

  /** A host that this agent is the parent of is gone, or could not be reached. */
  record HostGone(int host, String reason) implements AgentMessage {}

  /** It has been told to end, and will, after those below it. */
  record Closing() implements AgentMessage {}

  // ---- by mpirun

  /**
   * Start agents on those of the job's hosts that are your children.
   *
   * @param shell how they are reached, as words
   * @param prefix where ob1j is there; null: at the same place as here
   */
  record Children(List<String> hosts, int radix, List<String> shell, String prefix)
      implements AgentMessage {}

  /** What does your host have that such a binding may use? */
  record AskTopology(BindingRequest binding) implements AgentMessage {}

  /** More of the packed files of the job's programs, which come before the task. */
  record Files(byte[] bytes) implements AgentMessage {}

  /** That was all of them. */
  record FilesEnd() implements AgentMessage {}

  /** Get ready to do this for the job; the answer is {@link Bound}, or {@link Failed}. */
  record Task(AgentTask task) implements AgentMessage {}

  /** Start the ranks. */
  record Start() implements AgentMessage {}

  /** The job's board says something to a rank. */
  record ForRank(int rank, ControlMessage message) implements AgentMessage {}

  /** More of a rank's standard input. */
  record Input(int rank, byte[] bytes) implements AgentMessage {}

  /** A rank's standard input has ended. */
  record InputEnd(int rank) implements AgentMessage {}

  /** So much of what ranks have written has been passed on. */
  record OutputTaken(int bytes) implements AgentMessage {}

  /** A signal for all ranks, by its name without SIG. */
  record Signal(String name) implements AgentMessage {}

  /** Ranks are stopped, or run again. */
  record Pause(boolean pause) implements AgentMessage {}

  /** Ask the ranks to end. */
  record Terminate() implements AgentMessage {}

  /** Kill them. */
  record Sweep() implements AgentMessage {}

  /** Leave nothing of the job, and end yourself. */
  record Close(int drainMillis) implements AgentMessage {}
}
