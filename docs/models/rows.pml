/*
 * How ranks use the rows of a StartedArea again: see StartedMeeting, and docs/collectives.md.
 *
 *   rank     gives to OPERATIONS operations and reads what others give: of operations with an even
 *            number all ranks read all, of the others all read what one of them gives
 *   slot     the operation to which a rank has given in a row
 *   told     the last operation that a rank has told to have done
 *   done     the same before it tells, which no other rank sees
 *
 * Nobody gives where a rank has not read, nobody reads what is for another operation, and all come to
 * the end. Run it by docs/models/check.sh. With -DLOOKS_TWICE (who has done least is found first, and
 * how much that is then) or -DTELLS_FIRST (a rank tells before it reads) an assertion must fail; with
 * -DTELLS_SELDOM (a rank does not tell before it has done more than there are rows) somebody waits for
 * ever.
 */
#ifndef RANKS
#define RANKS 3
#endif
#ifndef OPERATIONS
#define OPERATIONS 5
#endif
#define ROWS 2

byte slot[RANKS * ROWS];
byte told[RANKS];
byte done[RANKS];

#define place(operation, rank) slot[((operation) % ROWS) * RANKS + (rank)]
#define is_for_all(operation) ((operation) % 2 == 0)
#define giver(operation) ((operation) % RANKS)

proctype rank(byte self) {
  byte given, least, slowest, other, operation;
  do
  :: given < OPERATIONS && given + 1 <= least + ROWS ->
     operation = given + 1;
     for (other : 0 .. RANKS - 1) {
       assert(operation <= ROWS || done[other] >= operation - ROWS)
     }
     place(operation, self) = operation;
     given = operation
  :: given < OPERATIONS && told[0] > least && told[1] > least && told[RANKS - 1] > least ->
     slowest = 0;
     least = told[0];
     for (other : 1 .. RANKS - 1) {
       /* One look at each. */
       atomic {
         if
         :: told[other] < least -> slowest = other; least = told[other]
         :: else
         fi
       }
     }
#ifdef LOOKS_TWICE
     least = told[slowest]
#endif
  :: done[self] < given && (is_for_all(done[self] + 1)
       -> place(done[self] + 1, 0) >= done[self] + 1 && place(done[self] + 1, 1) >= done[self] + 1
            && place(done[self] + 1, RANKS - 1) >= done[self] + 1
       : place(done[self] + 1, giver(done[self] + 1)) >= done[self] + 1) ->
     operation = done[self] + 1;
#ifdef TELLS_FIRST
     told[self] = operation;
#endif
     for (other : 0 .. RANKS - 1) {
       if
       :: is_for_all(operation) || other == giver(operation) ->
          assert(place(operation, other) == operation)
       :: else
       fi
     }
     done[self] = operation;
#ifdef TELLS_SELDOM
     if
     :: done[self] - told[self] > ROWS -> told[self] = done[self]
     :: else
     fi
#else
     if
     :: done[self] == given -> told[self] = done[self]
     /* Or only when there is more to tell. */
     :: done[self] != given -> told[self] = done[self]
     :: done[self] != given
     fi
#endif
  :: done[self] == OPERATIONS -> break
  od
}

init {
  byte r;
  atomic {
    for (r : 0 .. RANKS - 1) {
      run rank(r)
    }
  }
}
