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
  UCX("UCX in shared memory", ob1jUcx("posix,cma,self"), openMpiUcx("posix,cma,self")),
  UCX_TCP("UCX over TCP", ob1jUcx("tcp,self"), openMpiUcx("tcp,self"));

  private final String title;
  private final List<String> ob1jWords;
  private final List<String> openMpiWords;

  Transport(String title, List<String> ob1jWords, List<String> openMpiWords) {
    this.title = title;
    this.ob1jWords = ob1jWords;
    this.openMpiWords = openMpiWords;
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
}
