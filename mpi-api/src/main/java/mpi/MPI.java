package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import org.ob1j.runtime.collective.op.Operator;
import org.ob1j.runtime.datatype.DerivedTypes;
import org.ob1j.runtime.datatype.PrimitiveType;
import org.ob1j.runtime.datatype.TypeMap;
import org.ob1j.runtime.job.JobException;
import org.ob1j.runtime.pml.PmlException;

/**
 * The beginning and the end of MPI in a program, its constants, its predefined handles, and buffers
 * for messages (MPI standard, "MPI Environmental Management").
 *
 * <p>A program calls {@link #Init}, then uses {@link #COMM_WORLD}, and calls {@link #Finalize} at
 * its end. A process that ends without Finalize counts as failed, and so does its job. Before Init
 * the handles exist but operations on them throw; buffers can be made at any time.
 */
public final class MPI {

  /**
   * Thread levels in rising order: what {@link #InitThread} is asked for and grants (MPI standard,
   * "MPI and Threads").
   */
  public static final int THREAD_SINGLE = constant(0),
      THREAD_FUNNELED = constant(1),
      THREAD_SERIALIZED = constant(2),
      THREAD_MULTIPLE = constant(3);

  /** Topologies of communicators (MPI standard, MPI_Topo_test). */
  public static final int GRAPH = constant(2), DIST_GRAPH = constant(3), CART = constant(1);

  /** Receives and probes: from whatever rank (MPI standard, MPI_Recv). */
  public static final int ANY_SOURCE = constant(SpecialValues.ANY_SOURCE);

  /** Receives and probes: with whatever tag (MPI standard, MPI_Recv). */
  public static final int ANY_TAG = constant(SpecialValues.ANY_TAG);

  /** A peer that takes everything and sends nothing (MPI standard, "Null Processes"). */
  public static final int PROC_NULL = constant(SpecialValues.PROC_NULL);

  /**
   * In a rooted operation between two groups: this process is the root (MPI standard, "Specifics
   * for Intercommunicator Collective Operations").
   */
  public static final int ROOT = constant(SpecialValues.ROOT);

  /**
   * A number that there is not: a rank, a count, an index, a color (MPI standard, MPI_Group_rank).
   */
  public static final int UNDEFINED = constant(SpecialValues.UNDEFINED);

  /** Outcomes of comparing groups and communicators (MPI standard, MPI_Comm_compare). */
  public static final int IDENT = constant(0),
      CONGRUENT = constant(1),
      SIMILAR = constant(2),
      UNEQUAL = constant(3);

  /** Keys of the attributes that the library sets (MPI standard, "Environmental Inquiries"). */
  public static final int TAG_UB = constant(0),
      HOST = constant(1),
      IO = constant(2),
      WTIME_IS_GLOBAL = constant(3),
      APPNUM = constant(4),
      LASTUSEDCODE = constant(5),
      UNIVERSE_SIZE = constant(6),
      WIN_BASE = constant(7),
      WIN_SIZE = constant(8),
      WIN_DISP_UNIT = constant(9);

  /** A key that there is not (MPI standard, "Caching"). */
  public static final int KEYVAL_INVALID = constant(-1);

  /** The version of the MPI standard: VERSION.SUBVERSION. */
  public static final int VERSION = constant(3), SUBVERSION = constant(1);

  /**
   * Bytes that a buffered send takes of the attached buffer beyond its message (MPI standard,
   * "Model Implementation of Buffered Mode").
   */
  public static final int BSEND_OVERHEAD = constant(128);

  /** Limits of names and values, in characters (MPI standard, "Naming Objects"). */
  public static final int MAX_OBJECT_NAME = constant(64),
      MAX_PORT_NAME = constant(1024),
      MAX_DATAREP_STRING = constant(128),
      MAX_INFO_KEY = constant(36),
      MAX_INFO_VAL = constant(256);

  /** Orders of the elements of arrays (MPI standard, "Distributed Array Datatype Constructor"). */
  public static final int ORDER_C = constant(0), ORDER_FORTRAN = constant(1);

  /** Distributions of arrays (MPI standard, "Distributed Array Datatype Constructor"). */
  public static final int DISTRIBUTE_BLOCK = constant(0),
      DISTRIBUTE_CYCLIC = constant(1),
      DISTRIBUTE_NONE = constant(2),
      DISTRIBUTE_DFLT_DARG = constant(-1);

  /** How a file is opened (MPI standard, MPI_File_open). */
  public static final int MODE_CREATE = constant(1),
      MODE_RDONLY = constant(2),
      MODE_WRONLY = constant(4),
      MODE_RDWR = constant(8),
      MODE_DELETE_ON_CLOSE = constant(16),
      MODE_UNIQUE_OPEN = constant(32),
      MODE_EXCL = constant(64),
      MODE_APPEND = constant(128),
      MODE_SEQUENTIAL = constant(256);

  /** In a file view: where the shared file pointer is (MPI standard, MPI_File_set_view). */
  public static final int DISPLACEMENT_CURRENT = constant(-54278278);

  /** What a seek counts from (MPI standard, MPI_File_seek). */
  public static final int SEEK_SET = constant(600),
      SEEK_CUR = constant(602),
      SEEK_END = constant(604);

  /** Promises about the use of a window (MPI standard, "Assertions"). */
  public static final int MODE_NOCHECK = constant(1),
      MODE_NOPRECEDE = constant(2),
      MODE_NOPUT = constant(4),
      MODE_NOSTORE = constant(8),
      MODE_NOSUCCEED = constant(16);

  /** Locks of windows (MPI standard, MPI_Win_lock). */
  public static final int LOCK_EXCLUSIVE = constant(1), LOCK_SHARED = constant(2);

  /** No error (MPI standard, "Error Codes and Classes"). */
  public static final int SUCCESS = constant(ErrorClass.SUCCESS.code());

  /** Error classes (MPI standard, "Error Codes and Classes"). Error codes are the same numbers. */
  public static final int ERR_BUFFER = constant(ErrorClass.BUFFER.code()),
      ERR_COUNT = constant(ErrorClass.COUNT.code()),
      ERR_TYPE = constant(ErrorClass.TYPE.code()),
      ERR_TAG = constant(ErrorClass.TAG.code()),
      ERR_COMM = constant(ErrorClass.COMM.code()),
      ERR_RANK = constant(ErrorClass.RANK.code()),
      ERR_REQUEST = constant(ErrorClass.REQUEST.code()),
      ERR_ROOT = constant(ErrorClass.ROOT.code()),
      ERR_GROUP = constant(ErrorClass.GROUP.code()),
      ERR_OP = constant(ErrorClass.OP.code()),
      ERR_TOPOLOGY = constant(ErrorClass.TOPOLOGY.code()),
      ERR_DIMS = constant(ErrorClass.DIMS.code()),
      ERR_ARG = constant(ErrorClass.ARG.code()),
      ERR_UNKNOWN = constant(ErrorClass.UNKNOWN.code()),
      ERR_TRUNCATE = constant(ErrorClass.TRUNCATE.code()),
      ERR_OTHER = constant(ErrorClass.OTHER.code()),
      ERR_INTERN = constant(ErrorClass.INTERN.code()),
      ERR_IN_STATUS = constant(ErrorClass.IN_STATUS.code()),
      ERR_PENDING = constant(ErrorClass.PENDING.code()),
      ERR_ACCESS = constant(ErrorClass.ACCESS.code()),
      ERR_AMODE = constant(ErrorClass.AMODE.code()),
      ERR_ASSERT = constant(ErrorClass.ASSERT.code()),
      ERR_BAD_FILE = constant(ErrorClass.BAD_FILE.code()),
      ERR_BASE = constant(ErrorClass.BASE.code()),
      ERR_CONVERSION = constant(ErrorClass.CONVERSION.code()),
      ERR_DISP = constant(ErrorClass.DISP.code()),
      ERR_DUP_DATAREP = constant(ErrorClass.DUP_DATAREP.code()),
      ERR_FILE_EXISTS = constant(ErrorClass.FILE_EXISTS.code()),
      ERR_FILE_IN_USE = constant(ErrorClass.FILE_IN_USE.code()),
      ERR_FILE = constant(ErrorClass.FILE.code()),
      ERR_INFO_KEY = constant(ErrorClass.INFO_KEY.code()),
      ERR_INFO_NOKEY = constant(ErrorClass.INFO_NOKEY.code()),
      ERR_INFO_VALUE = constant(ErrorClass.INFO_VALUE.code()),
      ERR_INFO = constant(ErrorClass.INFO.code()),
      ERR_IO = constant(ErrorClass.IO.code()),
      ERR_KEYVAL = constant(ErrorClass.KEYVAL.code()),
      ERR_LOCKTYPE = constant(ErrorClass.LOCKTYPE.code()),
      ERR_NAME = constant(ErrorClass.NAME.code()),
      ERR_NO_MEM = constant(ErrorClass.NO_MEM.code()),
      ERR_NOT_SAME = constant(ErrorClass.NOT_SAME.code()),
      ERR_NO_SPACE = constant(ErrorClass.NO_SPACE.code()),
      ERR_NO_SUCH_FILE = constant(ErrorClass.NO_SUCH_FILE.code()),
      ERR_PORT = constant(ErrorClass.PORT.code()),
      ERR_QUOTA = constant(ErrorClass.QUOTA.code()),
      ERR_READ_ONLY = constant(ErrorClass.READ_ONLY.code()),
      ERR_RMA_CONFLICT = constant(ErrorClass.RMA_CONFLICT.code()),
      ERR_RMA_SYNC = constant(ErrorClass.RMA_SYNC.code()),
      ERR_SERVICE = constant(ErrorClass.SERVICE.code()),
      ERR_SIZE = constant(ErrorClass.SIZE.code()),
      ERR_SPAWN = constant(ErrorClass.SPAWN.code()),
      ERR_UNSUPPORTED_DATAREP = constant(ErrorClass.UNSUPPORTED_DATAREP.code()),
      ERR_UNSUPPORTED_OPERATION = constant(ErrorClass.UNSUPPORTED_OPERATION.code()),
      ERR_WIN = constant(ErrorClass.WIN.code()),
      ERR_PROC_ABORTED = constant(ErrorClass.PROC_ABORTED.code());

  /**
   * Stands for no error class; Open MPI's has the value 0 too (MPI standard, "Error Codes and
   * Classes").
   */
  public static final int ERR_SYSRESOURCE = constant(0);

  /** The greatest error code (MPI standard, "Error Codes and Classes"). */
  public static final int ERR_LASTCODE = constant(ErrorClass.LAST_CODE);

  /** No datatype (MPI standard, "Derived Datatypes"). */
  public static final Datatype DATATYPE_NULL =
      Datatype.predefined(DatatypeKind.BASIC, null, "MPI_DATATYPE_NULL");

  /** Bytes; unsigned in reductions (MPI standard, "Message Data"). */
  public static final Datatype BYTE = basic(PrimitiveType.BYTE, "MPI_UINT8_T");

  /** Java chars: unsigned, 16 bits (MPI standard, "Message Data"). */
  public static final Datatype CHAR = basic(PrimitiveType.CHAR, "MPI_UINT16_T");

  /** Java shorts (MPI standard, "Message Data"). */
  public static final Datatype SHORT = basic(PrimitiveType.SHORT, "MPI_INT16_T");

  /** Java booleans: one byte each (MPI standard, "Message Data"). */
  public static final Datatype BOOLEAN = basic(PrimitiveType.BOOLEAN, "MPI_UINT8_T");

  /** Java ints (MPI standard, "Message Data"). */
  public static final Datatype INT = basic(PrimitiveType.INT, "MPI_INT32_T");

  /** Java longs (MPI standard, "Message Data"). */
  public static final Datatype LONG = basic(PrimitiveType.LONG, "MPI_INT64_T");

  /** Java floats (MPI standard, "Message Data"). */
  public static final Datatype FLOAT = basic(PrimitiveType.FLOAT, "MPI_FLOAT");

  /** Java doubles (MPI standard, "Message Data"). */
  public static final Datatype DOUBLE = basic(PrimitiveType.DOUBLE, "MPI_DOUBLE");

  /** Bytes that were packed (MPI standard, "Pack and Unpack"). */
  public static final Datatype PACKED =
      Datatype.predefined(DatatypeKind.PACKED, TypeMap.of(PrimitiveType.BYTE), "MPI_PACKED");

  /** A pair of an int and an index: see {@link Int2} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Datatype INT2 = pair(PrimitiveType.INT, "MPI_2INT");

  /** A pair of a short and an index: see {@link ShortInt} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Datatype SHORT_INT = pair(PrimitiveType.SHORT, "MPI_SHORT_INT");

  /** A pair of a long and an index: see {@link LongInt} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Datatype LONG_INT = pair(PrimitiveType.LONG, "MPI_LONG_INT");

  /** A pair of a float and an index: see {@link FloatInt} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Datatype FLOAT_INT = pair(PrimitiveType.FLOAT, "MPI_FLOAT_INT");

  /** A pair of a double and an index: see {@link DoubleInt} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Datatype DOUBLE_INT = pair(PrimitiveType.DOUBLE, "MPI_DOUBLE_INT");

  /** A complex number of two floats: see {@link FloatComplex} (MPI standard, "Message Data"). */
  public static final Datatype FLOAT_COMPLEX = complex(PrimitiveType.FLOAT, "MPI_C_COMPLEX");

  /** A complex number of two doubles: see {@link DoubleComplex} (MPI standard, "Message Data"). */
  public static final Datatype DOUBLE_COMPLEX =
      complex(PrimitiveType.DOUBLE, "MPI_C_DOUBLE_COMPLEX");

  /** The structure of {@link #INT2} (MPI standard, "MINLOC and MAXLOC"). */
  public static final Int2 int2 = new Int2();

  /** The structure of {@link #SHORT_INT} (MPI standard, "MINLOC and MAXLOC"). */
  public static final ShortInt shortInt = new ShortInt();

  /** The structure of {@link #LONG_INT} (MPI standard, "MINLOC and MAXLOC"). */
  public static final LongInt longInt = new LongInt();

  /** The structure of {@link #FLOAT_INT} (MPI standard, "MINLOC and MAXLOC"). */
  public static final FloatInt floatInt = new FloatInt();

  /** The structure of {@link #DOUBLE_INT} (MPI standard, "MINLOC and MAXLOC"). */
  public static final DoubleInt doubleInt = new DoubleInt();

  /** The greatest (MPI standard, "Predefined Reduction Operations"). */
  public static final Op MAX = new Op("MPI_MAX", Operator.MAX);

  /** The least (MPI standard, "Predefined Reduction Operations"). */
  public static final Op MIN = new Op("MPI_MIN", Operator.MIN);

  /** The sum (MPI standard, "Predefined Reduction Operations"). */
  public static final Op SUM = new Op("MPI_SUM", Operator.SUM);

  /** The product (MPI standard, "Predefined Reduction Operations"). */
  public static final Op PROD = new Op("MPI_PROD", Operator.PROD);

  /** Logical and (MPI standard, "Predefined Reduction Operations"). */
  public static final Op LAND = new Op("MPI_LAND", Operator.LAND);

  /** Bitwise and (MPI standard, "Predefined Reduction Operations"). */
  public static final Op BAND = new Op("MPI_BAND", Operator.BAND);

  /** Logical or (MPI standard, "Predefined Reduction Operations"). */
  public static final Op LOR = new Op("MPI_LOR", Operator.LOR);

  /** Bitwise or (MPI standard, "Predefined Reduction Operations"). */
  public static final Op BOR = new Op("MPI_BOR", Operator.BOR);

  /** Logical exclusive or (MPI standard, "Predefined Reduction Operations"). */
  public static final Op LXOR = new Op("MPI_LXOR", Operator.LXOR);

  /** Bitwise exclusive or (MPI standard, "Predefined Reduction Operations"). */
  public static final Op BXOR = new Op("MPI_BXOR", Operator.BXOR);

  /** The least, and where it is (MPI standard, "MINLOC and MAXLOC"). */
  public static final Op MINLOC = new Op("MPI_MINLOC", null);

  /** The greatest, and where it is (MPI standard, "MINLOC and MAXLOC"). */
  public static final Op MAXLOC = new Op("MPI_MAXLOC", null);

  /** The new value (MPI standard, MPI_Accumulate). */
  public static final Op REPLACE = new Op("MPI_REPLACE", null);

  /** The old value (MPI standard, MPI_Get_accumulate). */
  public static final Op NO_OP = new Op("MPI_NO_OP", null);

  /**
   * Failing operations end the job, with the error class as exit code (MPI standard, "Error
   * Handling"). The default.
   */
  public static final Errhandler ERRORS_ARE_FATAL = Errhandler.FATAL;

  /** Failing operations throw an {@link MPIException} (MPI standard, "Error Handling"). */
  public static final Errhandler ERRORS_RETURN = Errhandler.RETURN;

  /**
   * Failing operations end the processes of the communicator, and with them the job (MPI standard,
   * "Error Handling").
   */
  public static final Errhandler ERRORS_ABORT = Errhandler.ABORT;

  /** No request (MPI standard, "Communication Completion"). */
  public static final Request REQUEST_NULL = new Request();

  /** No hints (MPI standard, "The Info Object"). */
  public static final Info INFO_NULL = Info.none();

  /** What the library tells about the job, from Init on: the keys of the MPI standard. */
  public static final Info INFO_ENV = Info.predefined();

  private static final MpiProcess PROCESS = new MpiProcess();

  /** All processes of the job (MPI standard, "Predefined Intra-Communicators"). */
  public static final Intracomm COMM_WORLD = PROCESS.world();

  /** This process alone (MPI standard, "Predefined Intra-Communicators"). */
  public static final Intracomm COMM_SELF = PROCESS.self();

  /** The group without members (MPI standard, "Group Constructors"). */
  public static final Group GROUP_EMPTY = PROCESS.emptyGroup();

  private static final double NANOSECONDS = 1e-9;

  /** Does nothing: everything here is static (MPI standard, "Startup"). */
  public MPI() {}

  /** Keeps the compiler from copying a constant's value into users' class files. */
  private static int constant(int value) {
    return value;
  }

  private static Datatype basic(PrimitiveType type, String name) {
    return Datatype.predefined(DatatypeKind.BASIC, TypeMap.of(type), name);
  }

  private static Datatype pair(PrimitiveType value, String name) {
    return Datatype.predefined(DatatypeKind.PAIR, Pairs.layoutOf(value), name);
  }

  private static Datatype complex(PrimitiveType parts, String name) {
    return Datatype.predefined(
        DatatypeKind.COMPLEX, DerivedTypes.contiguous(2, TypeMap.of(parts)), name);
  }

  /** Raises an error that has to do with no communicator. */
  static MPIException raise(String operation, ErrorClass errorClass, String detail) {
    return PROCESS.raise(operation, errorClass, detail);
  }

  /** The same, if anything is wrong. */
  static void require(String operation, Violation violation) {
    if (violation != null) {
      throw raise(operation, violation.errorClass(), violation.detail());
    }
  }

  /**
   * Joins the job, or makes one of one rank if the program was started without mpirun (MPI
   * standard, MPI_Init). All ranks call it, once, before anything else. The thread level is then
   * {@link #THREAD_SINGLE}.
   *
   * @param args the program's arguments, or null
   * @return the same arguments; none for null
   * @throws MPIException if MPI has begun already ("MPI is already initialized."), or the job
   *     cannot be joined
   */
  public static String[] Init(String[] args) throws MPIException {
    Launch.start(PROCESS, THREAD_SINGLE);
    Environment.describe(INFO_ENV, PROCESS.identity(), THREAD_SINGLE, PROCESS.hostName());
    return args == null ? new String[0] : args;
  }

  /**
   * As {@link #Init}, for programs in which several threads use MPI (MPI standard,
   * MPI_Init_thread).
   *
   * @param required the thread level that the program needs
   * @return the level granted: the one that was required
   * @throws MPIException as {@link #Init}; {@link #ERR_ARG} if there is no such level
   */
  public static int InitThread(String[] args, int required) throws MPIException {
    PROCESS.requireNotStarted();
    if (required < THREAD_SINGLE || required > THREAD_MULTIPLE) {
      throw raise(
          "MPI.InitThread",
          ErrorClass.ARG,
          "the thread level is " + required + "; it must be from 0 to " + THREAD_MULTIPLE);
    }
    Launch.start(PROCESS, required);
    Environment.describe(INFO_ENV, PROCESS.identity(), required, PROCESS.hostName());
    return required;
  }

  /** The thread level that was granted (MPI standard, MPI_Query_thread). */
  public static int queryThread() throws MPIException {
    return PROCESS.threadLevel();
  }

  /** True on the thread that called Init (MPI standard, MPI_Is_thread_main). */
  public static boolean isThreadMain() throws MPIException {
    return PROCESS.isMainThread();
  }

  /**
   * Leaves the job (MPI standard, MPI_Finalize). All ranks call it, after they have completed their
   * operations, and return when all have. Buffered sends are carried through. Requests that were
   * not completed are given up: what they would have received is lost. Messages that were matched
   * by {@link Message} and never received are discarded and named on standard error.
   *
   * @throws MPIException if MPI is not running
   */
  public static void Finalize() throws MPIException {
    try {
      PROCESS.finish();
    } catch (PmlException | JobException failure) {
      throw raise("MPI.Finalize", ErrorClass.OTHER, failure.getMessage());
    }
  }

  /**
   * True once {@link #Init} has been called, and still after {@link #Finalize} (MPI standard,
   * MPI_Initialized).
   */
  public static boolean isInitialized() throws MPIException {
    return PROCESS.isInitialized();
  }

  /** True once {@link #Finalize} has been called (MPI standard, MPI_Finalized). */
  public static boolean isFinalized() throws MPIException {
    return PROCESS.isFinalized();
  }

  /**
   * Sets how many bytes pending buffered sends may take: the array's length (MPI standard,
   * MPI_Buffer_attach).
   *
   * @throws MPIException {@link #ERR_BUFFER} if the buffer is null or one is attached already
   */
  public static void attachBuffer(byte[] buffer) throws MPIException {
    PROCESS.attachBuffer(buffer);
  }

  /**
   * Waits until all buffered sends have left (MPI standard, MPI_Buffer_detach).
   *
   * @return the array that was attached
   * @throws MPIException {@link #ERR_BUFFER} if none is
   */
  public static byte[] detachBuffer() throws MPIException {
    return PROCESS.detachBuffer();
  }

  /**
   * Seconds since some moment in the past; each process counts from its own (MPI standard,
   * MPI_Wtime).
   */
  public static double wtime() throws MPIException {
    PROCESS.requireRunning();
    return System.nanoTime() * NANOSECONDS;
  }

  /** The resolution of {@link #wtime}, in seconds (MPI standard, MPI_Wtick). */
  public static double wtick() throws MPIException {
    PROCESS.requireRunning();
    return NANOSECONDS;
  }

  /** The version of the MPI standard that the library follows. */
  public static Version getVersion() {
    return new Version(VERSION, SUBVERSION);
  }

  /** Name and version of the library (MPI standard, MPI_Get_library_version). */
  public static String getLibVersion() {
    return LibraryVersion.text();
  }

  /**
   * For profilers that replace it (MPI standard, MPI_Pcontrol). Does nothing here.
   *
   * @param level what the profiler is asked for
   * @param obj more of it; may be null
   */
  public static void pControl(int level, Object obj) {
    // There is no profiler to control.
  }

  /**
   * The name of the host that this process runs on (MPI standard, MPI_Get_processor_name), as it
   * was in Init.
   */
  public static String getProcessorName() throws MPIException {
    PROCESS.requireRunning();
    String name = PROCESS.hostName();
    if (name == null) {
      throw raise(
          "MPI.getProcessorName", ErrorClass.OTHER, "MPI.Init could not find out the host's name");
    }
    return name;
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem). If it is made between
   * Init and Finalize and is not short, other ranks of the host can copy to and from it directly,
   * as they can with what is made of it by {@link #slice(ByteBuffer, int)}. How much of such memory
   * there is, is set by btl_sm_shared_bytes; what is beyond is ordinary direct memory.
   *
   * @param capacity its length in bytes, at least 0
   */
  public static ByteBuffer newByteBuffer(int capacity) {
    return PROCESS.newBuffer(capacity);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in chars, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static CharBuffer newCharBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Character.BYTES));
    return PROCESS.view(root.asCharBuffer(), root, 0);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in shorts, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static ShortBuffer newShortBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Short.BYTES));
    return PROCESS.view(root.asShortBuffer(), root, 0);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in ints, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static IntBuffer newIntBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Integer.BYTES));
    return PROCESS.view(root.asIntBuffer(), root, 0);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in longs, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static LongBuffer newLongBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Long.BYTES));
    return PROCESS.view(root.asLongBuffer(), root, 0);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in floats, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static FloatBuffer newFloatBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Float.BYTES));
    return PROCESS.view(root.asFloatBuffer(), root, 0);
  }

  /**
   * A new direct buffer in native byte order (MPI standard, MPI_Alloc_mem).
   *
   * @param capacity its length in doubles, at least 0; it cannot have more than 2^31 − 1 bytes
   */
  public static DoubleBuffer newDoubleBuffer(int capacity) {
    ByteBuffer root = newByteBuffer(bytes(capacity, Double.BYTES));
    return PROCESS.view(root.asDoubleBuffer(), root, 0);
  }

  private static int bytes(int capacity, int elementBytes) {
    long bytes = (long) capacity * elementBytes;
    if (bytes != (int) bytes) {
      throw new IllegalArgumentException(
          "a buffer of "
              + capacity
              + " elements would have "
              + bytes
              + " bytes; it can have "
              + Integer.MAX_VALUE);
    }
    return (int) bytes;
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static ByteBuffer slice(byte[] buf, int offset) {
    return ByteBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset)
        .slice()
        .order(ByteOrder.nativeOrder());
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * <p>With a datatype whose data begins before its origin, pass the slice itself to an operation,
   * and keep the parent until then. What Java makes of a direct slice ({@code asIntBuffer()},
   * {@code duplicate()}, {@code slice()}) does not know what lies before it: that is {@link
   * #ERR_BUFFER}. Ints are sent from a slice of bytes as well, or from {@code
   * MPI.slice(bytes.asIntBuffer(), i)}.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static ByteBuffer slice(ByteBuffer buf, int offset) {
    ByteBuffer part =
        buf.clear()
            .position(Slices.inBuffer(offset, buf.capacity()))
            .slice()
            .order(ByteOrder.nativeOrder());
    return PROCESS.view(part, buf, offset);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static CharBuffer slice(char[] buf, int offset) {
    return CharBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static CharBuffer slice(CharBuffer buf, int offset) {
    CharBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Character.BYTES);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static ShortBuffer slice(short[] buf, int offset) {
    return ShortBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static ShortBuffer slice(ShortBuffer buf, int offset) {
    ShortBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Short.BYTES);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static IntBuffer slice(int[] buf, int offset) {
    return IntBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static IntBuffer slice(IntBuffer buf, int offset) {
    IntBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Integer.BYTES);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static LongBuffer slice(long[] buf, int offset) {
    return LongBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static LongBuffer slice(LongBuffer buf, int offset) {
    LongBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Long.BYTES);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static FloatBuffer slice(float[] buf, int offset) {
    return FloatBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static FloatBuffer slice(FloatBuffer buf, int offset) {
    FloatBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Float.BYTES);
  }

  /**
   * The array from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data").
   *
   * @param offset the element, from 0 to the array's length
   * @throws IndexOutOfBoundsException if it is not
   */
  public static DoubleBuffer slice(double[] buf, int offset) {
    return DoubleBuffer.wrap(buf, Slices.inArray(offset, buf.length), buf.length - offset).slice();
  }

  /**
   * The buffer from an element on, as a buffer that shares its contents (MPI standard, "Message
   * Data"). The parent is cleared, and its position moves to the element.
   *
   * @param offset the element, from 0 to the buffer's capacity
   * @throws IllegalArgumentException if it is not
   */
  public static DoubleBuffer slice(DoubleBuffer buf, int offset) {
    DoubleBuffer part = buf.clear().position(Slices.inBuffer(offset, buf.capacity())).slice();
    return PROCESS.view(part, buf, (long) offset * Double.BYTES);
  }
}
