package org.ob1j.btl;

/**
 * Which order an endpoint keeps among operations in default order (source: "Ordering Rules for
 * FI_MSG and FI_RDM Endpoints").
 *
 * @param sendAfterSend a send is delivered after every earlier send
 * @param sendAfterPut a send is delivered after every earlier put has arrived
 * @param putAfterPut puts arrive in the order in which they were issued
 * @param getAfterPut a get sees every earlier put
 */
public record BtlOrder(
    boolean sendAfterSend, boolean sendAfterPut, boolean putAfterPut, boolean getAfterPut) {
  /** Everything in order, as one byte stream or one queue has it. */
  public static final BtlOrder STRICT = new BtlOrder(true, true, true, true);

  /** No order at all. */
  public static final BtlOrder NONE = new BtlOrder(false, false, false, false);
}
