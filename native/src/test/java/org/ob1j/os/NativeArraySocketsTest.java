package org.ob1j.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ob1j.btl.service.ArraySockets;
import org.ob1j.runtime.parameter.ParameterSet;

/** Between the two ends of a connection in this process. */
@Timeout(60)
class NativeArraySocketsTest {
  /** As many bytes are moved, which are whole elements of any kind. */
  private static final int ELEMENTS = 96;

  private final NativeArraySockets sockets = new NativeArraySockets();
  private final ByteBuffer list =
      ByteBuffer.allocateDirect(ArraySockets.MAX_PIECES * ArraySockets.PIECE_BYTES)
          .order(ByteOrder.nativeOrder());
  private SocketChannel near;
  private SocketChannel far;

  @BeforeEach
  void requireLibrary() {
    // Not the service, which may decline because of what else goes on in a JVM.
    assumeThat(NativeLibrary.unavailableReason(ParameterSet.of(Map.of("os_native", "yes"))))
        .isNull();
  }

  private void connect(String host) throws IOException {
    InetAddress address = InetAddress.getByName(host);
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(address, 0));
      near = SocketChannel.open(listener.getLocalAddress());
      far = listener.accept();
    }
  }

  @AfterEach
  void close() throws IOException {
    if (near != null) {
      near.close();
      far.close();
    }
  }

  private int open(SocketChannel channel) throws IOException {
    return sockets.open(
        (InetSocketAddress) channel.getLocalAddress(),
        (InetSocketAddress) channel.getRemoteAddress());
  }

  /** Lists pieces of three words each. */
  private long pieces(long... words) {
    list.clear().asLongBuffer().put(words);
    return sockets.addressOf(list);
  }

  /** Reads when there is something; the kernel may take a while to bring it. */
  private long readOnce(int reading, long pieces, int count, Object target) throws IOException {
    long bytes;
    do {
      bytes = sockets.read(reading, pieces, count, target);
    } while (bytes == 0);
    return bytes;
  }

  enum Kind {
    BYTES,
    CHARS,
    SHORTS,
    INTS,
    LONGS,
    FLOATS,
    DOUBLES;

    Object array(long seed) {
      Random random = new Random(seed);
      Object array =
          switch (this) {
            case BYTES -> new byte[ELEMENTS];
            case CHARS -> new char[ELEMENTS];
            case SHORTS -> new short[ELEMENTS];
            case INTS -> new int[ELEMENTS];
            case LONGS -> new long[ELEMENTS];
            case FLOATS -> new float[ELEMENTS];
            case DOUBLES -> new double[ELEMENTS];
          };
      for (int i = 0; seed != 0 && i < ELEMENTS; i++) {
        if (array instanceof char[] chars) {
          chars[i] = (char) random.nextInt();
        } else {
          java.lang.reflect.Array.setByte(array, i, (byte) random.nextInt());
        }
      }
      return array;
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldMoveArraysOfEveryKindWithMemoryAroundThem(Kind kind) throws IOException {
    connect("127.0.0.1");
    int writing = open(near);
    int reading = open(far);
    Object source = kind.array(3);
    Object target = kind.array(0);
    ByteBuffer header = ByteBuffer.allocateDirect(16).put(0, "0123456789abcdef".getBytes());
    ByteBuffer read = ByteBuffer.allocateDirect(64);
    long headerAt = sockets.addressOf(header);

    assertThat(
            sockets.write(
                writing,
                pieces(0, headerAt, 16, 1, 0, 7, 1, 7, ELEMENTS - 7, 0, headerAt, 3),
                4,
                source))
        .isEqualTo(16 + ELEMENTS + 3);
    long readAt = sockets.addressOf(read);
    assertThat(
            readOnce(reading, pieces(0, readAt, 16, 1, 0, ELEMENTS, 0, readAt + 16, 48), 3, target))
        .isEqualTo(16 + ELEMENTS + 3);

    assertThat(read.slice(0, 16)).isEqualTo(header);
    assertThat(read.slice(16, 3)).isEqualTo(header.slice(0, 3));
    Object expected = kind.array(0);
    int wholeElements = ELEMENTS / bytesOf(kind);
    System.arraycopy(source, 0, expected, 0, wholeElements);
    assertThat(target).isEqualTo(expected);
    sockets.close(writing);
    sockets.close(reading);
  }

  private static int bytesOf(Kind kind) {
    return switch (kind) {
      case BYTES -> 1;
      case CHARS, SHORTS -> 2;
      case INTS, FLOATS -> 4;
      case LONGS, DOUBLES -> 8;
    };
  }

  @Test
  void shouldNeverWaitAndTellTheEndOfTheStream() throws IOException {
    connect("127.0.0.1");
    int reading = open(near);
    byte[] target = new byte[10];
    assertThat(sockets.read(reading, pieces(1, 0, 10), 1, target)).isZero();
    far.close();
    assertThat(readOnce(reading, pieces(1, 0, 10), 1, target))
        .isEqualTo(ArraySockets.END_OF_STREAM);
    sockets.close(reading);
    assertThatThrownBy(() -> sockets.read(reading, pieces(1, 0, 10), 1, target))
        .isInstanceOf(IOException.class)
        .hasMessage("read: Bad file descriptor");
    assertThatThrownBy(() -> sockets.write(reading, pieces(1, 0, 10), 1, target))
        .hasMessage("write: Bad file descriptor");
    assertThatThrownBy(() -> sockets.close(reading)).hasMessageContaining("cannot be closed");
  }

  @Test
  void shouldFindSocketsOfIpv6() throws IOException {
    assumeThat(hasIpv6()).isTrue();
    connect("::1");
    int writing = open(near);
    assertThat(sockets.write(writing, pieces(1, 2, 3), 1, new byte[] {0, 1, 2, 3, 4})).isEqualTo(3);
    ByteBuffer read = ByteBuffer.allocate(10);
    assertThat(far.read(read)).isEqualTo(3);
    assertThat(read.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3, 4}));
    sockets.close(writing);
  }

  private static boolean hasIpv6() {
    try (ServerSocketChannel any = ServerSocketChannel.open(StandardProtocolFamily.INET6)) {
      any.bind(new InetSocketAddress("::1", 0));
      return true;
    } catch (IOException | UnsupportedOperationException without) {
      return false;
    }
  }

  @Test
  void shouldNameTheSocketThatIsNotThere() throws IOException {
    connect("127.0.0.1");
    InetSocketAddress local = (InetSocketAddress) near.getLocalAddress();
    assertThatThrownBy(() -> sockets.open(local, local))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "no descriptor for the socket from %s to %s: No such file or directory", local, local);
  }

  @Test
  void shouldKeepWritingToTheSameSocketWhenItsChannelIsClosed() throws IOException {
    connect("127.0.0.1");
    int writing = open(near);
    near.close();
    try (SocketChannel another = SocketChannel.open()) {
      assertThat(sockets.write(writing, pieces(1, 0, 2), 1, new byte[] {1, 2})).isEqualTo(2);
      assertThat(another.isConnected()).isFalse();
    }
    ByteBuffer read = ByteBuffer.allocate(10);
    assertThat(far.read(read)).isEqualTo(2);
    sockets.close(writing);
    assertThat(far.read(read)).isEqualTo(-1);
  }
}
