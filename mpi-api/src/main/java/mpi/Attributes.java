package mpi;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashMap;
import java.util.Map;

/**
 * What users have attached to an object, by key (MPI standard, "Caching"). Values are kept as
 * serialized copies, as Open MPI's bindings do. Any thread may use it.
 */
final class Attributes {
  /** Without values immutable: few objects have any. */
  private Map<Integer, byte[]> values = Map.of();

  /** Keeps a copy of a value, in place of what there was. */
  synchronized void set(int keyval, Object value) {
    byte[] kept = serialized(value);
    if (values.isEmpty()) {
      values = new HashMap<>();
    }
    values.put(keyval, kept);
  }

  /** Also of a key that has been freed since: attributes outlive their keys. */
  synchronized boolean has(int keyval) {
    return values.containsKey(keyval);
  }

  /** A copy of a value; null if there is none. */
  synchronized Object get(int keyval) {
    byte[] value = values.get(keyval);
    return value == null ? null : deserialized(value);
  }

  /** Returns false if there is none. */
  synchronized boolean delete(int keyval) {
    return has(keyval) && values.remove(keyval) != null;
  }

  /** The same for a duplicate of the object. */
  synchronized Attributes copy() {
    Attributes copy = new Attributes();
    if (!values.isEmpty()) {
      copy.values = new HashMap<>(values);
    }
    return copy;
  }

  private static byte[] serialized(Object value) {
    var bytes = new ByteArrayOutputStream();
    try (var stream = new ObjectOutputStream(bytes)) {
      stream.writeObject(value);
    } catch (IOException failed) {
      throw new MPIException(failed);
    }
    return bytes.toByteArray();
  }

  private static Object deserialized(byte[] value) {
    try (var stream = new ObjectInputStream(new ByteArrayInputStream(value))) {
      return stream.readObject();
    } catch (IOException | ClassNotFoundException failed) {
      throw new MPIException(failed);
    }
  }
}
