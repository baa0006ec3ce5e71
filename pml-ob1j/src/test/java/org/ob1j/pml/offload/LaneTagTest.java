package org.ob1j.pml.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_SOURCE;
import static org.ob1j.runtime.pml.PmlCommunicator.ANY_TAG;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LaneTagTest {
  @Example
  void shouldHaveTheFieldsWhereTheDiagramHasThem() {
    assertThat(LaneTag.of(0xABCD, 0x1234, 0x7EDCBA98)).isEqualTo(0x7EDCBA98_1234_ABCDL);
    assertThat(LaneTag.mask(0x1234, 0x7EDCBA98)).isEqualTo(-1L);
    assertThat(LaneTag.mask(ANY_SOURCE, 5)).isEqualTo(0xFFFFFFFF_0000_FFFFL);
    assertThat(LaneTag.mask(5, ANY_TAG)).isEqualTo(0x00000000_FFFF_FFFFL);
    assertThat(LaneTag.mask(ANY_SOURCE, ANY_TAG)).isEqualTo(0xFFFFL);
  }

  @Example
  void shouldFitUpToTheWidthOfTheFields() {
    assertThat(LaneTag.fits(0xFFFF, 0x10000)).isTrue();
    assertThat(LaneTag.fits(0x10000, 2)).isFalse();
    assertThat(LaneTag.fits(0, 0x10001)).isFalse();
    assertThat(LaneTag.fits(-1, 2)).isFalse();
  }

  @Property
  void shouldMatchWhatMpiMatches(
      @ForAll @IntRange(min = 0, max = 1) int context,
      @ForAll @IntRange(min = -1, max = 2) int wantedSource,
      @ForAll @IntRange(min = -1, max = 2) int wantedTag,
      @ForAll @IntRange(min = 0, max = 1) int messageContext,
      @ForAll @IntRange(min = 0, max = 2) int source,
      @ForAll @IntRange(min = 0, max = 2) int tag) {
    long mask = LaneTag.mask(wantedSource, wantedTag);
    boolean matches =
        (LaneTag.of(messageContext, source, tag) & mask)
            == (LaneTag.of(context, wantedSource, wantedTag) & mask);
    assertThat(matches)
        .isEqualTo(
            context == messageContext
                && (wantedSource == ANY_SOURCE || wantedSource == source)
                && (wantedTag == ANY_TAG || wantedTag == tag));
  }
}
