package org.ob1j.tests.soak;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ob1j.pml.select.RdmaTraits;
import org.ob1j.pml.select.SendProtocol;
import org.ob1j.pml.select.SendProtocolSelector;
import org.ob1j.pml.select.SendTraits;
import org.ob1j.runtime.pml.SendMode;
import org.ob1j.tests.harness.MpirunJob;
import org.ob1j.tests.harness.UcxOnThisHost;
import org.ob1j.tests.soak.plan.SoakCommunicators;

/**
 * One job of the soak: how many ranks, over what, and which of the selector's rows that can reach.
 *
 * @param name for the reader
 * @param ranks how many
 * @param parameters words for mpirun
 * @param mixed whether even ranks prefer TCP although all share memory
 * @param transport what the parameters make of the transport
 * @param lacksCredit whether receivers have room for few or no eager messages
 * @param threads how many use MPI at once in each rank
 */
record SoakJob(
    String name,
    int ranks,
    List<String> parameters,
    boolean mixed,
    Transport transport,
    boolean lacksCredit,
    int threads) {

  /**
   * A transport's limits, which the job sets.
   *
   * @param eagerBytes longest eager frame
   * @param immediateBytes longest frame sent immediately, -1 for none
   * @param sendsInPlace whether it sends from the user's memory
   * @param rdma what put and get can do with memory of one kind or another
   */
  record Transport(
      long eagerBytes,
      long immediateBytes,
      long copyBytes,
      boolean sendsInPlace,
      List<RdmaTraits> rdma) {
    private static final List<RdmaTraits> NO_RDMA = List.of(RdmaTraits.NONE);

    /** From memory that peers can map, and from other memory. */
    private static final List<RdmaTraits> PUT_AND_GET =
        List.of(
            new RdmaTraits(true, false, true, true, false, true, 0),
            new RdmaTraits(false, false, true, true, false, true, 0));

    private static final List<RdmaTraits> REGISTERED_PUT =
        List.of(
            new RdmaTraits(false, false, true, true, true, false, 0),
            new RdmaTraits(false, false, false, true, true, false, 0));

    /** What was registered stays so, and need not be registered by pieces. */
    private static final List<RdmaTraits> KEPT =
        List.of(
            new RdmaTraits(true, false, true, true, true, true, 0),
            new RdmaTraits(false, false, false, true, true, true, 0));

    private static final List<RdmaTraits> KEPT_PUT =
        List.of(
            new RdmaTraits(false, false, true, true, true, true, 0),
            new RdmaTraits(false, false, false, true, true, true, 0));

    /** From direct memory, which UCX can register, and from arrays. */
    private static final List<RdmaTraits> RDMA_OF_DIRECT =
        List.of(
            new RdmaTraits(true, false, true, true, false, true, 0),
            new RdmaTraits(false, false, true, true, false, true, 0));

    private static final List<RdmaTraits> PUT =
        List.of(new RdmaTraits(false, false, true, true, false, true, 0));

    static final Transport SM_DEFAULT = new Transport(131_136, 131_136, 256, false, PUT_AND_GET);
    static final Transport SM = new Transport(4096, 2048, 256, false, PUT_AND_GET);
    static final Transport SM_ALLOCATED = new Transport(4096, -1, 256, false, NO_RDMA);
    static final Transport SM_REGISTERED = new Transport(4096, 2048, 256, false, REGISTERED_PUT);
    static final Transport SM_KEPT = new Transport(4096, 2048, 256, false, KEPT);
    static final Transport TCP = new Transport(65_600, 65_600, 65_536, true, NO_RDMA);
    static final Transport TCP_PUT = new Transport(65_600, 65_600, 65_536, true, PUT);
    static final Transport TCP_KEPT = new Transport(65_600, 65_600, 65_536, true, KEPT_PUT);
    static final Transport UCX = new Transport(66560, 66560, 256, true, NO_RDMA);
    static final Transport UCX_SHORT = new Transport(8192, 8192, 256, true, NO_RDMA);
    static final Transport UCX_PUT_AND_GET = new Transport(8192, 8192, 256, true, RDMA_OF_DIRECT);
    static final Transport TCP_ALLOCATED = new Transport(65_600, -1, 65_536, false, NO_RDMA);
  }

  private static final int MATCH_HEADER_BYTES = 24;
  private static final Duration OVERHEAD = Duration.ofSeconds(240);

  /**
   * What was used is reported, and whether this machine reads memory quickly does not decide it.
   */
  private static final List<String> REPORTING =
      List.of("--mca", "pml_ob1j_show_counts", "1", "--mca", "btl_sm_quick_read_nanos", "0");

  /** Whatever is chosen by default; the wrapper of another transport would be a rail of its own. */
  private static final List<String> WITHOUT_FAULTS = List.of("--mca", "btl", "^fault");

  /**
   * The jobs: each transport, both, and with faults; several rails; without immediate sends; with
   * less credit.
   */
  static List<SoakJob> all() {
    List<SoakJob> all = new ArrayList<>(byOneRail());
    all.addAll(bySeveralRails());
    all.addAll(inThreads());
    if (UcxOnThisHost.isUsable()) {
      all.addAll(overUcx());
    }
    return all;
  }

  private static List<SoakJob> inThreads() {
    String asynchronous = "mpi_async_progress";
    return List.of(
        of("3 threads, sm", 2, Transport.SM, "sm").with(3),
        byDefault("2 threads, default", 2, 2),
        of("2 threads, tcp", 3, Transport.TCP, "tcp").with(2),
        of("2 threads, sm, asynchronous", 3, Transport.SM, "sm", asynchronous, "1").with(2),
        of("3 threads, tcp, asynchronous", 2, Transport.TCP, "tcp", asynchronous, "1").with(3),
        of("2 threads, fault over sm", 2, Transport.SM, "fault", "btl_fault_wraps", "sm").with(2));
  }

  private static List<SoakJob> overUcx() {
    String tls = "btl_ucx_tls";
    return List.of(
        ucx("ucx, shared memory", 4, Transport.UCX, "ucx", tls, "posix,self"),
        ucx("ucx, sockets", 3, Transport.UCX_SHORT, "ucx", tls, "tcp,self"),
        ucx("ucx, put and get", 3, Transport.UCX_PUT_AND_GET, "ucx", "btl_ucx_flags", "399"),
        ucx("ucx and tcp as rails", 3, Transport.UCX, "ucx,tcp", "btl_ucx_exclusivity", "100"),
        ucx("fault over ucx", 2, Transport.UCX_SHORT, "fault", "btl_fault_wraps", "ucx"),
        ucx("2 threads, ucx", 2, Transport.UCX, "ucx", "mpi_async_progress", "1").with(2));
  }

  private static SoakJob ucx(
      String name, int ranks, Transport transport, String btl, String... namesAndValues) {
    List<String> words = new ArrayList<>(List.of(namesAndValues));
    words.addAll(List.of("btl_ucx_eager_limit", String.valueOf(transport.eagerBytes())));
    return of(name, ranks, transport, btl, words.toArray(new String[0]));
  }

  private SoakJob with(int moreThreads) {
    return new SoakJob(name, ranks, parameters, mixed, transport, lacksCredit, moreThreads);
  }

  private static List<SoakJob> bySeveralRails() {
    return List.of(
        of(
            "sm and tcp as rails",
            3,
            Transport.SM,
            "sm,tcp",
            "btl_tcp_exclusivity",
            "65536",
            "btl_tcp_bandwidth",
            "5000"),
        of(
            "fault over 2 links of tcp",
            2,
            Transport.TCP_PUT,
            "fault",
            "btl_fault_wraps",
            "tcp",
            "btl_tcp_links",
            "2",
            "btl_tcp_link_share",
            "65536",
            "btl_tcp_flags",
            "267",
            "btl_fault_refuse_percent",
            "20"));
  }

  /** Ordinary direct buffers, which both sides copy from and to. */
  private static SoakJob singleCopy() {
    return of(
        "sm, single copy",
        3,
        Transport.SM,
        "sm",
        "btl_sm_single_copy_mechanism",
        "cma",
        "btl_sm_single_copy_min_size",
        "4096",
        "btl_sm_single_copy_max_size",
        "65536",
        "btl_sm_split_size",
        "4096",
        "btl_sm_split_chunk_size",
        "4096");
  }

  private static List<SoakJob> byOneRail() {
    return List.of(
        of("sm", 4, Transport.SM, "sm"),
        singleCopy(),
        of("tcp, put", 3, Transport.TCP_PUT, "tcp", "btl_tcp_flags", "267"),
        new SoakJob("sm and tcp mixed", 4, withoutFaults(), true, Transport.TCP, false, 1),
        byDefault("8 ranks, default", 8, 1),
        of(
            "fault over sm",
            3,
            Transport.SM,
            "fault",
            "btl_fault_wraps",
            "sm",
            "btl_fault_refuse_percent",
            "20"),
        kept("sm, kept", Transport.SM_KEPT, "sm", "311"),
        kept("tcp, put, kept", Transport.TCP_KEPT, "tcp", "283"),
        of(
            "sm, registered",
            2,
            Transport.SM_REGISTERED,
            "sm",
            "btl_sm_flags",
            "307",
            "mpi_leave_pinned",
            "0",
            "btl_sm_min_rdma_pipeline_size",
            "0",
            "btl_sm_rdma_pipeline_frag_size",
            "32k"),
        of("fault over tcp", 3, Transport.TCP, "fault", "btl_fault_wraps", "tcp"),
        of("sm, allocated", 2, Transport.SM_ALLOCATED, "sm", "btl_sm_flags", "1"),
        of("tcp, allocated", 2, Transport.TCP_ALLOCATED, "tcp", "btl_tcp_flags", "1"),
        of("sm, credit 64k", 4, Transport.SM, "sm", "pml_ob1j_unexpected_bytes", "64k"),
        of("tcp, no credit", 3, Transport.TCP, "tcp", "pml_ob1j_unexpected_bytes", "0"),
        of(
            "fault over tcp, credit 64k",
            5,
            Transport.TCP,
            "fault",
            "btl_fault_wraps",
            "tcp",
            "pml_ob1j_unexpected_bytes",
            "64k"));
  }

  /** Memory is registered as a whole, and for the next message too. */
  private static SoakJob kept(String name, Transport transport, String btl, String flags) {
    return of(name, 2, transport, btl, "btl_" + btl + "_flags", flags, "mpi_leave_pinned", "1");
  }

  private static SoakJob of(
      String name, int ranks, Transport transport, String btl, String... namesAndValues) {
    List<String> parameters = new ArrayList<>(both());
    parameters.addAll(List.of("--mca", "btl", btl));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      parameters.addAll(List.of("--mca", namesAndValues[i], namesAndValues[i + 1]));
    }
    boolean lacksCredit = parameters.contains("pml_ob1j_unexpected_bytes");
    return new SoakJob(name, ranks, parameters, false, transport, lacksCredit, 1);
  }

  /** Every parameter as a user finds it, but for what reports. */
  private static SoakJob byDefault(String name, int ranks, int threads) {
    List<String> parameters = new ArrayList<>(REPORTING);
    parameters.addAll(WITHOUT_FAULTS);
    return new SoakJob(name, ranks, parameters, false, Transport.SM_DEFAULT, false, threads);
  }

  private static List<String> withoutFaults() {
    List<String> parameters = both();
    parameters.addAll(WITHOUT_FAULTS);
    return parameters;
  }

  /** The limits that {@link Transport} speaks of. */
  private static List<String> both() {
    List<String> parameters = new ArrayList<>(REPORTING);
    parameters.addAll(List.of("--mca", "btl_sm_eager_limit", "4096"));
    parameters.addAll(List.of("--mca", "btl_sm_max_inline_send", "2048"));
    parameters.addAll(List.of("--mca", "btl_tcp_eager_limit", "65536"));
    return parameters;
  }

  /** Runs the job and returns what it printed. */
  MpirunJob.Result run(long seed, int rounds, double seconds) {
    List<String> words = new ArrayList<>(List.of("-n", String.valueOf(ranks)));
    words.addAll(parameters);
    words.addAll(List.of("--mca", "btl_fault_seed", String.valueOf((int) seed)));
    if (mixed) {
      // What a rank prefers is for what it sends, so messages and their acknowledgements part ways.
      String script =
          "if [ $((OB1J_RANK % 2)) = 0 ]; then export OMPI_MCA_btl_tcp_exclusivity=100000; fi;"
              + " exec \"$@\"";
      words.addAll(List.of("sh", "-c", script, "sh"));
    }
    words.addAll(List.of(MpirunJob.java(), "-Xmx384m", "-cp", classPath(), Soak.class.getName()));
    words.addAll(List.of(String.valueOf(seed), String.valueOf(rounds), String.valueOf(seconds)));
    words.add(String.valueOf(threads));
    return MpirunJob.of(words.toArray(new String[0]))
        .timeLimit(OVERHEAD.plusMillis((long) (seconds * 1000)))
        .run();
  }

  private String classPath() {
    String own = MpirunJob.testClasses() + ":" + MpirunJob.btlTestClasses();
    // mpirun puts ob1j's jars before the class path of java alone.
    return mixed ? MpirunJob.libraries() + "/*:" + own : own;
  }

  /** What may come here by the tables. */
  Set<Bucket> allowed() {
    Set<Bucket> allowed = new HashSet<>();
    for (SendMode mode : SendMode.values()) {
      for (SendProtocol protocol : protocols(mode)) {
        allowed.add(new Bucket(protocol.name(), mode.name(), true));
        // A ready message's receive is posted before it is sent.
        if (mode != SendMode.READY) {
          allowed.add(new Bucket(protocol.name(), mode.name(), false));
        }
      }
    }
    return allowed;
  }

  /**
   * What may come beside, and need not: a synchronous message whose rendezvous does not fit a frame
   * with all its data although it would fit with a match header, which is shorter by some bytes.
   */
  Set<Bucket> possible() {
    Set<Bucket> possible = new HashSet<>(allowed());
    if (transport == Transport.SM_DEFAULT) {
      for (boolean expected : new boolean[] {true, false}) {
        possible.add(
            new Bucket(
                SendProtocol.SEND_RECEIVE_PIPELINE.name(), SendMode.SYNCHRONOUS.name(), expected));
      }
    }
    return possible;
  }

  /** Asks the selector about every length near a limit, on usable and other memory. */
  private Set<SendProtocol> protocols(SendMode mode) {
    Set<SendProtocol> protocols = EnumSet.noneOf(SendProtocol.class);
    int announced = SoakCommunicators.THRESHOLD_BYTES;
    long immediate = transport.immediateBytes() - MATCH_HEADER_BYTES;
    long eager = transport.eagerBytes() - MATCH_HEADER_BYTES;
    for (long limit : new long[] {1, 256, announced, immediate, eager, 8 << 20}) {
      for (long length = Math.max(0, limit - 1); length <= limit + 1; length++) {
        for (boolean usable : new boolean[] {false, true}) {
          // What is only announced goes as if there were no credit.
          for (boolean credit : new boolean[] {true, !lacksCredit && length <= announced}) {
            for (RdmaTraits rdma : transport.rdma()) {
              protocols.add(select(mode, length, usable, credit, rdma));
            }
          }
        }
      }
    }
    return protocols;
  }

  private SendProtocol select(
      SendMode mode, long length, boolean usable, boolean credit, RdmaTraits rdma) {
    long immediate =
        transport.immediateBytes() < 0 ? -1 : transport.immediateBytes() - MATCH_HEADER_BYTES;
    return SendProtocolSelector.select(
        new SendTraits(
            mode,
            length,
            true,
            usable,
            credit,
            transport.eagerBytes() - MATCH_HEADER_BYTES,
            immediate,
            transport.copyBytes(),
            transport.sendsInPlace(),
            rdma));
  }
}
