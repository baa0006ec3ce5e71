package org.ob1j.btl.ucx.shim;

import java.util.Arrays;

/** What UCX has begun, by the tokens that its events tell. */
public final class Operations {
  private Operation[] table = new Operation[64];
  private int[] freeTokens = new int[64];
  private int freeCount;
  private int made;

  /** Gives an operation its token, before UCX is told of it. */
  public <T extends Operation> T add(T operation) {
    if (freeCount == 0) {
      if (made == table.length) {
        table = Arrays.copyOf(table, 2 * made);
        freeTokens = Arrays.copyOf(freeTokens, 2 * made);
      }
      freeTokens[freeCount++] = made++;
    }
    operation.token = freeTokens[--freeCount];
    table[operation.token] = operation;
    return operation;
  }

  /** Takes an operation out that has ended, or that UCX has not begun. */
  public void remove(Operation operation) {
    table[operation.token] = null;
    freeTokens[freeCount++] = operation.token;
  }

  /** What the token of an event means. */
  public Operation of(long token) {
    return table[(int) token];
  }

  /** How many there are, those that wait for their first use included. */
  public int count() {
    return made - freeCount;
  }
}
