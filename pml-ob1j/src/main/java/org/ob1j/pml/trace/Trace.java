package org.ob1j.pml.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.ob1j.bml.TransportWrapper;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.runtime.parameter.ParameterException;

/**
 * The file of a process into which every header is written. A line is in the file before the header
 * is acted upon, so that what the process did last can be read after it has died.
 *
 * <p>One thread at a time may use it, as it may the engine.
 */
public final class Trace implements TransportWrapper {
  private static final double NANOS_A_SECOND = 1e9;

  private final Path file;
  private final Writer writer;
  private final long startNanos = System.nanoTime();
  private TracingReceiver receiver;
  private int openModules;

  private Trace(Path file, Writer writer) {
    this.file = file;
    this.writer = writer;
  }

  /**
   * Begins the file of a process: the given name, a dot, and the rank.
   *
   * @param parameter the parameter that names the file, for messages
   * @throws ParameterException if the file cannot be written
   */
  public static Trace open(String parameter, String name, int rank) {
    Path file = Path.of(name + "." + rank);
    try {
      return new Trace(file, Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    } catch (IOException unwritable) {
      throw new ParameterException(
          parameter + " is '" + name + "'; " + file + " cannot be written: " + unwritable);
    }
  }

  /** A receiver that writes what arrives and hands it to another. Ask once. */
  @Override
  public BtlReceiver wrap(BtlReceiver to) {
    receiver = new TracingReceiver(this, to);
    return receiver;
  }

  /** Modules that write what leaves and hand it to these. Ask after the receiver. */
  @Override
  public List<BtlModule> wrap(List<BtlModule> modules) {
    return modules.stream().map(this::wrap).toList();
  }

  private BtlModule wrap(BtlModule module) {
    TracingModule wrapper = new TracingModule(this, module);
    receiver.wrapped(module, wrapper);
    openModules++;
    return wrapper;
  }

  /** Writes what happened: the seconds since the start, what, the peer, the module, more. */
  void line(String what, int peer, BtlModule module, String more) {
    double seconds = (System.nanoTime() - startNanos) / NANOS_A_SECOND;
    try {
      writer.write(
          String.format(
              Locale.ROOT, "%.6f %s %d %s %s%n", seconds, what, peer, module.name(), more));
      writer.flush();
    } catch (IOException failed) {
      throw new UncheckedIOException("the trace " + file + " cannot be written", failed);
    }
  }

  /** A module has closed; the last closes the file. */
  void moduleClosed() {
    if (--openModules > 0) {
      return;
    }
    try {
      writer.close();
    } catch (IOException failed) {
      throw new UncheckedIOException("the trace " + file + " cannot be closed", failed);
    }
  }
}
