package org.ob1j.btl.ucx.tag;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PostedTagsTest {
  private static final int CAPACITY = 50;

  @Test
  void shouldFindWhatWasPutAndNothingElse() {
    long seed = 5;
    Random random = new Random(seed);
    PostedTags posted = new PostedTags(CAPACITY);
    Map<Long, Long> expected = new HashMap<>();
    ByteBuffer memory = ByteBuffer.allocateDirect(8);

    for (int i = 0; i < 100_000; i++) {
      long token = random.nextInt(200) * 0x1_0000_0001L;
      if (expected.size() < CAPACITY && !expected.containsKey(token)) {
        posted.put(token, i + 1, memory);
        expected.put(token, (long) i + 1);
      } else {
        assertThat(posted.remove(token)).isEqualTo(expected.remove(token) != null);
      }
      long other = random.nextInt(200) * 0x1_0000_0001L;
      assertThat(posted.handle(other)).isEqualTo(expected.getOrDefault(other, 0L));
      assertThat(posted.count()).isEqualTo(expected.size());
    }
    Map<Long, Long> all = new HashMap<>();
    posted.forEach((handle, token) -> all.put(token, handle));
    assertThat(all).isEqualTo(expected);
  }

  @Test
  void shouldTakeNoneWhereNoneAreAllowed() {
    PostedTags none = new PostedTags(0);

    assertThat(none.handle(7)).isZero();
    assertThat(none.remove(7)).isFalse();
    assertThat(none.count()).isZero();
  }
}
