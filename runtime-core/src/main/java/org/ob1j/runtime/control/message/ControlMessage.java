package org.ob1j.runtime.control.message;

import java.util.List;
import org.ob1j.runtime.job.RankReport;

/**
 * A message on the control connection. Each record's comment says who sends it; {@link
 * ControlCodec} has the bytes.
 */
public sealed interface ControlMessage {

  /** Rank: here I am. {@code size} must agree with mpirun's; the rank itself is in the hello. */
  record Register(int size, long processId) implements ControlMessage {}

  /** mpirun: you belong to the job. 0 ms: no heartbeats. */
  record Registered(int heartbeatMillis) implements ControlMessage {}

  /** Rank: publishes a value of the modex. */
  record Put(String key, byte[] value) implements ControlMessage {}

  /** Rank: has come to its n-th fence or barrier, counted from 1. */
  record Arrive(Gathering gathering, int sequence) implements ControlMessage {}

  /** mpirun: every rank has come to fence or barrier n. */
  record Release(Gathering gathering, int sequence) implements ControlMessage {}

  /** Rank: has come to a fence of some ranks, of which it is one. */
  record ArriveInGroup(int request, RankRanges group) implements ControlMessage {}

  /** mpirun: all of the group have come. */
  record ReleaseOfGroup(int request) implements ControlMessage {}

  /** Rank: asks for what so many ranks from {@code rank} on published under a key. */
  record Get(int request, int rank, int count, String key) implements ControlMessage {}

  /**
   * mpirun: what the ranks from {@code firstRank} on published, as many as were asked for and fit
   * into a message, at least one. A null stands for a rank that published nothing.
   */
  record Values(int request, int firstRank, List<byte[]> values) implements ControlMessage {}

  /** Either: the job ends with this code; {@code rank} wants it. */
  record Abort(int code, int rank, String reason) implements ControlMessage {}

  /** mpirun at every interval, and the rank in answer. */
  record Heartbeat() implements ControlMessage {}

  /** mpirun: what are you doing? Or only: how often has your polling found something? */
  record ReportRequest(int request, boolean movesOnly) implements ControlMessage {}

  /** Rank: the answer to a report request. */
  record ReportAnswer(int request, RankReport report) implements ControlMessage {}

  /** Rank: leaves the job in good order. */
  record Bye() implements ControlMessage {}

  /** mpirun: the rank may close the connection. */
  record ByeDone() implements ControlMessage {}

  /** A point that every rank must come to before any may go on. */
  enum Gathering {
    FENCE,
    BARRIER
  }
}
