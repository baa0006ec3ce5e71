package org.ob1j.bml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StripingTest {
  private static int[] numbers(String list) {
    return Arrays.stream(list.split(" ")).mapToInt(Integer::parseInt).toArray();
  }

  @ParameterizedTest
  @CsvSource({
    // length, bandwidths, shortest shares that are worth it, shares
    "0,       100,       4096,       0",
    "1000000, 100,       4096,       1000000",
    "0,       100 100,   4096 4096,  0 0",
    "1048576, 100 100,   4096 4096,  524288 524288",
    "1048577, 100 100,   4096 4096,  524289 524288",
    "1048576, 300 100,   4096 4096,  786432 262144",
    "1048576, 100 300,   4096 4096,  262144 786432",
    "1000,    100 100,   500 500,    1000 0",
    "1024,    100 100,   512 512,    512 512",
    "1023,    100 100,   512 512,    1023 0",
    "1024,    100 100,   4096 512,   512 512",
    "1024,    100 100,   512 513,    1024 0",
    "1000000, 100 0,     64 64,      1000000 0",
    "640,     0 0,       64 64,      320 320",
    "6400,    50 50 900, 640 640 64, 0 0 6400",
    "6400,    40 60 900, 64 64 64,   256 384 5760",
    // Further links of two networks are worth it for longer messages only.
    "1024,    9 9 9 9,   64 64 512 512, 512 512 0 0",
    "2048,    9 9 9 9,   64 64 512 512, 512 512 512 512",
    // Without the weakest, the next has enough.
    "7000,    100 900 9000, 640 512 64, 0 576 6424",
    "4611686018427387904, 2147483647 2147483647, 4096 4096, 2305843009213693952 2305843009213693952"
  })
  void shouldDivideByBandwidthWhatIsWorthIt(
      long lengthBytes, String bandwidths, String leastBytes, String shares) {
    assertThat(Striping.shares(lengthBytes, numbers(bandwidths), numbers(leastBytes)))
        .containsExactly(Arrays.stream(shares.split(" ")).mapToLong(Long::parseLong).toArray());
  }

  @Property
  void shouldAddUpAndLeaveNoShareThatIsNotWorthIt(
      @ForAll @LongRange(max = 1L << 50) long lengthBytes,
      @ForAll @Size(min = 1, max = 8) int[] bandwidths,
      @ForAll @IntRange(max = 1 << 20) int leastBytes) {
    int[] weights = Arrays.stream(bandwidths).map(each -> each & Integer.MAX_VALUE).toArray();
    int[] least = new int[weights.length];
    Arrays.fill(least, leastBytes);
    long[] shares = Striping.shares(lengthBytes, weights, least);
    assertThat(shares).hasSize(weights.length);
    assertThat(Arrays.stream(shares).sum()).isEqualTo(lengthBytes);
    int strongest = Arrays.stream(weights).max().getAsInt();
    int small = 0;
    for (int i = 0; i < shares.length; i++) {
      assertThat(shares[i]).isNotNegative();
      if (shares[i] != 0 && shares[i] < leastBytes) {
        small++;
        assertThat(weights[i]).isEqualTo(strongest);
      }
    }
    assertThat(small).isLessThanOrEqualTo(1);
  }

  @Property
  void shouldKeepToTheBandwidthsWhereEveryRailIsWorthIt(
      @ForAll @LongRange(min = 1L << 20, max = 1L << 50) long lengthBytes,
      @ForAll @Size(min = 2, max = 6) int[] numbers) {
    int[] bandwidths = Arrays.stream(numbers).map(each -> 100 + (each & 0xFFFF)).toArray();
    long[] shares = Striping.shares(lengthBytes, bandwidths, new int[bandwidths.length]);
    double total = Arrays.stream(bandwidths).asLongStream().sum();
    for (int i = 0; i < shares.length; i++) {
      double due = lengthBytes * (bandwidths[i] / total);
      assertThat(Math.abs(shares[i] - due)).isLessThanOrEqualTo(64.0 * shares.length + due * 1e-9);
    }
  }
}
