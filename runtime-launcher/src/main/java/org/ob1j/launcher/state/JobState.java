package org.ob1j.launcher.state;

import java.util.Arrays;
import java.util.function.IntFunction;
import org.ob1j.launcher.system.ExitCodes;
import org.ob1j.launcher.system.SignalNames;

/**
 * What a job has come to: decides from events whether it goes on, and with which exit code and
 * message it ends. Decisions only; {@code Job} acts.
 *
 * <pre>
 *   RUNNING ── first failure, signal, timeout ──► ENDING ── every rank has ended ──► ENDED
 *      └───────────────── every rank has ended with code 0 ───────────────────────────┘
 * </pre>
 *
 * <p>What ranks wrote last is written after their end: if that fails, it is the job's failure
 * still.
 */
public final class JobState {
  /** The stages of a job. */
  public enum Stage {
    RUNNING,
    ENDING,
    ENDED
  }

  private final boolean[] ended;
  private final IntFunction<String> rankName;
  private Stage stage = Stage.RUNNING;
  private int exitCode = ExitCodes.OK;
  private String message = "";

  /**
   * A job whose ranks are all running.
   *
   * @param rankName how messages name a rank: with host and process
   */
  public JobState(int size, IntFunction<String> rankName) {
    this.ended = new boolean[size];
    this.rankName = rankName;
  }

  public Stage stage() {
    return stage;
  }

  /** mpirun's exit code, as things are. */
  public int exitCode() {
    return exitCode;
  }

  /** Why the job ends, for the user; empty if nothing failed. */
  public String message() {
    return message;
  }

  /** Takes in an event. True if the job must be ended because of it. */
  public boolean on(JobEvent event) {
    if (event instanceof JobEvent.RankEnded rankEnded) {
      ended[rankEnded.rank()] = true;
    } else if (event instanceof JobEvent.HostLost lost) {
      lost.ranks().forEach(rank -> ended[rank] = true);
    }
    boolean first = counts(event) && judge(event);
    if (allEnded()) {
      stage = Stage.ENDED;
    }
    return first;
  }

  private boolean counts(JobEvent event) {
    if (stage == Stage.ENDED && exitCode == ExitCodes.OK) {
      return event instanceof JobEvent.OutputFailed || event instanceof JobEvent.OutputUnread;
    }
    return stage == Stage.RUNNING;
  }

  private boolean judge(JobEvent event) {
    if (event instanceof JobEvent.RankEnded e && (e.exitCode() != 0 || e.early())) {
      fail(e.exitCode() != 0 ? e.exitCode() : ExitCodes.FAILURE, endText(e));
    } else if (event instanceof JobEvent.RankAborted e) {
      fail(e.code(), rankName.apply(e.rank()) + " aborted with code " + e.code() + reason(e));
    } else if (event instanceof JobEvent.RankLost e && !ended[e.rank()]) {
      fail(ExitCodes.FAILURE, rankName.apply(e.rank()) + " is lost: " + e.reason());
    } else if (event instanceof JobEvent.Hopeless e) {
      fail(ExitCodes.FAILURE, e.reason());
    } else if (event instanceof JobEvent.HostFailed e) {
      fail(e.exitCode(), "host " + e.host() + ": " + e.reason());
    } else if (event instanceof JobEvent.HostLost e && !e.ranks().isEmpty()) {
      fail(ExitCodes.FAILURE, "host " + e.host() + " is lost: " + e.reason());
    } else if (event instanceof JobEvent.Terminated e) {
      fail(ExitCodes.SIGNAL_BASE + e.number(), "mpirun got SIG" + e.signal());
    } else if (event instanceof JobEvent.TimedOut e) {
      fail(ExitCodes.TIMEOUT, "the " + e.seconds() + " s of --timeout are over");
    } else if (event instanceof JobEvent.OutputFailed e) {
      fail(ExitCodes.FAILURE, "mpirun cannot write its " + e.stream() + ": " + e.reason());
    }
    if (event instanceof JobEvent.OutputUnread) {
      // As other programs end, without a word.
      fail(ExitCodes.SIGPIPE, "");
    }
    return stage == Stage.ENDING;
  }

  private void fail(int code, String why) {
    stage = Stage.ENDING;
    exitCode = code;
    message = why;
  }

  private String endText(JobEvent.RankEnded end) {
    if (end.exitCode() == 0) {
      return rankName.apply(end.rank()) + " ended with exit code 0, but without MPI.Finalize";
    }
    return rankName.apply(end.rank())
        + " ended with exit code "
        + end.exitCode()
        + SignalNames.suffix(end.exitCode());
  }

  private static String reason(JobEvent.RankAborted abort) {
    return abort.reason().isEmpty() ? "" : ": " + abort.reason();
  }

  private boolean allEnded() {
    for (int rank = 0; rank < ended.length; rank++) {
      if (!ended[rank]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return stage + " " + exitCode + " " + message + " " + Arrays.toString(ended);
  }
}
