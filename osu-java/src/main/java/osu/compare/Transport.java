package osu.compare;

import java.util.List;

/** The transport of a row, and the words that choose it. */
enum Transport {
  /** Open MPI 4 calls shared memory vader; version 5 accepts that name too. */
  SHM(
      "shared memory",
      List.of("--mca", "btl", "sm,self"),
      List.of("--mca", "pml", "ob1", "--mca", "btl", "vader,self")),
  TCP(
      "TCP",
      List.of("--mca", "btl", "tcp,self"),
      List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self")),
  UCX("UCX in shared memory", "posix,cma,self"),
  UCX_TCP("UCX over TCP", "tcp,self");

  private final String title;
  private final List<String> ob1jWords;
  private final List<String> openMpiWords;
  private final String ucxTransports;

  Transport(String title, List<String> ob1jWords, List<String> openMpiWords) {
    this.title = title;
    this.ob1jWords = ob1jWords;
    this.openMpiWords = openMpiWords;
    ucxTransports = null;
  }

  Transport(String title, String ucxTransports) {
    this.title = title;
    this.ucxTransports = ucxTransports;
    ob1jWords = ob1jUcx(ucxTransports);
    openMpiWords = openMpiUcx(ucxTransports);
  }

  private static List<String> ob1jUcx(String transports) {
    return List.of("--mca", "btl", "ucx,self", "--mca", "btl_ucx_tls", transports);
  }

  /** Without being told, Open MPI uses its PML over UCX on RDMA devices only. */
  private static List<String> openMpiUcx(String transports) {
    return List.of(
        "--mca",
        "pml",
        "ucx",
        "--mca",
        "pml_ucx_tls",
        "any",
        "--mca",
        "pml_ucx_devices",
        "any",
        "-x",
        "UCX_TLS=" + transports);
  }

  /** What charts call it. */
  String title() {
    return title;
  }

  List<String> ob1jWords() {
    return ob1jWords;
  }

  List<String> openMpiWords() {
    return openMpiWords;
  }

  /** What UCX_TLS is for UCX alone; null where messages do not travel over UCX. */
  String ucxTransports() {
    return ucxTransports;
  }
}
