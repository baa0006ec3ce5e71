package org.ob1j.runtime.control.handshake;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;

/**
 * The opening of every connection between processes of a job: each side proves that it knows the
 * job's secret, and that it wants the same thing.
 *
 * <p>It works on byte arrays, so that a blocking socket and a non-blocking channel can use it
 * alike. The steps, with fixed sizes:
 *
 * <pre>
 *   connector                                            acceptor
 *     │ ── hello (128) ─────────────────────────────────► │  acceptHello
 *     │ ◄───────────────────── hello (128) + proof (32) ─ │
 *     │  acceptHello, acceptProof                         │
 *     │ ── proof (32) ──────────────────────────────────► │  acceptProof
 * </pre>
 *
 * A proof is HMAC-SHA256, keyed with the job's secret, over the role of the side that proves and
 * both hellos, so nothing in a hello can be altered, replayed or reflected, and a proof for one
 * purpose is none for another. An acceptor that refuses a hello of the right magic should still
 * send its own hello before it closes: then the connector can name both values too.
 *
 * <p>The hello, little-endian:
 *
 * <pre>
 *    0       1       2       3       4       5       6       7
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *  0|  magic "ob1j-mpi"                                             |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 *  8|    version    |  byte order   |purpose|job len|     zero      |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 * 16|             rank              |           peer rank           |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 * 24|  nonce (32 bytes)                                             |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 * 56|            channel            |             zero              |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 * 64|  job id (64 bytes, padded with zeros)                         |
 *   +-------+-------+-------+-------+-------+-------+-------+-------+
 * </pre>
 *
 * One thread at a time.
 */
public final class Handshake {
  /** The version of the control protocol and of the data wire; they move together. */
  public static final int VERSION = 2;

  /** Size of a hello, in bytes. */
  public static final int HELLO_BYTES = 128;

  /** Size of a proof, in bytes. */
  public static final int PROOF_BYTES = HmacSha256.BYTES;

  /** The rank by which mpirun goes in a hello. */
  public static final int LAUNCHER = -1;

  /** In an acceptor's hello: it does not know yet who connects. */
  public static final int ANY_RANK = -2;

  /** The longest job id, in bytes. */
  public static final int MAX_JOB_ID_BYTES = 64;

  static final int VERSION_OFFSET = 8;
  static final int BYTE_ORDER_OFFSET = 10;
  static final int PURPOSE_OFFSET = 12;
  static final int JOB_ID_LENGTH_OFFSET = 13;
  static final int RESERVED_OFFSET = 14;
  static final int RANK_OFFSET = 16;
  static final int PEER_RANK_OFFSET = 20;
  static final int NONCE_OFFSET = 24;
  static final int CHANNEL_OFFSET = 56;
  static final int RESERVED_2_OFFSET = 60;
  static final int JOB_ID_OFFSET = 64;
  private static final int NONCE_BYTES = 32;
  private static final byte[] MAGIC = "ob1j-mpi".getBytes(StandardCharsets.US_ASCII);
  private static final int OUR_BYTE_ORDER = 0x0102;
  private static final int SWAPPED_BYTE_ORDER = 0x0201;
  private static final byte[] CONNECTOR_LABEL = "connector".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] ACCEPTOR_LABEL = "acceptor".getBytes(StandardCharsets.US_ASCII);

  /** What a connection is for; a connection opened for one purpose is refused for another. */
  public enum Purpose {
    /** A rank's connection to mpirun. */
    CONTROL(1),
    /** A connection between two ranks, for messages. */
    DATA(2),
    /** A connection of the agent of a host to mpirun, or to an agent between them. */
    AGENT(3);

    private final int code;

    Purpose(int code) {
      this.code = code;
    }
  }

  /**
   * What one side says about itself.
   *
   * @param purpose what the connection is for
   * @param jobId the job, 1 to 64 ASCII letters and digits
   * @param rank this side's rank, or {@link #LAUNCHER}
   * @param peerRank the rank meant to be at the other end, {@link #LAUNCHER}, or, for an acceptor,
   *     {@link #ANY_RANK}
   * @param channel free for the purpose, such as the number of a link; the acceptor learns the
   *     connector's
   */
  public record Party(Purpose purpose, String jobId, int rank, int peerRank, int channel) {
    public Party {
      Objects.requireNonNull(purpose);
      if (!isJobId(jobId)) {
        throw new IllegalArgumentException(
            "job id '" + jobId + "' must be 1 to " + MAX_JOB_ID_BYTES + " letters and digits");
      }
    }
  }

  private final boolean connector;
  private final Party ours;
  private final byte[] secret;
  private final byte[] hello;
  private byte[] peerHello;
  private int peerRank;
  private int peerChannel;

  private Handshake(boolean connector, Party ours, byte[] secret, SecureRandom random) {
    this.connector = connector;
    this.ours = ours;
    this.secret = secret.clone();
    byte[] nonce = new byte[NONCE_BYTES];
    random.nextBytes(nonce);
    this.hello = write(ours, nonce);
  }

  /** The side that opened the connection. */
  public static Handshake connector(Party ours, byte[] secret, SecureRandom random) {
    return new Handshake(true, ours, secret, random);
  }

  /** The side that accepted the connection. */
  public static Handshake acceptor(Party ours, byte[] secret, SecureRandom random) {
    return new Handshake(false, ours, secret, random);
  }

  /** Whether a text can be a job id: 1 to 64 ASCII letters and digits. */
  public static boolean isJobId(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 128 || !Character.isLetterOrDigit(c)) {
        return false;
      }
    }
    return text.length() >= 1 && text.length() <= MAX_JOB_ID_BYTES;
  }

  /** Our hello, {@link #HELLO_BYTES} long. A copy. */
  public byte[] hello() {
    return hello.clone();
  }

  /**
   * Checks the peer's hello.
   *
   * @param theirs {@link #HELLO_BYTES} bytes as received; copied
   * @throws HandshakeException naming the field, what the peer said and what it should be
   */
  public void acceptHello(byte[] theirs) throws HandshakeException {
    ByteBuffer fields = ByteBuffer.wrap(theirs).order(ByteOrder.LITTLE_ENDIAN);
    if (theirs.length != HELLO_BYTES || !hasMagic(theirs)) {
      throw new HandshakeException(
          "the peer does not speak ob1j's protocol: it opened with '"
              + printable(Arrays.copyOf(theirs, Math.min(theirs.length, MAGIC.length)))
              + "' where '"
              + printable(MAGIC)
              + "' should be");
    }
    checkVersion(fields);
    checkPurpose(fields);
    checkJobId(theirs);
    checkRanks(fields);
    peerRank = fields.getInt(RANK_OFFSET);
    peerChannel = fields.getInt(CHANNEL_OFFSET);
    peerHello = theirs.clone();
  }

  /** Whether a hello starts as one: if so it is worth answering with our own before refusing it. */
  public static boolean hasMagic(byte[] hello) {
    return hello.length >= MAGIC.length
        && Arrays.equals(hello, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /** Our proof, {@link #PROOF_BYTES} long; {@link #acceptHello} must have succeeded. */
  public byte[] proof() {
    return proofOf(connector);
  }

  /**
   * Checks the peer's proof; {@link #acceptHello} must have succeeded.
   *
   * @throws HandshakeException if the peer does not know the job's secret
   */
  public void acceptProof(byte[] theirs) throws HandshakeException {
    if (!MessageDigest.isEqual(theirs, proofOf(!connector))) {
      throw new HandshakeException(
          "the peer, "
              + rankName(peerRank)
              + ", says it is of job "
              + ours.jobId()
              + " but does not know that job's secret");
    }
  }

  /** The rank that the peer says it is, or {@link #LAUNCHER}; proven once acceptProof succeeded. */
  public int peerRank() {
    return peerRank;
  }

  /** The channel that the peer named. */
  public int peerChannel() {
    return peerChannel;
  }

  private byte[] proofOf(boolean byConnector) {
    if (peerHello == null) {
      throw new IllegalStateException("no hello of the peer has been accepted");
    }
    return HmacSha256.of(
        secret,
        byConnector ? CONNECTOR_LABEL : ACCEPTOR_LABEL,
        connector ? hello : peerHello,
        connector ? peerHello : hello);
  }

  private static byte[] write(Party party, byte[] nonce) {
    byte[] jobId = party.jobId().getBytes(StandardCharsets.US_ASCII);
    ByteBuffer fields = ByteBuffer.allocate(HELLO_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    fields.put(0, MAGIC);
    fields.putShort(VERSION_OFFSET, (short) VERSION);
    fields.putShort(BYTE_ORDER_OFFSET, (short) OUR_BYTE_ORDER);
    fields.put(PURPOSE_OFFSET, (byte) party.purpose().code);
    fields.put(JOB_ID_LENGTH_OFFSET, (byte) jobId.length);
    fields.putInt(RANK_OFFSET, party.rank());
    fields.putInt(PEER_RANK_OFFSET, party.peerRank());
    fields.put(NONCE_OFFSET, nonce);
    fields.putInt(CHANNEL_OFFSET, party.channel());
    fields.put(JOB_ID_OFFSET, jobId);
    return fields.array();
  }

  private static void checkVersion(ByteBuffer fields) throws HandshakeException {
    int byteOrder = Short.toUnsignedInt(fields.getShort(BYTE_ORDER_OFFSET));
    if (byteOrder != OUR_BYTE_ORDER) {
      throw new HandshakeException(
          "the peer's byte order is "
              + (byteOrder == SWAPPED_BYTE_ORDER ? "big-endian" : String.format("%#06x", byteOrder))
              + ", ours is little-endian");
    }
    int version = Short.toUnsignedInt(fields.getShort(VERSION_OFFSET));
    if (version != VERSION) {
      throw new HandshakeException(
          "the peer speaks version " + version + " of the protocol, we speak version " + VERSION);
    }
    if (fields.getShort(RESERVED_OFFSET) != 0 || fields.getInt(RESERVED_2_OFFSET) != 0) {
      throw new HandshakeException("the peer's hello has values where zeros should be");
    }
  }

  private void checkPurpose(ByteBuffer fields) throws HandshakeException {
    int purpose = fields.get(PURPOSE_OFFSET);
    if (purpose != ours.purpose().code) {
      throw new HandshakeException(
          "the peer wants a connection for "
              + purposeName(purpose)
              + ", this one is for "
              + purposeName(ours.purpose().code));
    }
  }

  private void checkJobId(byte[] theirs) throws HandshakeException {
    int lengthBytes = theirs[JOB_ID_LENGTH_OFFSET];
    if (lengthBytes < 1 || lengthBytes > MAX_JOB_ID_BYTES) {
      throw new HandshakeException(
          "the peer's job id has " + lengthBytes + " bytes; it must have 1 to " + MAX_JOB_ID_BYTES);
    }
    byte[] padded = Arrays.copyOfRange(theirs, JOB_ID_OFFSET, HELLO_BYTES);
    if (!Arrays.equals(padded, Arrays.copyOfRange(hello, JOB_ID_OFFSET, HELLO_BYTES))) {
      throw new HandshakeException(
          "the peer is of job '"
              + printable(Arrays.copyOf(padded, lengthBytes))
              + "', we are of job '"
              + ours.jobId()
              + "'");
    }
    if (lengthBytes != ours.jobId().length()) {
      throw new HandshakeException(
          "the peer's job id has " + lengthBytes + " bytes, ours has " + ours.jobId().length());
    }
  }

  private void checkRanks(ByteBuffer fields) throws HandshakeException {
    int meant = fields.getInt(PEER_RANK_OFFSET);
    if (meant != ours.rank() && !(connector && meant == ANY_RANK)) {
      throw new HandshakeException(
          "the peer wants to reach " + rankName(meant) + ", we are " + rankName(ours.rank()));
    }
    int rank = fields.getInt(RANK_OFFSET);
    boolean expected = ours.peerRank() == ANY_RANK ? rank >= LAUNCHER : rank == ours.peerRank();
    if (!expected) {
      throw new HandshakeException(
          "the peer is " + rankName(rank) + ", we want to reach " + rankName(ours.peerRank()));
    }
  }

  private static String purposeName(int code) {
    for (Purpose purpose : Purpose.values()) {
      if (purpose.code == code) {
        return purpose.name();
      }
    }
    return "purpose " + code;
  }

  private static String rankName(int rank) {
    return switch (rank) {
      case LAUNCHER -> "mpirun";
      case ANY_RANK -> "any rank";
      default -> "rank " + rank;
    };
  }

  private static String printable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(b >= 0x20 && b < 0x7f ? String.valueOf((char) b) : String.format("\\x%02x", b));
    }
    return text.toString();
  }
}
