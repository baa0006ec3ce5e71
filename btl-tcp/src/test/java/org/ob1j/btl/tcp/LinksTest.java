package org.ob1j.btl.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ob1j.btl.BtlContext;
import org.ob1j.btl.BtlEndpoint;
import org.ob1j.btl.BtlException;
import org.ob1j.btl.BtlModule;
import org.ob1j.btl.BtlReceiver;
import org.ob1j.btl.Frame;
import org.ob1j.btl.InMemoryModex;
import org.ob1j.btl.PayloadTarget;
import org.ob1j.btl.order.RequestedOrder;
import org.ob1j.runtime.job.JobIdentity;
import org.ob1j.runtime.memory.Memory;
import org.ob1j.runtime.parameter.ParameterSet;

/**
 * Several connections between the same two ranks: {@code btl_tcp_links}, and several networks in
 * {@code btl_tcp_if_include}.
 */
@Timeout(60)
class LinksTest {
  private static final long LIMIT_NANOS = 30_000_000_000L;
  private static final int HEADER_BYTES = 8;

  private final InMemoryModex modex = new InMemoryModex(2);
  private final List<List<BtlModule>> modules = new ArrayList<>();
  private final List<List<String>> events = new ArrayList<>();

  /** Opens the ranks, each with so many links. */
  private void open(int... links) {
    for (int rank = 0; rank < links.length; rank++) {
      open(rank, Map.of("btl_tcp_links", String.valueOf(links[rank])));
    }
    modex.publishAll();
  }

  private void open(int rank, Map<String, String> parameters) {
    List<String> ofRank = new ArrayList<>();
    events.add(ofRank);
    modules.add(
        new TcpComponent()
            .initialise(
                new BtlContext(
                    new JobIdentity("links", rank, 2, rank, 2),
                    modex.view(rank),
                    new byte[32],
                    ParameterSet.of(parameters),
                    new EventReceiver(ofRank))));
  }

  @AfterEach
  void close() {
    modules.forEach(ofRank -> ofRank.forEach(BtlModule::close));
  }

  private void until(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      modules.forEach(ofRank -> ofRank.forEach(module -> module.poller().progress()));
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what + ": " + modules + events);
      }
    }
  }

  private static boolean trySend(BtlEndpoint endpoint, long content) {
    Frame frame = endpoint.reserve(HEADER_BYTES, 0, RequestedOrder.DEFAULT);
    if (frame == null) {
      return false;
    }
    frame.headerMemory().putLong(frame.headerOffset(), content);
    endpoint.sendImmediate(frame);
    endpoint.push();
    return true;
  }

  @Test
  void shouldConnectLinksOfTheSameNumber() {
    open(3, 2);
    for (int rank = 0; rank < 2; rank++) {
      for (int link = 0; link < 2; link++) {
        BtlEndpoint endpoint = modules.get(rank).get(link).endpoint(1 - rank);
        long content = 10 * rank + link;
        until("a frame to leave", () -> trySend(endpoint, content));
      }
    }
    until("the frames", () -> events.get(0).size() == 2 && events.get(1).size() == 2);
    assertThat(events.get(0)).containsExactlyInAnyOrder("tcp.0 10", "tcp.1 11");
    assertThat(events.get(1)).containsExactlyInAnyOrder("tcp.0 0", "tcp.1 1");
    assertThat(modules.get(0)).hasSize(3).last().satisfies(third -> noneReaches(third));
    assertThat(modules.get(0).get(1).describe()).contains("1 connections open");
  }

  private static void noneReaches(BtlModule third) {
    assertThat(third.name()).isEqualTo("tcp.2");
    assertThat(third.endpoint(1)).isNull();
  }

  private static void assumeLoopbackOfBothFamilies() throws SocketException {
    assumeThat(NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses))
        .as("addresses of this host")
        .anyMatch(address -> address.getHostAddress().startsWith("0:0:0:0:0:0:0:1"));
  }

  @Test
  void shouldConnectTheSameNetworkOfRanksThatHaveOtherNumbersOfLinks() throws SocketException {
    assumeLoopbackOfBothFamilies();
    String both = "127.0.0.0/8,::1/128";
    open(0, Map.of("btl_tcp_if_include", both, "btl_tcp_links", "2"));
    open(1, Map.of("btl_tcp_if_include", both));
    modex.publishAll();

    assertThat(modules.get(0)).hasSize(4).element(2).satisfies(third -> noneReaches(third));
    assertThat(modules.get(1)).hasSize(2);
    BtlEndpoint endpoint = modules.get(0).get(1).endpoint(1);
    until("a frame to leave", () -> trySend(endpoint, 7));
    until("the frame", () -> !events.get(1).isEmpty());
    assertThat(events.get(1)).containsExactly("tcp.1 7");
  }

  @Test
  void shouldConnectTheSameNetworksWhateverTheirPlacesInTheList() throws SocketException {
    assumeLoopbackOfBothFamilies();
    open(0, Map.of("btl_tcp_if_include", "127.0.0.0/8,203.0.113.0/24,::1/128"));
    open(1, Map.of("btl_tcp_if_include", "::1/128,127.0.0.0/8"));
    modex.publishAll();

    for (int link = 0; link < 2; link++) {
      BtlEndpoint endpoint = modules.get(0).get(link).endpoint(1);
      long content = link;
      until("a frame to leave", () -> trySend(endpoint, content));
    }
    until("the frames", () -> events.get(1).size() == 2);
    assertThat(events.get(1)).containsExactlyInAnyOrder("tcp.0 0", "tcp.1 1");
  }

  @Test
  void shouldListenOnceForAllLinks() {
    open(3, 3);

    String first = listening(modules.get(0).get(0));
    assertThat(modules.get(0)).hasSize(3).allSatisfy(link -> hasIn(link, first));
    BtlEndpoint endpoint = modules.get(0).get(2).endpoint(1);
    until("a frame to leave", () -> trySend(endpoint, 7));
    until("the frame", () -> !events.get(1).isEmpty());
    assertThat(events.get(1)).containsExactly("tcp.2 7");
    assertThat(modules.get(1).get(2).describe()).contains("1 connections open");
    assertThat(modules.get(1).get(0).describe()).contains("0 connections open, 1 accepted");
  }

  private static String listening(BtlModule module) {
    String description = module.describe();
    return description.substring(
        description.indexOf("listening on"), description.indexOf("connections open"));
  }

  private static void hasIn(BtlModule module, String text) {
    assertThat(listening(module)).isEqualTo(text);
  }

  /** Notes by which module what has come. */
  private record EventReceiver(List<String> events) implements BtlReceiver {
    @Override
    public void receive(
        BtlEndpoint from,
        Memory header,
        int headerOffset,
        int headerBytes,
        Memory payload,
        int payloadOffset,
        int payloadBytes) {
      events.add(from.module().name() + " " + header.getLong(headerOffset));
    }

    @Override
    public PayloadTarget place(
        BtlEndpoint from, Memory header, int headerOffset, int headerBytes, int payloadBytes) {
      return null;
    }

    @Override
    public void failed(BtlModule module, int peer, BtlException cause) {
      events.add(module.name() + " failed: " + cause.getMessage());
    }
  }
}
