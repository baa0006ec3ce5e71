package org.ob1j.pml.header;

/** The first byte of every header: what the frame is. Values follow ob1 where ob1 has the type. */
public final class HeaderType {
  /** A whole message, sent eagerly. */
  public static final int MATCH = 0x41;

  /** The beginning of a rendezvous, with the first bytes of the message or none. */
  public static final int RNDV = 0x42;

  /** The beginning of a rendezvous that the receiver may read by get. */
  public static final int RGET = 0x43;

  /** The receiver has matched a rendezvous and says which bytes it wants as fragments. */
  public static final int ACK = 0x44;

  /** Reserved: the receiver refuses what an ACK or PUT cannot express. */
  public static final int NACK = 0x45;

  /** A piece of a message. */
  public static final int FRAG = 0x46;

  /** Reserved. */
  public static final int GET = 0x47;

  /** The receiver asks for a put. */
  public static final int PUT = 0x48;

  /** A put or a get has ended. */
  public static final int FIN = 0x49;

  /** Reserved: a message with an extended context id. */
  public static final int CID = 0x4A;

  /** The receiver returns credit for eager messages. */
  public static final int CREDIT = 0x4B;

  /** Reserved: a message is to be sent again after a failure. */
  public static final int RESTART = 0x4C;

  /** The receiver does not want a message, or the rest of it. */
  public static final int DISCARD = 0x4D;

  private HeaderType() {}

  /** The type in a header's first word, as a value from 0 to 255. */
  public static int of(long firstWord) {
    return (int) firstWord & 0xFF;
  }

  /** The length of a header of that type, or -1 if the type is reserved or unknown. */
  public static int headerBytes(int type) {
    return switch (type) {
      case MATCH -> MatchHeader.BYTES;
      case FRAG -> FragmentHeader.BYTES;
      case RNDV, RGET -> RendezvousHeader.BYTES;
      case ACK -> AckHeader.BYTES;
      case PUT -> PutHeader.BYTES;
      case FIN -> FinishHeader.BYTES;
      case CREDIT -> CreditHeader.BYTES;
      case DISCARD -> DiscardHeader.BYTES;
      default -> -1;
    };
  }

  /** The flags in a header's first word, as a value from 0 to 255. */
  public static int flagsOf(long firstWord) {
    return (int) (firstWord >>> 8) & 0xFF;
  }
}
