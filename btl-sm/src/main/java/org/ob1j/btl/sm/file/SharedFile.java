package org.ob1j.btl.sm.file;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.ob1j.runtime.memory.Memory;

/**
 * A file of this process that other processes map.
 *
 * <p>On Linux, {@code DELETE_ON_CLOSE} makes the JDK unlink the file right after opening it, so
 * that nothing is left however the process ends; others open it through {@code /proc/PID/fd/N}.
 * Where there is no such directory, or the user wants it so, the file keeps its name until {@link
 * #unlink}.
 */
public final class SharedFile implements AutoCloseable {
  /** In place of a descriptor: the file is found by its name. */
  public static final int BY_NAME = -1;

  private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");
  private static final int WRITE_BYTES = 256 * 1024;

  private final Path path;
  private final FileChannel channel;
  private final int descriptor;
  private final Memory memory;

  /** Null if the file was mapped when it was created. */
  private final ByteBuffer zeros;

  private boolean named;

  private SharedFile(Path path, FileChannel channel, int descriptor, Memory memory) {
    this.path = path;
    this.channel = channel;
    this.descriptor = descriptor;
    this.memory = memory;
    zeros = memory == null ? ByteBuffer.allocateDirect(WRITE_BYTES) : null;
    named = descriptor == BY_NAME;
  }

  /**
   * Creates a zeroed file and maps it.
   *
   * @param byName keep the name, even where it is not needed
   * @throws IOException if there is no room, or no permission; nothing is left then
   */
  public static SharedFile create(Path directory, String name, int lengthBytes, boolean byName)
      throws IOException {
    Path path = directory.toRealPath().resolve(name);
    boolean keepName = byName || !Files.isDirectory(OWN_DESCRIPTORS);
    Set<OpenOption> options =
        keepName
            ? Set.of(CREATE_NEW, READ, WRITE)
            : Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE);
    FileChannel channel = FileChannel.open(path, options);
    try {
      if (keepName && !owns(channel, path)) {
        channel.close();
        return create(directory, name, lengthBytes, byName);
      }
      writeZeros(
          channel, ByteBuffer.allocateDirect(Math.min(WRITE_BYTES, lengthBytes)), 0, lengthBytes);
      Memory memory = Memory.of(channel.map(FileChannel.MapMode.READ_WRITE, 0, lengthBytes));
      int descriptor = keepName ? BY_NAME : descriptorOf(path);
      return new SharedFile(path, channel, descriptor, memory);
    } catch (IOException | RuntimeException failed) {
      channel.close();
      Files.deleteIfExists(path);
      throw failed;
    }
  }

  /**
   * Locks a file that keeps its name, as {@link AbandonedFiles} wants it; false if another process
   * has just removed it, which it found unlocked.
   */
  private static boolean owns(FileChannel channel, Path path) throws IOException {
    channel.lock();
    return Files.exists(path);
  }

  /**
   * Creates a file that has a length, no memory but for its last page, and no name any more, and
   * does not map it.
   *
   * @throws IOException if there is no room, no permission, or no way to tell the descriptor
   */
  public static SharedFile createSparse(Path directory, String name, long lengthBytes)
      throws IOException {
    Path path = directory.toRealPath().resolve(name);
    FileChannel channel = FileChannel.open(path, Set.of(CREATE_NEW, READ, WRITE, DELETE_ON_CLOSE));
    try {
      channel.write(ByteBuffer.allocate(1), lengthBytes - 1);
      return new SharedFile(path, channel, descriptorOf(path), null);
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /** A mapping that outlives its parts, from the beginning on; null where there is no such. */
  public MappedSegment mapSegment(long lengthBytes) throws IOException {
    return MappedSegment.map(channel, lengthBytes);
  }

  /**
   * Maps a part of the file, for as long as the buffer is referred to.
   *
   * @param position a multiple of the page size
   */
  public ByteBuffer map(long position, int lengthBytes) throws IOException {
    return channel.map(FileChannel.MapMode.READ_WRITE, position, lengthBytes);
  }

  /** Writes the whole of a buffer. */
  public void write(ByteBuffer source, long position) throws IOException {
    for (long at = position; source.hasRemaining(); ) {
      at += channel.write(source, at);
    }
  }

  /** Writes zeros, so that the memory is there. Any thread may call this. */
  public void writeZeros(long position, int lengthBytes) throws IOException {
    writeZeros(channel, zeros.duplicate(), position, lengthBytes);
  }

  /** Clears a part of what is mapped. Any thread may call this. */
  public void putZeros(ByteBuffer target, int position, int lengthBytes) {
    for (int done = 0; done < lengthBytes; done += WRITE_BYTES) {
      target.put(position + done, zeros, 0, Math.min(WRITE_BYTES, lengthBytes - done));
    }
  }

  public boolean isOpen() {
    return channel.isOpen();
  }

  /** Shortens the file. Whoever touches what is cut off will get an error or end. */
  public void truncate(long lengthBytes) throws IOException {
    channel.truncate(lengthBytes);
  }

  /**
   * Maps another process's file.
   *
   * @param path its path, used if the descriptor is {@link #BY_NAME}
   * @throws IOException if it cannot be opened or is not as long as it should be
   */
  public static Memory open(long processId, int descriptor, Path path, int lengthBytes)
      throws IOException {
    try (FileChannel channel = openOther(processId, descriptor, path)) {
      // Touching a mapping beyond the file's end would kill the process.
      if (channel.size() != lengthBytes) {
        throw new IOException(
            path + " has " + channel.size() + " bytes; it must have " + lengthBytes);
      }
      return map(channel, 0, lengthBytes);
    }
  }

  /**
   * Opens another process's file.
   *
   * @param path its path, used if the descriptor is {@link #BY_NAME}
   */
  public static FileChannel openOther(long processId, int descriptor, Path path)
      throws IOException {
    Path there =
        descriptor == BY_NAME
            ? path
            : Path.of("/proc", Long.toString(processId), "fd", Integer.toString(descriptor));
    if (!Files.isRegularFile(there)) {
      throw new NoSuchFileException(
          there.toString(), null, "it is not a file that this process can see");
    }
    return FileChannel.open(there, READ, WRITE);
  }

  /** Maps a part of a file that is as long as that; beyond its end it would be made longer. */
  public static Memory map(FileChannel channel, long position, int lengthBytes) throws IOException {
    return Memory.of(channel.map(FileChannel.MapMode.READ_WRITE, position, lengthBytes));
  }

  /** Writes zeros, so that the memory is there. */
  public static void writeZeros(FileChannel channel, long position, int lengthBytes)
      throws IOException {
    writeZeros(channel, ByteBuffer.allocateDirect(lengthBytes), position, lengthBytes);
  }

  /** Maps a part that another process has added; null if the file is not as long as that. */
  public Memory mapAdded(long position, int lengthBytes) throws IOException {
    return channel.size() < position + lengthBytes ? null : map(channel, position, lengthBytes);
  }

  /** The whole file; null if it was created unmapped. */
  public Memory memory() {
    return memory;
  }

  /** The descriptor that peers open, or {@link #BY_NAME}. */
  public int descriptor() {
    return descriptor;
  }

  public Path path() {
    return path;
  }

  public boolean isNamed() {
    return named;
  }

  /** Takes the name away, once everybody who needs the file has it. */
  public void unlink() throws IOException {
    if (named) {
      named = false;
      Files.deleteIfExists(path);
    }
  }

  /** Closes the descriptor. What is mapped stays mapped, here and at peers. */
  @Override
  public void close() throws IOException {
    try {
      unlink();
    } finally {
      channel.close();
    }
  }

  /** Touching a page of a sparse file on a full tmpfs would fail, and by a signal. */
  private static void writeZeros(
      FileChannel channel, ByteBuffer zeros, long position, long lengthBytes) throws IOException {
    long written = 0;
    while (written < lengthBytes) {
      zeros.clear().limit((int) Math.min(zeros.capacity(), lengthBytes - written));
      written += channel.write(zeros, position + written);
    }
  }

  /** Looks at the highest first: it is one of them, unless others have been closed. */
  private static int descriptorOf(Path path) throws IOException {
    String unlinked = path + " (deleted)";
    NavigableSet<Integer> descriptors = new TreeSet<>();
    try (DirectoryStream<Path> links = Files.newDirectoryStream(OWN_DESCRIPTORS)) {
      for (Path link : links) {
        descriptors.add(Integer.valueOf(link.getFileName().toString()));
      }
    }
    for (int descriptor : descriptors.descendingSet()) {
      if (unlinked.equals(target(OWN_DESCRIPTORS.resolve(Integer.toString(descriptor))))) {
        return descriptor;
      }
    }
    throw new IOException(path + " is open, but not found in " + OWN_DESCRIPTORS);
  }

  /** Where a descriptor leads, or nothing if it is no link, or was closed meanwhile. */
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException noLink) {
      return "";
    }
  }
}
