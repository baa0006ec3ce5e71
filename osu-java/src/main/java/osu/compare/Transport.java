package osu.compare;

/** The transport of a row, and what {@code --mca btl} calls it. */
enum Transport {
  SHM("sm,self", "vader,self"),
  TCP("tcp,self", "tcp,self");

  private final String ob1jName;
  private final String openMpiName;

  Transport(String ob1jName, String openMpiName) {
    this.ob1jName = ob1jName;
    this.openMpiName = openMpiName;
  }

  String ob1jName() {
    return ob1jName;
  }

  /** Open MPI 4 calls shared memory vader; version 5 accepts that name too. */
  String openMpiName() {
    return openMpiName;
  }
}
