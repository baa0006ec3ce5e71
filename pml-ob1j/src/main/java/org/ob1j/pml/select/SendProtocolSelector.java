package org.ob1j.pml.select;

import java.util.List;
import java.util.function.Predicate;
import org.ob1j.runtime.pml.SendMode;

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
  public record Row(String when, Predicate<SendTraits> fits, SendProtocol protocol) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(
              "at most the copy limit and the eager limit; not synchronous; sends immediately",
              t ->
                  t.isWorthACopy()
                      && t.fitsEager()
                      && t.mode() != SendMode.SYNCHRONOUS
                      && t.fitsImmediate(),
              SendProtocol.EAGER_IMMEDIATE),
          new Row(
              "at most the eager limit; standard or ready; not empty; sends in place",
              t ->
                  t.fitsEager()
                      && t.isStandardOrReady()
                      && t.lengthBytes() > 0
                      && t.sendsInPlace()
                      && t.usableInPlace(),
              SendProtocol.EAGER_PREPARED),
          new Row(
              "at most the eager limit; standard, ready or buffered; sends immediately",
              t -> t.fitsEager() && t.mode() != SendMode.SYNCHRONOUS && t.fitsImmediate(),
              SendProtocol.EAGER_IMMEDIATE),
          new Row(
              "at most the eager limit; standard, ready or buffered",
              t -> t.fitsEager() && t.mode() != SendMode.SYNCHRONOUS,
              SendProtocol.EAGER_ALLOCATED),
          new Row(
              "at most the eager limit; synchronous",
              SendTraits::fitsEager,
              SendProtocol.RNDV_COMPLETE),
          new Row(
              "longer; buffered",
              t -> t.mode() == SendMode.BUFFERED,
              SendProtocol.BUFFERED_PIPELINE),
          new Row(
              "longer; contiguous; RDMA, and registration costs nothing, or is needed anyhow, or"
                  + " min_rdma_pipeline_size allows it; get",
              t -> t.movesWholeByRdma() && t.rdma().gets(),
              SendProtocol.RDMA_DIRECT_GET),
          new Row(
              "the same, without get", SendTraits::movesWholeByRdma, SendProtocol.RDMA_DIRECT_PUT),
          new Row("longer; contiguous", SendTraits::contiguous, SendProtocol.RDMA_PIPELINE),
          new Row(
              "longer; in blocks that the receiver can get",
              t -> t.rdma().getsBlocks(),
              SendProtocol.RDMA_BLOCK_GET),
          new Row("longer; otherwise", t -> true, SendProtocol.SEND_RECEIVE_PIPELINE));

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
      if (row.fits().test(traits)) {
        return row.protocol();
      }
    }
    throw new IllegalStateException("no row fits " + traits);
  }
}
