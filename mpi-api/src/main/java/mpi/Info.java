package mpi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Hints to the library, or what it tells: keys with values, in the order in which the keys came
 * (MPI standard, "The Info Object"). Any thread may use it; it asks nothing of the library, so it
 * may be used before Init and after Finalize.
 */
public final class Info implements Freeable, Cloneable {
  /** Null for the null object, and once this has been freed. */
  private Map<String, String> values;

  private final boolean predefined;

  private Info(Map<String, String> values, boolean predefined) {
    this.values = values;
    this.predefined = predefined;
  }

  /** An object without keys (MPI standard, MPI_Info_create). */
  public Info() throws MPIException {
    this(new LinkedHashMap<>(), false);
  }

  /** The null object. */
  static Info none() {
    return new Info(null, true);
  }

  /** An object that users cannot free, without keys. */
  static Info predefined() {
    return new Info(new LinkedHashMap<>(), true);
  }

  /** For the library: sets a key of its own. */
  synchronized void tell(String key, String value) {
    values.put(key, value);
  }

  /**
   * Sets a key, in place of the value that it had (MPI standard, MPI_Info_set).
   *
   * @param key 1 to {@link MPI#MAX_INFO_KEY} characters
   * @param value 1 to {@link MPI#MAX_INFO_VAL} characters
   * @throws MPIException {@link MPI#ERR_INFO_KEY} or {@link MPI#ERR_INFO_VALUE} if one is not so
   *     long, {@link MPI#ERR_INFO} for the null object
   */
  public synchronized void set(String key, String value) throws MPIException {
    String operation = "Info.set";
    requireKey(operation, key);
    if (value == null || value.isEmpty() || value.length() > MPI.MAX_INFO_VAL) {
      throw MPI.raise(
          operation, ErrorClass.INFO_VALUE, lengthText("value", value, MPI.MAX_INFO_VAL));
    }
    live(operation).put(key, value);
  }

  /**
   * The value of a key; null if there is no such key (MPI standard, MPI_Info_get).
   *
   * @throws MPIException {@link MPI#ERR_INFO_KEY} for what cannot be a key, {@link MPI#ERR_INFO}
   *     for the null object
   */
  public synchronized String get(String key) throws MPIException {
    requireKey("Info.get", key);
    return live("Info.get").get(key);
  }

  /**
   * Takes a key away (MPI standard, MPI_Info_delete).
   *
   * @throws MPIException {@link MPI#ERR_INFO_NOKEY} if there is no such key
   */
  public synchronized void delete(String key) throws MPIException {
    requireKey("Info.delete", key);
    if (live("Info.delete").remove(key) == null) {
      throw MPI.raise("Info.delete", ErrorClass.INFO_NOKEY, "there is no key " + key);
    }
  }

  /** How many keys there are (MPI standard, MPI_Info_get_nkeys). */
  public synchronized int size() throws MPIException {
    return live("Info.size").size();
  }

  /**
   * A key by its number (MPI standard, MPI_Info_get_nthkey).
   *
   * @param i from 0 to {@link #size} − 1
   * @throws MPIException {@link MPI#ERR_INFO_KEY} if there are not so many
   */
  public synchronized String getKey(int i) throws MPIException {
    Map<String, String> all = live("Info.getKey");
    if (i < 0 || i >= all.size()) {
      throw MPI.raise(
          "Info.getKey", ErrorClass.INFO_KEY, "the number is " + i + "; there are " + all.size());
    }
    return new ArrayList<>(all.keySet()).get(i);
  }

  /** A new object with the same keys and values (MPI standard, MPI_Info_dup). */
  public synchronized Info dup() throws MPIException {
    return new Info(new LinkedHashMap<>(live("Info.dup")), false);
  }

  /** The same as {@link #dup} (MPI standard, MPI_Info_dup). */
  @Override
  public Info clone() {
    return dup();
  }

  /**
   * True for {@link MPI#INFO_NULL} and for an object that has been freed (MPI standard,
   * MPI_INFO_NULL).
   */
  public synchronized boolean isNull() {
    return values == null;
  }

  /**
   * Frees the object (MPI standard, MPI_Info_free).
   *
   * @throws MPIException {@link MPI#ERR_INFO} for {@link MPI#INFO_NULL} and {@link MPI#INFO_ENV}
   */
  @Override
  public synchronized void free() throws MPIException {
    live("Info.free");
    if (predefined) {
      throw MPI.raise("Info.free", ErrorClass.INFO, "the object is predefined and cannot be freed");
    }
    values = null;
  }

  private Map<String, String> live(String operation) {
    if (values == null) {
      throw MPI.raise(operation, ErrorClass.INFO, "the info object is null or has been freed");
    }
    return values;
  }

  private static void requireKey(String operation, String key) {
    if (key == null || key.isEmpty() || key.length() > MPI.MAX_INFO_KEY) {
      throw MPI.raise(operation, ErrorClass.INFO_KEY, lengthText("key", key, MPI.MAX_INFO_KEY));
    }
  }

  private static String lengthText(String what, String text, int most) {
    return text == null
        ? "the " + what + " is null"
        : "the " + what + " has " + text.length() + " characters; it must have 1 to " + most;
  }
}
