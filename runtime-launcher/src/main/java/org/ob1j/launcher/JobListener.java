package org.ob1j.launcher;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.launcher.program.Library;
import org.ob1j.launcher.state.JobEvent;
import org.ob1j.runtime.control.ControlListener;
import org.ob1j.runtime.control.JobBoard;
import org.ob1j.runtime.control.RankPort;
import org.ob1j.runtime.control.message.ControlMessage;
import org.ob1j.runtime.control.message.ControlProtocolException;

/**
 * Hears of everything that happens on the hosts of a job, on many threads: gives what ranks say to
 * the job's board, what they write to the job's output, and makes events of the rest.
 */
final class JobListener implements HostEvents, ControlListener {
  private final Console console;
  private final JobOutput output;
  private final Queue<JobEvent> events;
  private final Map<Integer, Long> processes = new ConcurrentHashMap<>();
  private final JobBoard board;
  private final MissingJars missingJars = new MissingJars(() -> Library.installed().folder());

  JobListener(int size, Console console, JobOutput output, Queue<JobEvent> events) {
    this.console = console;
    this.output = output;
    this.events = events;
    board = new JobBoard(size, this);
  }

  /** Where the ranks meet. */
  JobBoard board() {
    return board;
  }

  /** The process that runs a rank; null if it has not started. */
  Long process(int rank) {
    return processes.get(rank);
  }

  /** What may help after a rank has failed; null if nothing is known. */
  String advice(int rank) {
    return missingJars.advice(rank);
  }

  @Override
  public void started(int rank, long processId) {
    processes.put(rank, processId);
    console.verbose("rank " + rank + " is process " + processId);
  }

  @Override
  public void output(int rank, Stream stream, byte[] bytes, int lengthBytes) {
    if (stream == Stream.STDERR) {
      missingJars.look(rank, bytes, lengthBytes);
    }
    output.of(rank, stream).take(bytes, lengthBytes);
  }

  @Override
  public void outputEnded(int rank, Stream stream) {
    output.of(rank, stream).end();
  }

  @Override
  public void ended(int rank, int exitCode) {
    boolean early = board.rankEnded(rank);
    events.add(new JobEvent.RankEnded(rank, exitCode, early));
    // After the event: the rank's own exit code tells more than what its end does to others.
    board.checkWaits();
  }

  @Override
  public void failed(String host, int exitCode, String reason) {
    events.add(new JobEvent.HostFailed(host, exitCode, reason));
  }

  @Override
  public void hostLost(String host, String reason, List<Integer> ranks) {
    events.add(new JobEvent.HostLost(host, reason, ranks));
  }

  @Override
  public void warning(String text) {
    console.say(text);
  }

  @Override
  public void note(String text) {
    console.verbose(text);
  }

  // ---- what ranks say

  @Override
  public String register(int rank, ControlMessage.Register register) {
    return board.register(rank, register);
  }

  @Override
  public void joined(int rank, ControlMessage.Register register, RankPort port) {
    board.joined(rank, register, port);
  }

  @Override
  public void handle(int rank, ControlMessage message) throws ControlProtocolException {
    board.handle(rank, message);
  }

  // ---- what the board tells

  @Override
  public void registered(int rank, long processId) {
    console.verbose("rank " + rank + " has joined as process " + processId);
  }

  @Override
  public void left(int rank) {
    console.verbose("rank " + rank + " has left in good order");
  }

  @Override
  public void aborted(int rank, int code, String reason) {
    events.add(new JobEvent.RankAborted(rank, code, reason));
  }

  @Override
  public void hopeless(String reason) {
    events.add(new JobEvent.Hopeless(reason));
  }

  // ---- both

  @Override
  public void lost(int rank, String reason) {
    events.add(new JobEvent.RankLost(rank, reason));
  }

  @Override
  public void refused(String address, String reason) {
    console.verbose("refused a control connection from " + address + ": " + reason);
  }
}
