package org.ob1j.btl.ucx.rdma;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ob1j.btl.ucx.shim.Shim;

/** Keys of a peer's that UCX has made usable; some that nobody uses stay for the next time. */
final class RemoteKeys {
  private static final int MAX_KEPT = 64;

  private final Map<ByteBuffer, RemoteKey> keys = new LinkedHashMap<>(MAX_KEPT, 0.75f, true);

  /** A key, and how many operations use it. */
  static final class RemoteKey {
    final long handle;
    private int users;

    private RemoteKey(long handle) {
      this.handle = handle;
    }

    void release() {
      users--;
    }
  }

  /** Null if UCX cannot use it. */
  RemoteKey acquire(long endpoint, byte[] key) {
    ByteBuffer name = ByteBuffer.wrap(key);
    RemoteKey known = keys.get(name);
    if (known == null) {
      long handle = Shim.ob1j_ucx_unpack_key(endpoint, KeyCodec.packed(key));
      if (handle == 0) {
        return null;
      }
      forgetSome();
      known = new RemoteKey(handle);
      keys.put(ByteBuffer.wrap(key.clone()), known);
    }
    known.users++;
    return known;
  }

  private void forgetSome() {
    Iterator<RemoteKey> oldest = keys.values().iterator();
    while (keys.size() >= MAX_KEPT && oldest.hasNext()) {
      RemoteKey key = oldest.next();
      if (key.users == 0) {
        Shim.ob1j_ucx_forget_key(key.handle);
        oldest.remove();
      }
    }
  }

  /** Forgets all: nothing is under way any more. */
  void clear() {
    keys.values().forEach(key -> Shim.ob1j_ucx_forget_key(key.handle));
    keys.clear();
  }
}
