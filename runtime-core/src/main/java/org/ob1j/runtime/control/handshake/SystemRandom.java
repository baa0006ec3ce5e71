package org.ob1j.runtime.control.handshake;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;

/**
 * The kernel's random numbers, for secrets and nonces.
 *
 * <p>The JDK's own generator draws from the same source, but loading it costs every rank some 20 ms
 * of its start, for a few dozen bytes.
 */
public final class SystemRandom {
  private static final String SOURCE = "/dev/urandom";

  private SystemRandom() {}

  /** A generator for any thread; the JDK's where the kernel offers no file. */
  public static SecureRandom open() {
    try {
      return new KernelRandom(new FileInputStream(SOURCE));
    } catch (FileNotFoundException noSuchFile) {
      return new SecureRandom();
    }
  }

  private static final class KernelRandom extends SecureRandom {
    private static final long serialVersionUID = 1L;

    KernelRandom(FileInputStream source) {
      super(new KernelSource(source), null);
    }
  }

  private static final class KernelSource extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;

    /** Kept open, so that it works where descriptors have run out; closed once unreachable. */
    private final transient FileInputStream source;

    KernelSource(FileInputStream source) {
      this.source = source;
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      // The kernel's generator needs none.
    }

    @Override
    protected void engineNextBytes(byte[] bytes) {
      try {
        if (source.readNBytes(bytes, 0, bytes.length) < bytes.length) {
          throw new EOFException("it has ended");
        }
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
