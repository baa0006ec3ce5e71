package org.ob1j.btl.ucx.rdma;

import java.nio.ByteBuffer;
import org.ob1j.btl.BtlCompletion;
import org.ob1j.btl.BtlResult;
import org.ob1j.btl.ucx.frame.Block;
import org.ob1j.btl.ucx.shim.NativeLibrary;
import org.ob1j.btl.ucx.shim.Operation;
import org.ob1j.btl.ucx.shim.Shim;
import org.ob1j.runtime.datatype.Convertor;

/**
 * A put or a get. One of memory that UCX can use is one operation of UCX's; other memory is copied
 * through a block, piece by piece.
 */
final class RdmaOperation extends Operation {
  private final RemoteMemory memory;
  private final Initiator initiator;
  private final boolean isPut;
  private final RemoteKeys.RemoteKey key;
  private final BtlCompletion completion;
  private final Convertor convertor;
  private long position;
  private long remoteAddress;
  private long leftBytes;
  private long pieceBytes;
  private Block block;

  /**
   * One that has not begun.
   *
   * @param position where in the message its bytes begin
   */
  RdmaOperation(
      RemoteMemory memory,
      boolean isPut,
      RemoteKeys.RemoteKey key,
      long remoteAddress,
      Convertor convertor,
      long position,
      long lengthBytes,
      BtlCompletion completion) {
    this.memory = memory;
    initiator = memory.initiator();
    this.isPut = isPut;
    this.key = key;
    this.remoteAddress = remoteAddress;
    this.convertor = convertor;
    this.position = position;
    this.leftBytes = lengthBytes;
    this.completion = completion;
  }

  /** Begins; DONE or STARTED. */
  BtlResult start() {
    ByteBuffer direct = convertor.directBytes();
    int status;
    if (direct != null) {
      pieceBytes = leftBytes;
      status = move(NativeLibrary.addressOf(direct) + position);
      leftBytes = 0;
    } else {
      block = initiator.blocks().take((int) Math.min(leftBytes, initiator.maxPieceBytes()));
      status = movePieces();
    }
    if (status == Shim.OB1J_UCX_STARTED) {
      return BtlResult.STARTED;
    }
    giveBack();
    if (status != 0) {
      initiator.failedToStart(status, completion);
      return BtlResult.STARTED;
    }
    return BtlResult.DONE;
  }

  /** Goes on until a piece is under way, or all have ended, or one has failed. */
  private int movePieces() {
    int status = 0;
    while (leftBytes > 0 && status == 0) {
      pieceBytes = Math.min(leftBytes, block.capacityBytes());
      if (isPut) {
        convertor.pack(position, block.memory(), block.offset(), (int) pieceBytes);
      }
      status = move(block.address());
      if (status == 0) {
        pieceMoved();
      }
    }
    return status;
  }

  private int move(long address) {
    initiator.operations().add(this);
    int status =
        isPut
            ? Shim.ob1j_ucx_put(
                initiator.handle(), address, pieceBytes, remoteAddress, key.handle, token)
            : Shim.ob1j_ucx_get(
                initiator.handle(), address, pieceBytes, remoteAddress, key.handle, token);
    if (status != Shim.OB1J_UCX_STARTED) {
      initiator.operations().remove(this);
    }
    return status;
  }

  private void pieceMoved() {
    if (!isPut) {
      convertor.unpack(position, block.memory(), block.offset(), (int) pieceBytes);
    }
    position += pieceBytes;
    remoteAddress += pieceBytes;
    leftBytes -= pieceBytes;
  }

  @Override
  public void ended(int status) {
    int outcome = status;
    if (block != null && status == 0) {
      pieceMoved();
      outcome = initiator.isOpen() ? movePieces() : outcome;
    }
    if (outcome == Shim.OB1J_UCX_STARTED) {
      return;
    }
    giveBack();
    if (outcome != 0) {
      initiator.broken(outcome);
    }
    boolean isWhole = outcome == 0 && leftBytes == 0;
    completion.completed(initiator.endpoint(), isWhole ? BtlResult.DONE : BtlResult.FAILED);
  }

  private void giveBack() {
    key.release();
    memory.ended();
    if (block != null) {
      initiator.blocks().give(block);
      block = null;
    }
  }
}
