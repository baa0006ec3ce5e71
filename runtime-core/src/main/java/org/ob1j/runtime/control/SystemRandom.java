package org.ob1j.runtime.control;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/**
 * The kernel's random numbers, for secrets and nonces.
 *
 * <p>The JDK's own generator draws from the same source, but loading it costs every rank some 20 ms
 * of its start, for a few dozen bytes.
 */
public final class SystemRandom {
  private static final Path SOURCE = Path.of("/dev/urandom");

  private SystemRandom() {}

  /** A generator for any thread; the JDK's where the kernel offers no file. */
  public static SecureRandom open() {
    return Files.isReadable(SOURCE) ? new KernelRandom() : new SecureRandom();
  }

  private static final class KernelRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;

    KernelRandom() {
      super(new KernelSource(), null);
    }
  }

  private static final class KernelSource extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    @Override
    protected void engineSetSeed(byte[] seed) {
      // The kernel's generator needs none.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      try (DataInputStream source = new DataInputStream(Files.newInputStream(SOURCE))) {
        source.readFully(bytes);
      } catch (IOException unreadable) {
        throw new UncheckedIOException("cannot read " + SOURCE, unreadable);
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      byte[] seed = new byte[count];
      engineNextBytes(seed);
      return seed;
    }
  }
}
