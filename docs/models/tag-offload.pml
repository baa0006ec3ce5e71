/*
 * The races of tag matching by a transport: receives that are posted while their messages are on
 * their way up, messages that come by another way, and receives that are taken back and were matched
 * before. See docs/tag-offload.md.
 *
 *   app      posts RECEIVES receives, and may cancel one
 *   source A sends MESSAGES_A messages, which the device matches
 *   source B sends one message as a frame, which the engine matches
 *   device   a list of receives, and a queue of what it has decided and the engine has not been told
 *   engine   TagOffload: rules in the comments of match() and may_go()
 *
 * Run it by docs/models/check.sh. With -DNO_SHADOW_CHECK or -DNO_HOLD_BACK an assertion must fail.
 */
#define RECEIVES 3
#define MESSAGES_A 2
#define MESSAGES 3 /* the last one is from B */
#define NOBODY 15
#define CANCELLED 14

#ifndef CAPACITY
#define CAPACITY 2
#endif

/* What a receive wants: 0 is any. */
byte want_source[RECEIVES];
byte want_tag[RECEIVES];
byte tag[MESSAGES];
#define source(m) (m < MESSAGES_A -> 1 : 2)
#define accepts(r, m) \
  ((want_source[r] == 0 || want_source[r] == source(m)) && \
   (want_tag[r] == 0 || want_tag[r] == tag[m]))
#define overlap(r, q) \
  ((want_source[r] == 0 || want_source[q] == 0 || want_source[r] == want_source[q]) && \
   (want_tag[r] == 0 || want_tag[q] == 0 || want_tag[r] == want_tag[q]))

/* Where a receive is. A receive that is nowhere has matched, or was cancelled. */
mtype = { NOWHERE, HERE_FOR_GOOD, HELD, ON_DEVICE };
mtype place[RECEIVES] = NOWHERE;

/* Its place on the device's list, counted from 1; 0 if it is not there. */
byte listed[RECEIVES];
byte next_listed = 1;
bool asked_back[RECEIVES];
byte on_device = 0; /* as the engine counts: until it is told that a receive has left the list */

/* What a message has matched; its place among the unexpected, counted from 1. */
byte matched[MESSAGES] = NOBODY;
byte got[RECEIVES] = NOBODY;
byte unexpected[MESSAGES];
byte next_unexpected = 1;

bool any_goes; /* whether receives from any source go to the device */
byte posts = 0;
byte sent = 0;
bool b_sent = false;

/* What the device tells: a message, and the receive it has matched or NOBODY. */
chan decisions = [MESSAGES_A] of { byte, byte };
chan given_back = [RECEIVES] of { byte };

inline hand_over(r, m) {
  place[r] = NOWHERE;
  got[r] = m;
  matched[m] = r;
}

/* A receive leaves the engine for another reason than the device's: the device is asked for it. */
inline take_back(r) {
  if
  :: place[r] == ON_DEVICE -> asked_back[r] = true
  :: else
  fi
}

/* The engine matches a message that the device has not: the oldest receive, wherever it is. */
inline match(m) {
  r = 0;
  do
  :: r < RECEIVES && !(place[r] != NOWHERE && accepts(r, m)) -> r++
  :: else -> break
  od;
  if
#ifdef NO_SHADOW_CHECK
  :: r < RECEIVES && place[r] != ON_DEVICE ->
#else
  :: r < RECEIVES ->
#endif
     take_back(r);
     hand_over(r, m)
  :: else ->
     unexpected[m] = next_unexpected;
     next_unexpected++
  fi;
  r = 0
}

/* Whether a receive may go to the device: there is room, and no older one that overlaps is here. */
inline may_go(r, answer) {
  answer = on_device < CAPACITY;
#ifndef NO_HOLD_BACK
  q = 0;
  do
  :: q < r ->
     if
     :: (place[q] == HELD || place[q] == HERE_FOR_GOOD) && overlap(r, q) -> answer = false
     :: else
     fi;
     q++
  :: else -> break
  od;
  q = 0
#endif
}

inline post_to_device(r) {
  place[r] = ON_DEVICE;
  listed[r] = next_listed;
  next_listed++;
  on_device++
}

proctype engine() {
  byte r = 0, q = 0, m = 0, oldest = 0, n = 0;
  bool yes = false;
end:
  do
  /* The application posts its next receive. */
  :: atomic { posts < RECEIVES ->
       n = posts;
       oldest = NOBODY;
       m = 0;
       do
       :: m < MESSAGES ->
          if
          :: unexpected[m] != 0 && accepts(n, m) &&
             (oldest == NOBODY || unexpected[m] < unexpected[oldest]) -> oldest = m
          :: else
          fi;
          m++
       :: else -> break
       od;
       m = 0;
       if
       :: oldest != NOBODY -> unexpected[oldest] = 0; hand_over(n, oldest)
       :: else ->
          if
          :: want_source[n] == 2 || want_source[n] == 0 && !any_goes -> place[n] = HERE_FOR_GOOD
          :: else ->
             may_go(n, yes);
             if
             :: yes -> post_to_device(n)
             :: true -> place[n] = HELD /* no room, or the device says: not now */
             :: true -> place[n] = HERE_FOR_GOOD /* the device says: unsupported */
             fi
          fi
       fi;
       posts++; n = 0; oldest = 0
     }
  /* The application cancels its first receive. */
  :: atomic { posts > 1 && place[0] != NOWHERE ->
       take_back(0);
       place[0] = NOWHERE;
       got[0] = CANCELLED
     }
  /* What has been held back is tried again, the oldest first. */
  :: atomic { place[0] == HELD || place[1] == HELD || place[2] == HELD ->
       n = 0;
       yes = false;
       do
       :: n < RECEIVES && !yes ->
          if
          :: place[n] == HELD -> may_go(n, yes)
          :: else
          fi;
          if
          :: !yes -> n++
          :: else
          fi
       :: else -> break
       od;
       if
       :: yes -> post_to_device(n)
       :: else
       fi;
       n = 0
     }
  /* The device tells what it has decided about a message. */
  :: atomic { decisions?m,n ->
       if
       :: n == NOBODY -> match(m)
       :: else ->
          on_device--;
          if
          :: place[n] == ON_DEVICE && !asked_back[n] -> hand_over(n, m)
          :: else -> match(m) /* too late: it is another message's, or cancelled */
          fi
       fi;
       m = 0; n = 0
     }
  /* The device gives a receive back. */
  :: atomic { given_back?n -> on_device--; n = 0 }
  /* A frame from B. */
  :: atomic { !b_sent -> b_sent = true; match(MESSAGES - 1) }
  od
}

proctype device() {
  byte r = 0, oldest = 0;
end:
  do
  /* The next message of A comes; the oldest receive on the list that it matches is its. */
  :: atomic { sent < MESSAGES_A ->
       oldest = NOBODY;
       r = 0;
       do
       :: r < RECEIVES ->
          if
          :: listed[r] != 0 && accepts(r, sent) &&
             (oldest == NOBODY || listed[r] < listed[oldest]) -> oldest = r
          :: else
          fi;
          r++
       :: else -> break
       od;
       r = 0;
       if
       :: oldest != NOBODY -> listed[oldest] = 0
       :: else
       fi;
       decisions!sent,oldest;
       sent++; oldest = 0
     }
  /* A cancel reaches the device. One that comes too late is answered by the decision. */
  :: atomic { listed[0] != 0 && asked_back[0] -> listed[0] = 0; given_back!0 }
  :: atomic { listed[1] != 0 && asked_back[1] -> listed[1] = 0; given_back!1 }
  :: atomic { listed[2] != 0 && asked_back[2] -> listed[2] = 0; given_back!2 }
  od
}

/* At the end: everything that MPI says about pairs of messages and receives. */
proctype judge() {
  byte m, k, r;
  atomic {
    posts == RECEIVES && sent == MESSAGES_A && b_sent && empty(decisions) ->
      for (m : 0 .. MESSAGES - 1) {
        /* Each message is with a receive that accepts it, or unexpected. */
        assert((matched[m] == NOBODY) == (unexpected[m] != 0));
        assert(matched[m] == NOBODY || (accepts(matched[m], m) && got[matched[m]] == m));
        for (r : 0 .. RECEIVES - 1) {
          /* No receive waits for a message that is here. */
          assert(!(unexpected[m] != 0 && place[r] != NOWHERE && accepts(r, m)));
          /* A message does not pass an older receive that goes on waiting. */
          assert(!(matched[m] != NOBODY && r < matched[m] && place[r] != NOWHERE && accepts(r, m)))
        }
        /* Of two messages of A that a receive accepts the first does not match after the second. */
        for (k : 0 .. MESSAGES_A - 1) {
          if
          :: m < MESSAGES_A && k < m && matched[m] != NOBODY && accepts(matched[m], k) ->
             assert(matched[k] != NOBODY && matched[k] < matched[m])
          :: else
          fi
        }
      }
  }
}

init {
  byte i, v;
  atomic {
    for (i : 0 .. RECEIVES - 1) {
      select(v : 0 .. 2);
      want_source[i] = v;
      select(v : 0 .. 2);
      want_tag[i] = v
    }
    /* Which of the two tags the first message has makes no difference. */
    tag[0] = 1;
    for (i : 1 .. MESSAGES - 1) {
      select(v : 1 .. 2);
      tag[i] = v
    }
    v = 0;
    if
    :: any_goes = true
    :: any_goes = false
    fi;
    run engine();
    run device();
    run judge()
  }
}
