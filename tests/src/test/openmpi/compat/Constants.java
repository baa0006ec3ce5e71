package compat;

import mpi.MPI;

/** Numbers, read when the program runs: they are not inlined into class files. */
final class Constants {
  private final Report report;

  Constants(Report report) {
    this.report = report;
  }

  void run() {
    errors();
    others();
  }

  private void errors() {
    show("ERR_ACCESS", MPI.ERR_ACCESS);
    show("ERR_AMODE", MPI.ERR_AMODE);
    show("ERR_ARG", MPI.ERR_ARG);
    show("ERR_ASSERT", MPI.ERR_ASSERT);
    show("ERR_BAD_FILE", MPI.ERR_BAD_FILE);
    show("ERR_BASE", MPI.ERR_BASE);
    show("ERR_BUFFER", MPI.ERR_BUFFER);
    show("ERR_COMM", MPI.ERR_COMM);
    show("ERR_CONVERSION", MPI.ERR_CONVERSION);
    show("ERR_COUNT", MPI.ERR_COUNT);
    show("ERR_DIMS", MPI.ERR_DIMS);
    show("ERR_DISP", MPI.ERR_DISP);
    show("ERR_DUP_DATAREP", MPI.ERR_DUP_DATAREP);
    show("ERR_FILE", MPI.ERR_FILE);
    show("ERR_FILE_EXISTS", MPI.ERR_FILE_EXISTS);
    show("ERR_FILE_IN_USE", MPI.ERR_FILE_IN_USE);
    show("ERR_GROUP", MPI.ERR_GROUP);
    show("ERR_INFO", MPI.ERR_INFO);
    show("ERR_INFO_KEY", MPI.ERR_INFO_KEY);
    show("ERR_INFO_NOKEY", MPI.ERR_INFO_NOKEY);
    show("ERR_INFO_VALUE", MPI.ERR_INFO_VALUE);
    show("ERR_INTERN", MPI.ERR_INTERN);
    show("ERR_IN_STATUS", MPI.ERR_IN_STATUS);
    show("ERR_IO", MPI.ERR_IO);
    show("ERR_KEYVAL", MPI.ERR_KEYVAL);
    show("ERR_LASTCODE", MPI.ERR_LASTCODE);
    show("ERR_LOCKTYPE", MPI.ERR_LOCKTYPE);
    show("ERR_NAME", MPI.ERR_NAME);
    show("ERR_NOT_SAME", MPI.ERR_NOT_SAME);
    show("ERR_NO_MEM", MPI.ERR_NO_MEM);
    show("ERR_NO_SPACE", MPI.ERR_NO_SPACE);
    show("ERR_NO_SUCH_FILE", MPI.ERR_NO_SUCH_FILE);
    show("ERR_OP", MPI.ERR_OP);
    show("ERR_OTHER", MPI.ERR_OTHER);
    show("ERR_PENDING", MPI.ERR_PENDING);
    show("ERR_PORT", MPI.ERR_PORT);
    show("ERR_QUOTA", MPI.ERR_QUOTA);
    show("ERR_RANK", MPI.ERR_RANK);
    show("ERR_READ_ONLY", MPI.ERR_READ_ONLY);
    show("ERR_REQUEST", MPI.ERR_REQUEST);
    show("ERR_RMA_CONFLICT", MPI.ERR_RMA_CONFLICT);
    show("ERR_RMA_SYNC", MPI.ERR_RMA_SYNC);
    show("ERR_ROOT", MPI.ERR_ROOT);
    show("ERR_SERVICE", MPI.ERR_SERVICE);
    show("ERR_SIZE", MPI.ERR_SIZE);
    show("ERR_SPAWN", MPI.ERR_SPAWN);
    show("ERR_SYSRESOURCE", MPI.ERR_SYSRESOURCE);
    show("ERR_TAG", MPI.ERR_TAG);
    show("ERR_TOPOLOGY", MPI.ERR_TOPOLOGY);
    show("ERR_TRUNCATE", MPI.ERR_TRUNCATE);
    show("ERR_TYPE", MPI.ERR_TYPE);
    show("ERR_UNKNOWN", MPI.ERR_UNKNOWN);
    show("ERR_UNSUPPORTED_DATAREP", MPI.ERR_UNSUPPORTED_DATAREP);
    show("ERR_UNSUPPORTED_OPERATION", MPI.ERR_UNSUPPORTED_OPERATION);
    show("ERR_WIN", MPI.ERR_WIN);
  }

  private void others() {
    show("ANY_SOURCE", MPI.ANY_SOURCE);
    show("ANY_TAG", MPI.ANY_TAG);
    show("APPNUM", MPI.APPNUM);
    show("BSEND_OVERHEAD", MPI.BSEND_OVERHEAD);
    show("CART", MPI.CART);
    show("CONGRUENT", MPI.CONGRUENT);
    show("DISPLACEMENT_CURRENT", MPI.DISPLACEMENT_CURRENT);
    show("DISTRIBUTE_BLOCK", MPI.DISTRIBUTE_BLOCK);
    show("DISTRIBUTE_CYCLIC", MPI.DISTRIBUTE_CYCLIC);
    show("DISTRIBUTE_DFLT_DARG", MPI.DISTRIBUTE_DFLT_DARG);
    show("DISTRIBUTE_NONE", MPI.DISTRIBUTE_NONE);
    show("DIST_GRAPH", MPI.DIST_GRAPH);
    show("GRAPH", MPI.GRAPH);
    show("HOST", MPI.HOST);
    show("IDENT", MPI.IDENT);
    show("IO", MPI.IO);
    show("KEYVAL_INVALID", MPI.KEYVAL_INVALID);
    show("LASTUSEDCODE", MPI.LASTUSEDCODE);
    show("LOCK_EXCLUSIVE", MPI.LOCK_EXCLUSIVE);
    show("LOCK_SHARED", MPI.LOCK_SHARED);
    show("MAX_DATAREP_STRING", MPI.MAX_DATAREP_STRING);
    show("MAX_INFO_KEY", MPI.MAX_INFO_KEY);
    show("MAX_INFO_VAL", MPI.MAX_INFO_VAL);
    show("MAX_OBJECT_NAME", MPI.MAX_OBJECT_NAME);
    show("MAX_PORT_NAME", MPI.MAX_PORT_NAME);
    show("MODE_APPEND", MPI.MODE_APPEND);
    show("MODE_CREATE", MPI.MODE_CREATE);
    show("MODE_DELETE_ON_CLOSE", MPI.MODE_DELETE_ON_CLOSE);
    show("MODE_EXCL", MPI.MODE_EXCL);
    show("MODE_NOCHECK", MPI.MODE_NOCHECK);
    show("MODE_NOPRECEDE", MPI.MODE_NOPRECEDE);
    show("MODE_NOPUT", MPI.MODE_NOPUT);
    show("MODE_NOSTORE", MPI.MODE_NOSTORE);
    show("MODE_NOSUCCEED", MPI.MODE_NOSUCCEED);
    show("MODE_RDONLY", MPI.MODE_RDONLY);
    show("MODE_RDWR", MPI.MODE_RDWR);
    show("MODE_SEQUENTIAL", MPI.MODE_SEQUENTIAL);
    show("MODE_UNIQUE_OPEN", MPI.MODE_UNIQUE_OPEN);
    show("MODE_WRONLY", MPI.MODE_WRONLY);
    show("ORDER_C", MPI.ORDER_C);
    show("ORDER_FORTRAN", MPI.ORDER_FORTRAN);
    show("PROC_NULL", MPI.PROC_NULL);
    show("ROOT", MPI.ROOT);
    show("SEEK_CUR", MPI.SEEK_CUR);
    show("SEEK_END", MPI.SEEK_END);
    show("SEEK_SET", MPI.SEEK_SET);
    show("SIMILAR", MPI.SIMILAR);
    show("SUBVERSION", MPI.SUBVERSION);
    show("SUCCESS", MPI.SUCCESS);
    show("TAG_UB", MPI.TAG_UB);
    show("THREAD_FUNNELED", MPI.THREAD_FUNNELED);
    show("THREAD_MULTIPLE", MPI.THREAD_MULTIPLE);
    show("THREAD_SERIALIZED", MPI.THREAD_SERIALIZED);
    show("THREAD_SINGLE", MPI.THREAD_SINGLE);
    show("UNDEFINED", MPI.UNDEFINED);
    show("UNEQUAL", MPI.UNEQUAL);
    show("UNIVERSE_SIZE", MPI.UNIVERSE_SIZE);
    show("VERSION", MPI.VERSION);
    show("WIN_BASE", MPI.WIN_BASE);
    show("WIN_DISP_UNIT", MPI.WIN_DISP_UNIT);
    show("WIN_SIZE", MPI.WIN_SIZE);
    show("WTIME_IS_GLOBAL", MPI.WTIME_IS_GLOBAL);
  }

  private void show(String name, int value) {
    report.say("%s %d", name, value);
  }
}
