package org.ob1j.pml.select;

import java.util.List;

/**
 * The sender's choice of a protocol: the first row that fits (source: "Communication Protocols in
 * the ob1 PML").
 *
 * <p>A message that the receiver has given no credit for is not eager, whatever its length: it
 * becomes a rendezvous without data, and if it is buffered, the buffered pipeline.
 */
public final class SendProtocolSelector {
  /**
   * One row of the table.
   *
   * @param when the condition in words
   */
  public record Row(String when, SendCondition fits, SendProtocol protocol) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(
              "at most the copy limit and the eager limit; not synchronous; sends immediately",
              SendCondition.EAGER_WORTH_A_COPY,
              SendProtocol.EAGER_IMMEDIATE),
          new Row(
              "at most the eager limit; standard or ready; not empty; sends in place",
              SendCondition.EAGER_IN_PLACE,
              SendProtocol.EAGER_PREPARED),
          new Row(
              "at most the eager limit; standard, ready or buffered; sends immediately",
              SendCondition.EAGER_IMMEDIATE,
              SendProtocol.EAGER_IMMEDIATE),
          new Row(
              "at most the eager limit; standard, ready or buffered",
              SendCondition.EAGER_NOT_SYNCHRONOUS,
              SendProtocol.EAGER_ALLOCATED),
          new Row(
              "at most the eager limit; synchronous",
              SendCondition.EAGER,
              SendProtocol.RNDV_COMPLETE),
          new Row("longer; buffered", SendCondition.BUFFERED, SendProtocol.BUFFERED_PIPELINE),
          new Row(
              "longer; contiguous; RDMA, and registration costs nothing, or is needed anyhow, or"
                  + " min_rdma_pipeline_size allows it; get",
              SendCondition.WHOLE_BY_GET,
              SendProtocol.RDMA_DIRECT_GET),
          new Row(
              "the same, without get", SendCondition.WHOLE_BY_RDMA, SendProtocol.RDMA_DIRECT_PUT),
          new Row("longer; contiguous", SendCondition.CONTIGUOUS, SendProtocol.RDMA_PIPELINE),
          new Row(
              "longer; in blocks that the receiver can get",
              SendCondition.BLOCKS_BY_GET,
              SendProtocol.RDMA_BLOCK_GET),
          new Row("longer; otherwise", SendCondition.ALWAYS, SendProtocol.SEND_RECEIVE_PIPELINE));

  private SendProtocolSelector() {}

  /** The table, for printing and for tests. */
  public static List<Row> table() {
    return TABLE;
  }

  /** The protocol for a message. */
  public static SendProtocol select(SendTraits traits) {
    return select(TABLE, traits);
  }

  /** What another table would say. */
  static SendProtocol select(List<Row> table, SendTraits traits) {
    for (Row row : table) {
      if (row.fits().holds(traits)) {
        return row.protocol();
      }
    }
    throw new IllegalStateException("no row fits " + traits);
  }
}
