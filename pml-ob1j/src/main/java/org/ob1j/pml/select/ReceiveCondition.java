package org.ob1j.pml.select;

/**
 * What rows of {@link ReceiveProtocolSelector} ask of a message. No functions: to link one costs a
 * rank as long as to load all of these, when it first asks.
 */
public enum ReceiveCondition {
  NOTHING_MISSING,
  RNDV_WITHOUT_PUT,
  RNDV_PINNED,
  RNDV_LONG,
  RGET_BY_GET,
  RGET_BY_PUT,
  ALWAYS;

  /** Whether a message is so. */
  public boolean holds(ReceiveTraits traits) {
    return switch (this) {
      case NOTHING_MISSING -> traits.missingBytes() == 0;
      case RNDV_WITHOUT_PUT ->
          !traits.isGet() && (!traits.bothContiguous() || !traits.transportPuts());
      case RNDV_PINNED -> !traits.isGet() && traits.announced().isPinned() && traits.puts();
      case RNDV_LONG ->
          !traits.isGet() && traits.wantedBytes() > traits.maxSendBytes() && traits.puts();
      case RGET_BY_GET ->
          traits.isGet() && (traits.bothContiguous() || traits.getsBlocks()) && traits.gets();
      case RGET_BY_PUT -> traits.isGet() && traits.bothContiguous() && traits.puts();
      case ALWAYS -> true;
    };
  }
}
