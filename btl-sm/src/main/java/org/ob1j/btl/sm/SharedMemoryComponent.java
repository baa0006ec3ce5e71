package org.ob1j.btl.sm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.ob1j.btl.BtlComponent;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlUnavailableException;
import org.ob1j.btl.service.SingleCopy;
import org.ob1j.btl.sm.copy.SingleCopyMemory;
import org.ob1j.btl.sm.file.AbandonedFiles;
import org.ob1j.btl.sm.file.SharedFile;
import org.ob1j.btl.sm.file.SharedFileNames;
import org.ob1j.btl.sm.ring.MemoryBudget;
import org.ob1j.btl.sm.segment.SegmentAddress;
import org.ob1j.btl.sm.segment.SegmentLayout;
import org.ob1j.runtime.datatype.NativeBlockCopy;
import org.ob1j.runtime.datatype.NativeBlocks;
import org.ob1j.runtime.job.HostIdentity;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.job.ProcessId;
import org.ob1j.runtime.memory.FoundService;
import org.ob1j.runtime.parameter.ParameterSet;

/** Opens the shared memory transport: makes this rank's segment and publishes where it is. */
public final class SharedMemoryComponent implements BtlComponent {
  private static final String MAKE_ROOM =
      "make room or name another directory with btl_sm_backing_directory";

  private final Iterable<SingleCopy> singleCopies;
  private final Iterable<NativeBlockCopy> blockCopies;

  /** For {@link ServiceLoader}. */
  public SharedMemoryComponent() {
    this(ServiceLoader.load(SingleCopy.class), ServiceLoader.load(NativeBlockCopy.class));
  }

  /** With services that another module may provide. */
  SharedMemoryComponent(Iterable<SingleCopy> singleCopies, Iterable<NativeBlockCopy> blockCopies) {
    this.singleCopies = singleCopies;
    this.blockCopies = blockCopies;
  }

  @Override
  public String name() {
    return "sm";
  }

  @Override
  public List<BtlModule> initialise(BtlContext context) {
    JobIdentity identity = context.identity();
    ParameterSet parameters = context.parameters();
    SharedMemorySettings settings = SharedMemorySettings.of(parameters);
    long freeBytes = freeBytes(settings.directory());
    refuseTooLittle(settings, identity.localSize(), freeBytes);
    SharedFile segment = createSegment(settings, identity);
    SegmentLayout.writeHeader(segment.memory(), context.processes().self());
    MemoryBudget budget =
        MemoryBudget.decide(
            freeBytes,
            settings.sharedBytes(),
            identity.localSize(),
            SegmentLayout.segmentBytes(identity.localSize() - 1),
            settings.payloadRingBytes());
    SegmentAddress address =
        new SegmentAddress(
            settings.attributes().maxSendSize(),
            ProcessId.current(),
            segment.descriptor(),
            host(segment),
            segment.path().toString());
    context.modex().put(SegmentAddress.MODEX_KEY, address.toBytes());
    SingleCopyMemory singleCopy =
        new SingleCopyMemory(
            FoundService.among(singleCopies, parameters), settings.singleCopy(), identity.rank());
    return List.of(
        new SharedMemoryModule(
            context,
            settings,
            segment,
            budget,
            address,
            singleCopy,
            new NativeBlocks(FoundService.among(blockCopies, parameters))));
  }

  private static String host(SharedFile segment) {
    return segment.descriptor() == SharedFile.BY_NAME
        ? HostIdentity.forFilesByName()
        : HostIdentity.current();
  }

  private static SharedFile createSegment(SharedMemorySettings settings, JobIdentity identity) {
    String name = SharedFileNames.of(identity.jobId(), identity.rank() + "");
    // An interrupt closes the file that a thread is at.
    boolean interrupted = Thread.interrupted();
    try {
      AbandonedFiles.remove(settings.directory(), settings.openByName());
      return SharedFile.create(
          settings.directory(), name, SegmentLayout.HEADER_BYTES, settings.openByName());
    } catch (IOException failed) {
      throw full(
          settings.directory(),
          SegmentLayout.HEADER_BYTES,
          freeBytes(settings.directory()),
          failed);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** What rings between all ranks of the host take must be there, whoever makes them when. */
  private static void refuseTooLittle(
      SharedMemorySettings settings, int localRanks, long freeBytes) {
    long neededBytes = (long) SegmentLayout.segmentBytes(localRanks - 1) * localRanks;
    if (settings.sharedBytes() != 0 && settings.sharedBytes() < neededBytes) {
      throw new BtlUnavailableException(
          String.format(
              "sm: btl_sm_shared_bytes is %d; %d ranks on this host need at least %d",
              settings.sharedBytes(), localRanks, neededBytes));
    }
    if (freeBytes < neededBytes) {
      throw new BtlUnavailableException(
          String.format(
              "sm: %d ranks on this host need %d bytes in %s, which has %d bytes free; %s",
              localRanks, neededBytes, settings.directory(), freeBytes, MAKE_ROOM));
    }
  }

  private static long freeBytes(Path directory) {
    try {
      if (!Files.isDirectory(directory) || !Files.isWritable(directory)) {
        throw new BtlUnavailableException(
            "sm: "
                + directory
                + " is not a directory that this process may write to; name another with"
                + " btl_sm_backing_directory");
      }
      return Files.getFileStore(directory).getUsableSpace();
    } catch (IOException failed) {
      throw new BtlUnavailableException(
          "sm: cannot tell how much " + directory + " has free: " + failed, failed);
    }
  }

  private static BtlUnavailableException full(
      Path directory, long neededBytes, long freeBytes, IOException cause) {
    return new BtlUnavailableException(
        String.format(
            "sm: cannot make a file of %d bytes in %s, which has %d bytes free (%s); %s",
            neededBytes, directory, freeBytes, cause.getMessage(), MAKE_ROOM),
        cause);
  }
}
