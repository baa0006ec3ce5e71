package mpi;

import org.ob1j.runtime.pml.SendMode;

/** What error messages call an operation: class and method. */
final class Operations {
  private Operations() {}

  static String send(SendMode mode) {
    return switch (mode) {
      case STANDARD -> "Comm.send";
      case SYNCHRONOUS -> "Comm.sSend";
      case READY -> "Comm.rSend";
      case BUFFERED -> "Comm.bSend";
    };
  }

  static String startSend(SendMode mode) {
    return switch (mode) {
      case STANDARD -> "Comm.iSend";
      case SYNCHRONOUS -> "Comm.isSend";
      case READY -> "Comm.irSend";
      case BUFFERED -> "Comm.ibSend";
    };
  }

  static String initSend(SendMode mode) {
    return switch (mode) {
      case STANDARD -> "Comm.sendInit";
      case SYNCHRONOUS -> "Comm.sSendInit";
      case READY -> "Comm.rSendInit";
      case BUFFERED -> "Comm.bSendInit";
    };
  }
}
