package org.ob1j.btl.sm.segment;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.runtime.job.ProcessName;
import org.ob1j.runtime.memory.Memory;

/**
 * A peer's segment, and in it the ring that this process has made to send to the peer.
 *
 * <pre>
 *   sender                                      owner of the segment
 *     | maps the header, checks it                |
 *     | takes the next ring's number              |
 *     | makes that part of the file, maps it      |
 *     | claims it                                 |
 *     | writes a frame                            |
 *     | sets the ring's bit in the doorbell ----> | maps that part, looks who has claimed it
 * </pre>
 *
 * A sender that dies before it has set the bit leaves a ring that nobody polls.
 *
 * @param header what concerns all who send to the peer
 * @param index the ring's number
 * @param ring see {@link SenderPartLayout}
 */
public record PeerSegment(Memory header, int index, Memory ring) {

  /**
   * Makes a ring in a peer's segment.
   *
   * @param self this process
   * @throws IOException if the segment is not the peer's, cannot be opened, or has no room
   */
  public static PeerSegment join(SegmentAddress address, ProcessName peer, ProcessName self)
      throws IOException {
    Path path = Path.of(address.path());
    try (FileChannel channel =
        SharedFile.openOther(address.processId(), address.descriptor(), path)) {
      if (channel.size() < SegmentLayout.HEADER_BYTES) {
        throw new IOException(
            "it has "
                + channel.size()
                + " bytes; at least "
                + SegmentLayout.HEADER_BYTES
                + " are possible");
      }
      Memory header = SharedFile.map(channel, 0, SegmentLayout.HEADER_BYTES);
      String refusal = SegmentLayout.refusal(header, peer);
      if (refusal != null) {
        throw new IOException(refusal);
      }
      int index = SegmentLayout.takeRing(header);
      if (index < 0) {
        throw new IOException(
            "no more processes can send to it; " + SegmentLayout.MAX_RINGS + " are the most");
      }
      long offset = SegmentLayout.ringOffset(index);
      SharedFile.writeZeros(channel, offset, SenderPartLayout.BYTES);
      Memory ring = SharedFile.map(channel, offset, SenderPartLayout.BYTES);
      SenderPartLayout.claim(ring, self);
      return new PeerSegment(header, index, ring);
    }
  }
}
