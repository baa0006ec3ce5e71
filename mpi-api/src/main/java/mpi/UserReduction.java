package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ob1j.runtime.collective.op.Reduction;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;

/** A user's operation on one datatype. */
final class UserReduction implements Reduction {
  private final UserFunction function;
  private final boolean commutative;
  private final Datatype datatype;

  /** The user may free the datatype while the operation is under way. */
  private final TypeMap layout;

  private final PrimitiveType base;
  private final int extentElements;
  private ByteBuffer in = ByteBuffer.allocateDirect(0);
  private ByteBuffer inOut = in;

  /** Throws again what the function has thrown; null if nothing. It is not called again. */
  private Runnable failure;

  UserReduction(UserFunction function, boolean commutative, Datatype datatype) {
    this.function = function;
    this.commutative = commutative;
    this.datatype = datatype;
    layout = datatype.typeMap();
    base = layout.baseType();
    extentElements = datatype.getExtent();
  }

  @Override
  public PrimitiveType operandType() {
    return base;
  }

  @Override
  public boolean isCommutative() {
    return commutative;
  }

  @Override
  public void apply(Object first, int firstIndex, Object second, int secondIndex, int count) {
    if (failure != null || count == 0) {
      return;
    }
    try {
      call(first, firstIndex, second, secondIndex, count);
    } catch (RuntimeException thrown) {
      failure =
          () -> {
            throw thrown;
          };
    } catch (Error thrown) {
      failure =
          () -> {
            throw thrown;
          };
    } catch (Exception thrown) {
      // Functions written in other languages throw checked exceptions, too.
      failure =
          () -> {
            throw new IllegalStateException("a user-defined operation failed: " + thrown, thrown);
          };
    }
  }

  private void call(Object first, int firstIndex, Object second, int secondIndex, int count) {
    int elements = Math.multiplyExact(count, extentElements);
    int bytes = Math.multiplyExact(elements, base.sizeBytes());
    if (in.capacity() != bytes) {
      in = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
      inOut = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
    UserOperands.write(first, firstIndex, elements, in.clear());
    UserOperands.write(second, secondIndex, elements, inOut.clear());
    function.call(in, inOut, count, datatype.withLayout(layout));
    UserOperands.read(inOut.clear().order(ByteOrder.nativeOrder()), second, secondIndex, elements);
  }

  @Override
  public void requireApplied() {
    if (failure != null) {
      failure.run();
    }
  }
}
