package mpi;

/** MPI's error classes, with Open MPI's numbers and texts. */
enum ErrorClass {
  SUCCESS(0, "MPI_SUCCESS", "no errors"),
  BUFFER(1, "MPI_ERR_BUFFER", "invalid buffer pointer"),
  COUNT(2, "MPI_ERR_COUNT", "invalid count argument"),
  TYPE(3, "MPI_ERR_TYPE", "invalid datatype"),
  TAG(4, "MPI_ERR_TAG", "invalid tag"),
  COMM(5, "MPI_ERR_COMM", "invalid communicator"),
  RANK(6, "MPI_ERR_RANK", "invalid rank"),
  REQUEST(7, "MPI_ERR_REQUEST", "invalid request"),
  ROOT(8, "MPI_ERR_ROOT", "invalid root"),
  GROUP(9, "MPI_ERR_GROUP", "invalid group"),
  OP(10, "MPI_ERR_OP", "invalid reduce operation"),
  TOPOLOGY(11, "MPI_ERR_TOPOLOGY", "invalid communicator topology"),
  DIMS(12, "MPI_ERR_DIMS", "invalid topology dimension"),
  ARG(13, "MPI_ERR_ARG", "invalid argument of some other kind"),
  UNKNOWN(14, "MPI_ERR_UNKNOWN", "unknown error"),
  TRUNCATE(15, "MPI_ERR_TRUNCATE", "message truncated"),
  OTHER(16, "MPI_ERR_OTHER", "known error not in list"),
  INTERN(17, "MPI_ERR_INTERN", "internal error"),
  IN_STATUS(18, "MPI_ERR_IN_STATUS", "error code in status"),
  PENDING(19, "MPI_ERR_PENDING", "pending request"),
  ACCESS(20, "MPI_ERR_ACCESS", "invalid access mode"),
  AMODE(21, "MPI_ERR_AMODE", "invalid amode argument"),
  ASSERT(22, "MPI_ERR_ASSERT", "invalid assert argument"),
  BAD_FILE(23, "MPI_ERR_BAD_FILE", "bad file"),
  BASE(24, "MPI_ERR_BASE", "invalid base"),
  CONVERSION(25, "MPI_ERR_CONVERSION", "error in data conversion"),
  DISP(26, "MPI_ERR_DISP", "invalid displacement"),
  DUP_DATAREP(27, "MPI_ERR_DUP_DATAREP", "error duplicating data representation"),
  FILE_EXISTS(28, "MPI_ERR_FILE_EXISTS", "file exists already"),
  FILE_IN_USE(29, "MPI_ERR_FILE_IN_USE", "file already in use"),
  FILE(30, "MPI_ERR_FILE", "invalid file"),
  INFO_KEY(31, "MPI_ERR_INFO_KEY", "invalid key argument for info object"),
  INFO_NOKEY(32, "MPI_ERR_INFO_NOKEY", "unknown key for given info object"),
  INFO_VALUE(33, "MPI_ERR_INFO_VALUE", "invalid value argument for info object"),
  INFO(34, "MPI_ERR_INFO", "invalid info object"),
  IO(35, "MPI_ERR_IO", "input/output error"),
  KEYVAL(36, "MPI_ERR_KEYVAL", "invalid key value"),
  LOCKTYPE(37, "MPI_ERR_LOCKTYPE", "invalid lock"),
  NAME(38, "MPI_ERR_NAME", "invalid name argument"),
  NO_MEM(39, "MPI_ERR_NO_MEM", "out of memory"),
  NOT_SAME(40, "MPI_ERR_NOT_SAME", "objects are not identical"),
  NO_SPACE(41, "MPI_ERR_NO_SPACE", "no space left on device"),
  NO_SUCH_FILE(42, "MPI_ERR_NO_SUCH_FILE", "no such file or directory"),
  PORT(43, "MPI_ERR_PORT", "invalid port"),
  QUOTA(44, "MPI_ERR_QUOTA", "out of quota"),
  READ_ONLY(45, "MPI_ERR_READ_ONLY", "file is read only"),
  RMA_CONFLICT(46, "MPI_ERR_RMA_CONFLICT", "rma conflict during operation"),
  RMA_SYNC(47, "MPI_ERR_RMA_SYNC", "error executing rma sync"),
  SERVICE(48, "MPI_ERR_SERVICE", "unknown service name"),
  SIZE(49, "MPI_ERR_SIZE", "invalid size"),
  SPAWN(50, "MPI_ERR_SPAWN", "could not spawn processes"),
  UNSUPPORTED_DATAREP(51, "MPI_ERR_UNSUPPORTED_DATAREP", "data representation not supported"),
  UNSUPPORTED_OPERATION(52, "MPI_ERR_UNSUPPORTED_OPERATION", "operation not supported"),
  WIN(53, "MPI_ERR_WIN", "invalid window"),
  PROC_ABORTED(
      74,
      "MPI_ERR_PROC_ABORTED",
      "operation failed because a peer has failed or cannot be reached");

  /** The greatest code that an error can have. */
  static final int LAST_CODE = 92;

  private final int code;
  private final String text;

  ErrorClass(int code, String name, String meaning) {
    this.code = code;
    this.text = name + ": " + meaning;
  }

  int code() {
    return code;
  }

  /** Open MPI's text: the name of the class and what it means. */
  String text() {
    return text;
  }

  /** The text, going on with what is wrong in this case: the value and the limit. */
  String text(String detail) {
    return text + ": " + detail;
  }

  /** The class with a code; UNKNOWN if there is none. */
  static ErrorClass ofCode(int code) {
    for (ErrorClass candidate : values()) {
      if (candidate.code == code) {
        return candidate;
      }
    }
    return UNKNOWN;
  }
}
