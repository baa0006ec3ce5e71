package mpi;

/** Attributes of communicators, those that the library itself attaches included. */
final class CommAttributes {
  static final Keyvals KEYS = new Keyvals("Comm");

  private static final int LAST_PREDEFINED_KEY = 9;

  private CommAttributes() {}

  /** Keeps a copy of a value. */
  static void set(Communicator communicator, int keyval, Object value) {
    communicator.require("Comm.setAttr", KEYS.check(keyval));
    communicator.attributes().set(keyval, value);
  }

  /** A copy of the value; null if there is none. */
  static Object get(Communicator communicator, int keyval) {
    if (keyval >= 0 && keyval <= LAST_PREDEFINED_KEY) {
      return PredefinedAttributes.get(communicator.process(), keyval);
    }
    Attributes attributes = communicator.attributes();
    if (!attributes.has(keyval)) {
      communicator.require("Comm.getAttr", KEYS.check(keyval));
    }
    return attributes.get(keyval);
  }

  static void delete(Communicator communicator, int keyval) {
    if (!communicator.attributes().delete(keyval)) {
      communicator.require("Comm.deleteAttr", KEYS.check(keyval));
      throw communicator.raise(
          "Comm.deleteAttr", ErrorClass.KEYVAL, "there is no attribute with key " + keyval);
    }
  }
}
