package org.ob1j.btl;

import java.util.List;
import org.ob1j.runtime.parameter.Parameter;

/**
 * The parameters of a transport that say how a long message is cut up between puts and fragments.
 * Names, meanings and defaults are Open MPI's.
 *
 * @param sendLength bytes at the end of a pipelined message that go by fragments
 * @param fragSize longest piece of a pipelined message that goes by one put
 * @param minSize up to this length a message is registered and moved whole
 */
public record RdmaPipelineParameters(
    Parameter<Long> sendLength, Parameter<Long> fragSize, Parameter<Long> minSize) {

  /** The parameters of the transport of that name, with these defaults. */
  public static RdmaPipelineParameters of(
      String transport, long sendLength, long fragSize, long minSize) {
    return new RdmaPipelineParameters(
        Parameter.bytes(
            "btl_" + transport + "_rdma_pipeline_send_length",
            sendLength,
            0,
            Long.MAX_VALUE,
            "How much at the end of a message goes by fragments while the rest is put piece by"
                + " piece"),
        Parameter.bytes(
            "btl_" + transport + "_rdma_pipeline_frag_size",
            fragSize,
            Long.BYTES,
            Long.MAX_VALUE,
            "Longest piece of a message that is put piece by piece"),
        Parameter.bytes(
            "btl_" + transport + "_min_rdma_pipeline_size",
            minSize,
            0,
            Long.MAX_VALUE,
            "Longest message that is put or got whole where memory must be registered and does not"
                + " stay so (mpi_leave_pinned 0)"));
  }

  /** All of them. */
  public List<Parameter<?>> all() {
    return List.of(sendLength, fragSize, minSize);
  }
}
