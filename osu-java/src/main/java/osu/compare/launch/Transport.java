package osu.compare.launch;

import java.util.List;

/** The transport of a row, and the words that choose it. */
public enum Transport {
  /** Open MPI 4 calls shared memory vader; version 5 accepts that name too. */
  SHM(
      "shared memory",
      List.of("--mca", "btl", "sm,self"),
      List.of("--mca", "pml", "ob1", "--mca", "btl", "vader,self")),
  TCP(
      "TCP",
      List.of("--mca", "btl", "tcp,self"),
      List.of("--mca", "pml", "ob1", "--mca", "btl", "tcp,self"));

  private final String title;
  private final List<String> ob1jWords;
  private final List<String> openMpiWords;

  Transport(String title, List<String> ob1jWords, List<String> openMpiWords) {
    this.title = title;
    this.ob1jWords = ob1jWords;
    this.openMpiWords = openMpiWords;
  }

  /** What charts call it. */
  public String title() {
    return title;
  }

  List<String> ob1jWords() {
    return ob1jWords;
  }

  List<String> openMpiWords() {
    return openMpiWords;
  }
}
