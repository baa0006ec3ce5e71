package org.ob1j.pml.select;

import org.ob1j.runtime.pml.SendMode;

/**
 * What rows of {@link SendProtocolSelector} ask of a message. No functions: to link one costs a
 * rank as long as to load all of these, when it first asks.
 */
public enum SendCondition {
  EAGER_WORTH_A_COPY,
  EAGER_IN_PLACE,
  EAGER_IMMEDIATE,
  EAGER_NOT_SYNCHRONOUS,
  EAGER,
  BUFFERED,
  WHOLE_BY_GET,
  WHOLE_BY_RDMA,
  CONTIGUOUS,
  BLOCKS_BY_GET,
  ALWAYS;

  /** Whether a message is so. */
  public boolean holds(SendTraits traits) {
    return switch (this) {
      case EAGER_WORTH_A_COPY -> traits.isWorthACopy() && EAGER_IMMEDIATE.holds(traits);
      case EAGER_IN_PLACE ->
          traits.fitsEager()
              && traits.isStandardOrReady()
              && traits.lengthBytes() > 0
              && traits.sendsInPlace()
              && traits.usableInPlace();
      case EAGER_IMMEDIATE -> EAGER_NOT_SYNCHRONOUS.holds(traits) && traits.fitsImmediate();
      case EAGER_NOT_SYNCHRONOUS -> traits.fitsEager() && traits.mode() != SendMode.SYNCHRONOUS;
      case EAGER -> traits.fitsEager();
      case BUFFERED -> traits.mode() == SendMode.BUFFERED;
      case WHOLE_BY_GET -> traits.movesWholeByRdma() && traits.rdma().gets();
      case WHOLE_BY_RDMA -> traits.movesWholeByRdma();
      case CONTIGUOUS -> traits.contiguous();
      case BLOCKS_BY_GET -> traits.rdma().getsBlocks();
      case ALWAYS -> true;
    };
  }
}
