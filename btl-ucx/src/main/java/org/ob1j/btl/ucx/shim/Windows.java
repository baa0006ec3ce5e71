package org.ob1j.btl.ucx.shim;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ob1j.runtime.memory.Memory;

/**
 * Views of memory that is UCX's, by address. A view is a window of 16 MiB on whatever is there;
 * windows overlap by half, so that a payload of up to 8 MiB lies in one. There are as many as there
 * are regions in which UCX keeps what it has received, so nothing is made for each message. Nobody
 * may read outside what UCX has told of.
 */
public final class Windows {
  /** The longest run of bytes that is in one window, wherever it begins. */
  static final int MAX_BYTES = Shim.OB1J_UCX_WINDOW_BYTES / 2;

  private long[] numbers = new long[4];
  private Memory[] memories = new Memory[4];
  private int count;
  private int last;

  /** The window that the bytes from an address on are in. */
  public Memory at(long address) {
    long number = address / MAX_BYTES;
    if (last < count && numbers[last] == number) {
      return memories[last];
    }
    for (int i = 0; i < count; i++) {
      if (numbers[i] == number) {
        last = i;
        return memories[i];
      }
    }
    return open(number);
  }

  /** Where in its window an address is. */
  public static int offset(long address) {
    return (int) (address % MAX_BYTES);
  }

  private Memory open(long number) {
    if (count == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * count);
      memories = Arrays.copyOf(memories, 2 * count);
    }
    ByteBuffer window = Shim.ob1j_ucx_window_at(number * MAX_BYTES);
    last = count++;
    numbers[last] = number;
    memories[last] = Memory.of(window);
    return memories[last];
  }
}
