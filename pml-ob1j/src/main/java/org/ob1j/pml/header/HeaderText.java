package org.ob1j.pml.header;

import java.util.Locale;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.runtime.memory.Memory;

/**
 * A header as one line for people: its type, then its fields as NAME=VALUE. Reads whatever is
 * there, right or wrong.
 */
public final class HeaderText {
  private HeaderText() {}

  /** Describes the header of a frame. */
  public static String of(Memory memory, int offset, int headerBytes, int payloadBytes) {
    if (headerBytes < Long.BYTES) {
      return "header of " + headerBytes + " bytes";
    }
    long first = memory.getLong(offset);
    int type = HeaderType.of(first);
    String text = type(type) + describe(type, first, memory, offset, headerBytes);
    return payloadBytes == 0 ? text : text + " payload=" + payloadBytes;
  }

  private static String type(int type) {
    return switch (type) {
      case HeaderType.MATCH -> "MATCH";
      case HeaderType.RNDV -> "RNDV";
      case HeaderType.RGET -> "RGET";
      case HeaderType.ACK -> "ACK";
      case HeaderType.FRAG -> "FRAG";
      case HeaderType.PUT -> "PUT";
      case HeaderType.FIN -> "FIN";
      case HeaderType.CREDIT -> "CREDIT";
      case HeaderType.DISCARD -> "DISCARD";
      default -> "0x" + Integer.toHexString(type);
    };
  }

  private static String describe(int type, long first, Memory memory, int offset, int headerBytes) {
    int needed = HeaderType.headerBytes(type);
    if (needed < 0 || headerBytes < needed) {
      return " header of " + headerBytes + " bytes";
    }
    return switch (type) {
      case HeaderType.MATCH -> message(first, memory, offset);
      case HeaderType.RNDV, HeaderType.RGET ->
          message(first, memory, offset)
              + " message="
              + RendezvousHeader.messageBytes(memory, offset)
              + name(" send", RendezvousHeader.sendName(memory, offset));
      case HeaderType.ACK ->
          name(" send", AckHeader.sendName(memory, offset))
              + " receive="
              + AckHeader.receiveSlot(memory, offset)
              + "."
              + AckHeader.receiveGeneration(memory, offset)
              + part(AckHeader.firstByte(memory, offset), AckHeader.wantedBytes(memory, offset))
              + " taken="
              + AckHeader.takenBytes(memory, offset);
      case HeaderType.FRAG ->
          name(" receive", FragmentHeader.receiveName(memory, offset))
              + part(
                  FragmentHeader.messageOffset(memory, offset),
                  FragmentHeader.lengthBytesOf(first));
      case HeaderType.PUT -> put(PutHeader.read(memory, offset));
      case HeaderType.FIN -> finish(FinishHeader.read(memory, offset));
      case HeaderType.DISCARD -> name(" send", DiscardHeader.sendName(memory, offset));
      default -> " consumed=" + CreditHeader.consumedBytes(memory, offset);
    };
  }

  private static String message(long first, Memory memory, int offset) {
    long second = memory.getLong(offset + MatchHeader.SECOND_WORD_OFFSET);
    return flags(HeaderType.flagsOf(first))
        + " context="
        + MatchHeader.contextOf(first)
        + " source="
        + MatchHeader.sourceOf(second)
        + " tag="
        + MatchHeader.tagOf(second)
        + " sequence="
        + MatchHeader.sequenceOf(memory.getLong(offset + MatchHeader.THIRD_WORD_OFFSET));
  }

  private static String flags(int flags) {
    if (!MessageFlags.isEager(flags)
        && !MessageFlags.isRendezvous(flags)
        && !MessageFlags.isGet(flags)) {
      return " flags=0x" + Integer.toHexString(flags);
    }
    SendProtocol protocol = MessageFlags.protocol(flags);
    return (protocol.isContiguous() ? " CONTIG" : "")
        + (protocol.isPinned() ? " PIN" : "")
        + " protocol="
        + protocol
        + " mode="
        + MessageFlags.mode(flags).name().toLowerCase(Locale.ROOT);
  }

  private static String put(PutHeader put) {
    return name(" send", put.sendName())
        + name(" receive", put.receiveName())
        + part(put.messageOffset(), put.lengthBytes())
        + " at="
        + put.remoteOffset()
        + " taken="
        + put.takenBytes()
        + " number="
        + put.number();
  }

  private static String finish(FinishHeader finish) {
    return (finish.isOfGet() ? " GET" : "")
        + (finish.isRefused() ? " REFUSED" : "")
        + " context="
        + finish.context()
        + " source="
        + finish.source()
        + " sequence="
        + finish.sequence()
        + name(finish.isOfGet() ? " send" : " receive", finish.requestName())
        + part(finish.messageOffset(), finish.lengthBytes())
        + " taken="
        + finish.takenBytes()
        + " number="
        + finish.number();
  }

  private static String name(String label, long name) {
    return label + "=" + RequestName.slotOf(name) + "." + RequestName.generationOf(name);
  }

  private static String part(long offset, long bytes) {
    return " offset=" + offset + " bytes=" + bytes;
  }
}
