package org.ob1j.pml.select;

import java.util.List;

/**
 * The receiver's choice of how the rest of a message comes, when it has been matched: the first row
 * that fits (source: "Communication Protocols in the ob1 PML").
 */
public final class ReceiveProtocolSelector {
  /**
   * One row of the table.
   *
   * @param when the condition in words
   */
  public record Row(String when, ReceiveCondition fits, ReceiveProtocol protocol) {}

  private static final List<Row> TABLE =
      List.of(
          new Row("nothing missing", ReceiveCondition.NOTHING_MISSING, ReceiveProtocol.ACKNOWLEDGE),
          new Row(
              "RNDV; either side not contiguous, or no put",
              ReceiveCondition.RNDV_WITHOUT_PUT,
              ReceiveProtocol.FRAGMENTS),
          new Row(
              "RNDV + CONTIG + PIN; put into usable memory",
              ReceiveCondition.RNDV_PINNED,
              ReceiveProtocol.DIRECT_PUT),
          new Row(
              "RNDV + CONTIG; longer than max_send_size; put into usable memory",
              ReceiveCondition.RNDV_LONG,
              ReceiveProtocol.PIPELINE),
          new Row(
              "RGET; both contiguous, or the transport gets blocks; get into usable memory",
              ReceiveCondition.RGET_BY_GET,
              ReceiveProtocol.DIRECT_GET),
          new Row(
              "RGET; both contiguous; put into usable memory",
              ReceiveCondition.RGET_BY_PUT,
              ReceiveProtocol.DIRECT_PUT),
          new Row("anything else", ReceiveCondition.ALWAYS, ReceiveProtocol.FRAGMENTS));

  private ReceiveProtocolSelector() {}

  /** The table, for printing and for tests. */
  public static List<Row> table() {
    return TABLE;
  }

  /** How the rest of a message comes. */
  public static ReceiveProtocol select(ReceiveTraits traits) {
    return select(TABLE, traits);
  }

  /** What another table would say. */
  static ReceiveProtocol select(List<Row> table, ReceiveTraits traits) {
    for (Row row : table) {
      if (row.fits().holds(traits)) {
        return row.protocol();
      }
    }
    throw new IllegalStateException("no row fits " + traits);
  }
}
