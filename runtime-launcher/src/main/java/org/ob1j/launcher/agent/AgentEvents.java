package org.ob1j.launcher.agent;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.ob1j.launcher.agent.link.Credit;
import org.ob1j.launcher.agent.message.AgentMessage;
import org.ob1j.launcher.host.HostAgent;
import org.ob1j.launcher.host.HostEvents;
import org.ob1j.runtime.control.RankPort;
import org.ob1j.runtime.control.message.ControlMessage;

/** Sends home what happens on an agent's host. */
final class AgentEvents implements HostEvents {
  /** How much of what ranks write may be under way to mpirun, in bytes. */
  private static final int UNDER_WAY_BYTES = 4 << 20;

  /** How long the last words of a rank that has ended are waited for. */
  private static final long LAST_WORDS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Consumer<AgentMessage> home;
  private final Credit credit = new Credit(UNDER_WAY_BYTES);
  private volatile HostAgent agent;

  AgentEvents(Consumer<AgentMessage> home) {
    this.home = home;
  }

  /** Who knows whether a rank's output has been read to its end. */
  void drainBy(HostAgent its) {
    agent = its;
  }

  void outputTaken(int lengthBytes) {
    credit.giveBack(lengthBytes);
  }

  /** Nobody takes output any more. */
  void parentGone() {
    credit.open();
  }

  @Override
  public void started(int rank, long processId) {
    home.accept(new AgentMessage.Started(rank, processId));
  }

  @Override
  public void output(int rank, Stream stream, byte[] bytes, int lengthBytes) {
    try {
      credit.take(lengthBytes);
      home.accept(new AgentMessage.Output(rank, stream, Arrays.copyOf(bytes, lengthBytes)));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void outputEnded(int rank, Stream stream) {
    home.accept(new AgentMessage.OutputEnded(rank, stream));
  }

  /** Told last, so that mpirun has the rank's last words when it hears of its end. */
  @Override
  public void ended(int rank, int exitCode) {
    try {
      agent.drain(rank, System.nanoTime() + LAST_WORDS_NANOS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    home.accept(new AgentMessage.Ended(rank, exitCode));
  }

  @Override
  public void failed(String host, int exitCode, String reason) {
    home.accept(new AgentMessage.Failed(exitCode, reason));
  }

  @Override
  public void hostLost(String host, String reason, java.util.List<Integer> ranks) {
    throw new IllegalStateException("an agent loses no host: " + host + ", " + reason);
  }

  @Override
  public void warning(String text) {
    home.accept(new AgentMessage.Note(true, text));
  }

  @Override
  public void note(String text) {
    home.accept(new AgentMessage.Note(false, text));
  }

  // ---- what ranks say

  /** This host's server knows whether the rank may; the job's board is told when it has joined. */
  @Override
  public String register(int rank, ControlMessage.Register register) {
    return null;
  }

  @Override
  public void joined(int rank, ControlMessage.Register register, RankPort port) {
    home.accept(new AgentMessage.Said(rank, register));
  }

  @Override
  public void handle(int rank, ControlMessage message) {
    home.accept(new AgentMessage.Said(rank, message));
  }

  @Override
  public void lost(int rank, String reason) {
    home.accept(new AgentMessage.Lost(rank, reason));
  }

  @Override
  public void refused(String address, String reason) {
    note("refused a control connection from " + address + ": " + reason);
  }
}
