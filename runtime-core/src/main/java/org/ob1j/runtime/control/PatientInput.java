package org.ob1j.runtime.control;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;

/**
 * What a socket receives; reading fails after a silence in which this process has been awake. A
 * socket's own time limit counts while the process is frozen, too (a container that is paused, a
 * virtual machine that is moved, a debugger), so that a limit would be over when it is thawed. Of
 * several short limits only the one in which it was frozen is.
 */
final class PatientInput extends FilterInputStream {
  private int limits = 1;

  PatientInput(InputStream socket) {
    super(socket);
  }

  /** After how many of the socket's own time limits, one after the other, reading fails. */
  void setLimits(int newLimits) {
    limits = newLimits;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int lengthBytes) throws IOException {
    int missed = 0;
    while (true) {
      try {
        return super.read(bytes, offset, lengthBytes);
      } catch (SocketTimeoutException silence) {
        missed++;
        if (missed >= limits) {
          throw silence;
        }
      }
    }
  }
}
