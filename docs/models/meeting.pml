/*
 * How ranks that meet in shared memory put each other to sleep and wake each other: see Meeting and
 * SharedArea, and docs/collectives.md.
 *
 *   rank     does OPERATIONS operations; in each it gives, and waits for all others or for rank 0
 *   gift     the last operation that a rank has given in
 *   asking   asking[r] has a bit for each rank that waits for rank r, and is to be woken
 *   woken    empty messages on their way to a rank, or there; a rank asleep wakes by one alone
 *
 * No rank sleeps for ever, and each message is taken in the end. Run it by docs/models/check.sh. With
 * -DNO_LAST_LOOK (a rank that has asked sleeps without another look), -DNO_WAY_BACK (a rank
 * that was promised a message does not take it) or -DLOOK_FIRST (a rank looks for sleepers before it
 * gives) a check must fail.
 */
#ifndef RANKS
#define RANKS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 3
#endif
/* All that can be promised to one rank at a time, and one more, which must never be. */
#define MOST_WOKEN RANKS

byte gift[RANKS];
byte asking[RANKS];
byte woken[RANKS];
byte finished = 0;

#define is_asking(r, other) ((asking[other] & (1 << r)) != 0)
#define has_given(other, operation) (gift[other] >= operation)

/* Takes the message that was promised, which may still be on its way. */
#ifdef NO_WAY_BACK
#define take_waking(r) skip
#else
#define take_waking(r) atomic { woken[r] > 0 -> woken[r]-- }
#endif

proctype rank(byte self) {
  byte operation, other, taken, next;
  bool asks = false;
  for (operation : 1 .. OPERATIONS) {
    /* Gives. */
#ifdef LOOK_FIRST
    atomic { taken = asking[self]; asking[self] = 0 }
    gift[self] = operation;
#else
    gift[self] = operation;
    /* A look first, then all bits at once: who comes between them is seen. */
    if
    :: asking[self] != 0 -> atomic { taken = asking[self]; asking[self] = 0 }
    :: else -> taken = 0
    fi;
#endif
    for (next : 0 .. RANKS - 1) {
      if
      :: (taken & (1 << next)) != 0 -> woken[next]++; assert(woken[next] <= MOST_WOKEN)
      :: else
      fi
    }
    taken = 0;
    next = 0;
    /* Waits: in some operations for rank 0 alone. */
    for (other : 0 .. RANKS - 1) {
      if
      :: other == self || operation % 2 == 0 && other != 0 -> goto there
      :: else
      fi;
polls:
      if
      :: has_given(other, operation) -> goto came
      :: else
      fi;
      if
      :: asks && !is_asking(self, other) ->
         /* Promised, for this operation or one before it: the next sleep asks again. */
         asks = false;
         take_waking(self)
      :: !asks ->
         asks = true;
         atomic { asking[other] = asking[other] | (1 << self) }
#ifdef NO_LAST_LOOK
         woken[self] > 0
#endif
      :: asks && is_asking(self, other) ->
         /* Asleep. What was sent wakes; it is taken when the promise is seen. */
         woken[self] > 0
      fi;
      goto polls;
came:
      if
      :: asks ->
         asks = false;
         atomic {
           if
           :: is_asking(self, other) -> asking[other] = asking[other] & ~(1 << self); next = 1
           :: else -> next = 0
           fi
         }
         if
         :: next == 0 -> take_waking(self)
         :: else -> next = 0
         fi
      :: else
      fi;
there:
      skip
    }
  }
  atomic {
    finished++;
    /* Messages that nobody takes would be in the way of later ones. */
    if
    :: finished == RANKS ->
       for (next : 0 .. RANKS - 1) {
         assert(woken[next] == 0)
       }
    :: else
    fi
  }
}

init {
  byte r;
  atomic {
    for (r : 0 .. RANKS - 1) {
      run rank(r)
    }
  }
}
