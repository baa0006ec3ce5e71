/*
 * How ranks that meet in shared memory put each other to sleep and wake each other: see Meeting and
 * SharedArea, and docs/collectives.md.
 *
 *   rank     does OPERATIONS operations; in each it gives, and waits for all others or for rank 0
 *   gift     the last operation that a rank has given in
 *   asking   asking[r] has a bit for each rank that waits for rank r, and is to be woken
 *   rung     a rank's doorbell has been rung, and the rank has not forgotten it; a rank asleep wakes
 *            by that alone
 *
 * No rank sleeps for ever. Run it by docs/models/check.sh. With -DNO_LAST_LOOK (a rank that has asked
 * sleeps without another look), -DFORGETS_LATE (a rank forgets that it was rung after its last look)
 * or -DLOOK_FIRST (a rank looks for sleepers before it gives) a check must fail.
 */
#ifndef RANKS
#define RANKS 2
#endif
#ifndef OPERATIONS
#define OPERATIONS 3
#endif

byte gift[RANKS];
byte asking[RANKS];
bool rung[RANKS];

#define is_asking(r, other) ((asking[other] & (1 << r)) != 0)
#define has_given(other, operation) (gift[other] >= operation)

proctype rank(byte self) {
  byte operation, other, taken, next;
  bool asks = false;
  bool prepared = false;
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
      :: (taken & (1 << next)) != 0 -> rung[next] = true
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
         asks = false
      :: !asks ->
         asks = true;
         atomic { asking[other] = asking[other] | (1 << self) }
#ifdef NO_LAST_LOOK
         rung[self] = false;
         rung[self]
#endif
      :: asks && is_asking(self, other) && !prepared ->
         /* Forgets what was rung for earlier, and looks once more. */
#ifndef FORGETS_LATE
         rung[self] = false;
#endif
         prepared = true
      :: asks && is_asking(self, other) && prepared ->
#ifdef FORGETS_LATE
         rung[self] = false;
#endif
         /* Asleep. */
         rung[self];
         prepared = false
      fi;
      goto polls;
came:
      if
      :: asks ->
         /* Whoever has promised rings for nothing. */
         asks = false;
         atomic { asking[other] = asking[other] & ~(1 << self) }
      :: else
      fi;
there:
      skip
    }
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
