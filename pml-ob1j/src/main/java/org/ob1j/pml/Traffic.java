package org.ob1j.pml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.ob1j.pml.dispatch.Arrival;
import org.ob1j.pml.dispatch.MatchingContext;
import org.ob1j.pml.match.MatchingEngine;
import org.ob1j.pml.peer.Peer;
import org.ob1j.pml.protocol.Context;
import org.ob1j.pml.protocol.ReceiveRequest;
import org.ob1j.pml.protocol.ReceiveStage;
import org.ob1j.pml.protocol.SendRequest;
import org.ob1j.pml.protocol.SendStage;
import org.ob1j.runtime.job.ContextTraffic;

/**
 * How many messages a process has exchanged in its contexts, for the search for those that are
 * lost. Nothing is counted for it on their way: each has a sequence number, which it gets when its
 * send begins, perhaps before a transport takes it.
 *
 * <p>Peers to whom messages go by a lane of tagged ones are left out: a transport that matches tags
 * may keep such messages without having told of them.
 */
final class Traffic {
  private final Ob1Pml pml;
  private final Map<Long, Integer> queued = new HashMap<>();
  private final Map<Long, Integer> incomplete = new HashMap<>();
  private final Map<MatchingContext, List<ContextTraffic.Peer>> found = new LinkedHashMap<>();
  private int left = ContextTraffic.MAX_PEERS;

  private Traffic(Ob1Pml pml) {
    this.pml = pml;
    for (SendRequest send : pml.requests().sends().all()) {
      if (send.stage() == SendStage.STARTING) {
        count(send.communicator(), send.peer(), queued);
      }
    }
    for (ReceiveRequest receive : pml.requests().receives().all()) {
      if (receive.stage() == ReceiveStage.TRANSFERRING) {
        count(receive.communicator(), receive.peer(), incomplete);
      }
    }
    // What is waited for is mostly where receives are posted.
    pml.contexts().forEach(context -> addContext(context, true));
    pml.contexts().forEach(context -> addContext(context, false));
  }

  private void addContext(MatchingContext context, boolean posted) {
    if (found.size() < ContextTraffic.MAX_CONTEXTS
        && context.matching().postedCount() != 0 == posted) {
      found.put(context, new ArrayList<>());
    }
  }

  private void count(Context context, Peer peer, Map<Long, Integer> counts) {
    // A send may still be leaving when its context is closed, and the id is another's.
    if (pml.contexts().find(context.contextId()) == context) {
      long path = pathKey(context, peer.rank());
      counts.put(path, counts.getOrDefault(path, 0) + 1);
    }
  }

  private static long pathKey(Context context, int process) {
    return (long) context.contextId() << Integer.SIZE | process;
  }

  /** The traffic with some processes, then with others that there is any with, then with others. */
  static List<ContextTraffic> of(Ob1Pml pml, List<Integer> first) {
    Traffic traffic = new Traffic(pml);
    Set<Integer> named = new HashSet<>(first);
    traffic.add(peer -> named.contains(peer.rank()));
    traffic.add(peer -> !named.contains(peer.rank()) && isUsed(peer));
    traffic.add(peer -> !named.contains(peer.rank()) && !isUsed(peer));
    List<ContextTraffic> all = new ArrayList<>();
    traffic.found.forEach(
        (context, peers) ->
            all.add(new ContextTraffic(context.contextId(), context.label(), peers)));
    return all;
  }

  private static boolean isUsed(ContextTraffic.Peer peer) {
    return peer.sent() != 0 || peer.waiting() != 0 || peer.received() != 0;
  }

  private void add(Predicate<ContextTraffic.Peer> wanted) {
    found.forEach(
        (context, peers) -> {
          for (int rank = 0; rank < context.size() && left > 0; rank++) {
            ContextTraffic.Peer peer = peerOf(context, rank);
            if (peer != null && wanted.test(peer)) {
              peers.add(peer);
              left--;
            }
          }
        });
  }

  /** Null for this process itself, and for one whose messages a transport matches. */
  private ContextTraffic.Peer peerOf(MatchingContext context, int rank) {
    int process = context.process(rank);
    // Nobody may be connected to for the sake of a report.
    Peer known = pml.peers().known(process);
    if (process == pml.identity().rank() || known != null && context.laneTo(rank) != null) {
      return null;
    }
    long path = pathKey(context, process);
    int unsent = queued.getOrDefault(path, 0);
    MatchingEngine<ReceiveRequest, Arrival> matching = context.matching();
    return new ContextTraffic.Peer(
        process,
        known == null ? "" : known.rails().first().name(),
        context.sequenceTo(rank) - unsent,
        unsent + blockedSends(context, rank),
        matching.expected(rank) + matching.earlyCount(rank),
        incomplete.getOrDefault(path, 0));
  }

  /** 1 if a send to a rank waits without a request, which has no number yet. */
  private int blockedSends(Context context, int rank) {
    return pml.awaited() instanceof BlockedCall call
            && call.isSend()
            && call.communicator() == context
            && call.peer() == rank
        ? 1
        : 0;
  }
}
