package org.ob1j.runtime.pml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.ob1j.runtime.memory.Memory;

/**
 * Engines for the ranks of one JVM, with MPI's matching under one lock. A wait that takes too long
 * fails, so a deadlock is a failed test.
 */
public final class LoopbackNetwork {
  /** Longer standard sends wait for their receive, so that tests notice who relies on buffering. */
  public static final int EAGER_LIMIT_BYTES = 4096;

  private static final long TIME_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** What a process waits for may also be brought about by what it polls itself. */
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Where a process finds the messages of one context. */
  private record Address(int process, int context) {}

  private static final class Mailbox {
    final List<LoopbackRequest> posted = new ArrayList<>();
    final List<LoopbackMessage> unexpected = new ArrayList<>();
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<Address, Mailbox> mailboxes = new HashMap<>();
  private final Set<Integer> failed = new HashSet<>();

  /** One engine for each of so many processes. */
  public static List<LoopbackPml> engines(int processes) {
    LoopbackNetwork network = new LoopbackNetwork();
    return IntStream.range(0, processes).mapToObj(p -> new LoopbackPml(network, p)).toList();
  }

  /** Runs an action under the network's lock. */
  void locked(Runnable action) {
    lock.lock();
    try {
      action.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for something that other ranks bring about. */
  void awaitUntil(String what, BooleanSupplier condition) {
    long remaining = TIME_LIMIT_NANOS;
    lock.lock();
    try {
      while (!condition.getAsBoolean()) {
        if (remaining <= 0) {
          throw new IllegalStateException("nothing happened for too long: " + what);
        }
        remaining -= POLL_NANOS - changed.awaitNanos(POLL_NANOS);
      }
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("interrupted: " + what, interrupted);
    } finally {
      lock.unlock();
    }
  }

  /** Waits a moment for anything to happen. */
  void idle() {
    lock.lock();
    try {
      changed.awaitNanos(TimeUnit.MILLISECONDS.toNanos(1));
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException("interrupted", interrupted);
    } finally {
      lock.unlock();
    }
  }

  /** What has happened to a process; null if it lives. */
  String failureOf(int process) {
    lock.lock();
    try {
      return failed.contains(process) ? failureText(process) : null;
    } finally {
      lock.unlock();
    }
  }

  private static String failureText(int process) {
    return "rank " + process + " of the job has failed";
  }

  /** Under the lock: a message arrives. Returns true if a receive takes it at once. */
  boolean deliver(int process, int context, LoopbackMessage message) {
    if (failed.contains(process)) {
      throw new PmlException(PmlException.Reason.FAILED, failureText(process));
    }
    Mailbox mailbox = mailbox(process, context);
    for (Iterator<LoopbackRequest> posted = mailbox.posted.iterator(); posted.hasNext(); ) {
      LoopbackRequest receive = posted.next();
      if (receive.accepts(message)) {
        posted.remove();
        hand(message, receive);
        return true;
      }
    }
    mailbox.unexpected.add(message);
    return false;
  }

  /** Under the lock: a receive is posted, or takes a message that has arrived before. */
  void post(int process, LoopbackRequest receive) {
    Mailbox mailbox = mailbox(process, receive.context);
    LoopbackMessage message = find(process, receive);
    if (message == null) {
      mailbox.posted.add(receive);
    } else {
      mailbox.unexpected.remove(message);
      hand(message, receive);
    }
  }

  /** Under the lock: the oldest message that a receive could take, or null. */
  LoopbackMessage find(int process, LoopbackRequest receive) {
    for (LoopbackMessage message : mailbox(process, receive.context).unexpected) {
      if (receive.accepts(message)) {
        return message;
      }
    }
    return null;
  }

  /** Under the lock: takes out the oldest message that a receive could take, or returns null. */
  LoopbackMessage take(int process, LoopbackRequest receive) {
    LoopbackMessage message = find(process, receive);
    mailbox(process, receive.context).unexpected.remove(message);
    return message;
  }

  /** Under the lock: takes back a receive. Returns false if it has matched already. */
  boolean withdraw(int process, LoopbackRequest receive) {
    return mailbox(process, receive.context).posted.remove(receive);
  }

  /** Under the lock: true if receives are posted in a context. */
  boolean isExpecting(int process, int context) {
    return !mailbox(process, context).posted.isEmpty();
  }

  /** A process dies: whoever receives from it, or sends to it, learns of that. */
  public void fail(int process) {
    locked(
        () -> {
          failed.add(process);
          for (Mailbox mailbox : mailboxes.values()) {
            for (LoopbackRequest receive : List.copyOf(mailbox.posted)) {
              if (receive.source == process) {
                mailbox.posted.remove(receive);
                receive.end(receive.source, receive.tag, 0, PmlError.PEER_FAILED);
              }
            }
          }
        });
  }

  private Mailbox mailbox(int process, int context) {
    return mailboxes.computeIfAbsent(new Address(process, context), fresh -> new Mailbox());
  }

  static void hand(LoopbackMessage message, LoopbackRequest receive) {
    int fits = (int) Math.min(message.bytes().length, receive.convertor.lengthBytes());
    Memory memory = Memory.allocate(message.bytes().length);
    memory.bytes().put(0, message.bytes());
    receive.convertor.unpack(0, memory, 0, fits);
    if (fits < message.bytes().length) {
      receive.endTruncated(message.source(), message.tag(), fits, message.bytes().length);
    } else {
      receive.end(message.source(), message.tag(), fits, PmlError.NONE);
    }
    message.matched().run();
  }
}
