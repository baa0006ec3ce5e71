package org.ob1j.runtime.threads;

import java.util.function.Supplier;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.pml.MessageStatus;
import org.ob1j.runtime.pml.PmlCommunicator;
import org.ob1j.runtime.pml.PmlMessage;
import org.ob1j.runtime.pml.PmlRequest;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.runtime.progress.Awaited;
import org.ob1j.runtime.progress.WaitDescription;

/** A context of a {@link SynchronizedPml}. What waits in the engine is taken apart here. */
final class SynchronizedCommunicator implements PmlCommunicator {
  private final SynchronizedPml pml;
  private final SharedProgress progress;
  private final PmlCommunicator inner;
  private final int[] processes;
  private Supplier<String> label = () -> "a communicator";

  SynchronizedCommunicator(SynchronizedPml pml, PmlCommunicator inner, int[] processes) {
    this.pml = pml;
    this.progress = pml.shared();
    this.inner = inner;
    this.processes = processes;
  }

  PmlCommunicator inner() {
    return inner;
  }

  @Override
  public void setLabel(Supplier<String> newLabel) {
    progress.enter();
    try {
      label = newLabel;
      inner.setLabel(newLabel);
    } finally {
      progress.leave();
    }
  }

  @Override
  public String label() {
    return label.get();
  }

  @Override
  public int rank() {
    return inner.rank();
  }

  @Override
  public int size() {
    return inner.size();
  }

  @Override
  public void send(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    progress.enter();
    try {
      PmlRequest request = startSend(mode, buffer, count, type, destination, tag);
      progress.await(request);
      inner.endSend(request, destination);
    } finally {
      progress.leave();
    }
  }

  @Override
  public PmlRequest startSend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    progress.enter();
    try {
      PmlRequest request = inner.startSend(mode, buffer, count, type, destination, tag);
      countLocal(destination);
      return request;
    } finally {
      progress.leave();
    }
  }

  @Override
  public void endSend(PmlRequest request, int destination) {
    progress.enter();
    try {
      inner.endSend(request, destination);
    } finally {
      progress.leave();
    }
  }

  @Override
  public PmlRequest isend(
      SendMode mode, Object buffer, int count, TypeMap type, int destination, int tag) {
    progress.enter();
    try {
      PmlRequest request = inner.isend(mode, buffer, count, type, destination, tag);
      countLocal(destination);
      return request;
    } finally {
      progress.leave();
    }
  }

  /** A message to itself can be received at once, and its receive ends the send. */
  private void countLocal(int peer) {
    if (peer == inner.rank()) {
      progress.countLocalEvent();
    }
  }

  @Override
  public void recv(
      Object buffer, int count, TypeMap type, int source, int tag, MessageStatus status) {
    progress.enter();
    try {
      PmlRequest request = irecv(buffer, count, type, source, tag);
      progress.await(request);
      request.copyStatus(status);
      pml.release(request);
    } finally {
      progress.leave();
    }
  }

  @Override
  public PmlRequest irecv(Object buffer, int count, TypeMap type, int source, int tag) {
    progress.enter();
    try {
      PmlRequest request = inner.irecv(buffer, count, type, source, tag);
      countLocal(source == ANY_SOURCE ? inner.rank() : source);
      return request;
    } finally {
      progress.leave();
    }
  }

  @Override
  public String failureOf(int source) {
    progress.enter();
    try {
      return inner.failureOf(source);
    } finally {
      progress.leave();
    }
  }

  @Override
  public void probe(int source, int tag, MessageStatus status) {
    progress.enter();
    try {
      progress.await(probing(source, tag), () -> inner.iprobe(source, tag, status));
    } finally {
      progress.leave();
    }
  }

  @Override
  public boolean iprobe(int source, int tag, MessageStatus status) {
    boolean found;
    progress.enter();
    try {
      found = inner.iprobe(source, tag, status);
    } finally {
      progress.leave();
    }
    if (!found) {
      progress.makeWay();
    }
    return found;
  }

  @Override
  public PmlMessage match(int source, int tag) {
    PmlMessage[] found = new PmlMessage[1];
    progress.enter();
    try {
      progress.await(
          probing(source, tag),
          () -> {
            // Asked again after it has held, it must not take another message.
            found[0] = found[0] == null ? inner.matchNow(source, tag) : found[0];
            return found[0] != null;
          });
    } finally {
      progress.leave();
    }
    return new SynchronizedMessage(progress, found[0]);
  }

  @Override
  public PmlMessage matchNow(int source, int tag) {
    PmlMessage found;
    progress.enter();
    try {
      found = inner.matchNow(source, tag);
    } finally {
      progress.leave();
    }
    if (found == null) {
      progress.makeWay();
      return null;
    }
    return new SynchronizedMessage(progress, found);
  }

  private Awaited probing(int source, int tag) {
    return wait -> {
      String from = source == ANY_SOURCE ? "any source" : "rank " + source;
      String withTag = tag == ANY_TAG ? "any tag" : "tag " + tag;
      wait.operation("probe for a message from " + from + ", " + withTag + ", " + label.get());
      needSource(source, wait);
    };
  }

  private void needSource(int source, WaitDescription wait) {
    if (source != ANY_SOURCE) {
      wait.needs(processes[source]);
      return;
    }
    wait.anyOneDoes();
    for (int process : processes) {
      wait.needs(process);
    }
  }

  @Override
  public void setVariableThreshold(long thresholdBytes) {
    progress.enter();
    try {
      inner.setVariableThreshold(thresholdBytes);
    } finally {
      progress.leave();
    }
  }
}
