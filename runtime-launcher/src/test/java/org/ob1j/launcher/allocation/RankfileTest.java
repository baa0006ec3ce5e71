package org.ob1j.launcher.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ob1j.launcher.system.LaunchException;

class RankfileTest {
  private static Rankfile read(String... lines) throws LaunchException {
    return Rankfile.read("f", TestSite.bare().withFile("f", lines).site());
  }

  @Test
  void shouldReadALineForEachRank() throws LaunchException {
    Rankfile file =
        read(
            "# all",
            "rank 0=aa slot=1:0-2",
            "rank 2 = +n1 slot = 0:0,1 // two",
            "",
            "rank 1=cc slots=0:1;1:0-2",
            "rank 3=bob@aa");

    assertThat(file.lines())
        .isEqualTo(
            Map.of(
                0, new Rankfile.Line(null, "aa", "1:0-2"),
                1, new Rankfile.Line(null, "cc", "0:1;1:0-2"),
                2, new Rankfile.Line(null, "+n1", "0:0,1"),
                3, new Rankfile.Line("bob", "aa", null)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank x=aa slot=1        | f line 1 is 'rank x=aa slot=1'; it must be as in rank 0=host",
        "0=aa slot=1             | it must be as in rank 0=host",
        "rank 0=aa slot=a        | f line 1 has slot=a; it must be cores such as 0-2,5",
        "rank 0=aa slot=1:       | f line 1 has slot=1:;",
        "rank 0=-aa slot=1       | f line 1 has '-aa'; a host is NAME",
        "rank 0=aa cpu=1         | it must be as in rank 0=host",
        "rank 1=a slot=0;rank 1=b | it must be as in rank 0=host",
        "# nothing               | --rankfile f places no rank",
      })
  void shouldRefuseWhatItCannotRead(String line, String message) {
    assertThatThrownBy(() -> read(line)).hasMessageContaining(message);
  }

  @Test
  void shouldRefuseARankThatHasTwoPlaces() {
    assertThatThrownBy(() -> read("rank 1=a slot=0", "rank 1=b slot=0"))
        .hasMessageContaining("f line 2 places rank 1 a second time");
  }

  @Test
  void shouldSayWhichHostsThereAreIfNothingElseDoes() throws LaunchException {
    Rankfile file = read("rank 0=h1 slot=0", "rank 1=me slot=0", "rank 2=bob@h1 slot=1");
    HostRequest request = new HostRequest(List.of(List.of()), null, null, file);

    Allocation allocation = new HostFinder(request, TestSite.bare().site()).find().allocation();

    assertThat(TestSite.text(allocation)).isEqualTo("bob@h1:2 me:1(here)");
  }

  @Test
  void shouldFindItsHostsByNameOrNumber() throws LaunchException {
    TestSite site = TestSite.bare();
    HostRequest request = new HostRequest(List.of(List.of("h1,me,h2")), null, null, null);
    Allocation hosts = new HostFinder(request, site.site()).find().allocation();
    ThisHost me = site.site().me();

    assertThat(read("rank 0=+n2", "rank 1=alias", "rank 5=h1").places(hosts, me))
        .isEqualTo(Map.of(0, 2, 1, 1, 5, 0));
    assertThat(read("rank 0=h1.site.org").places(hosts, me)).isEqualTo(Map.of(0, 0));
    assertThatThrownBy(() -> read("rank 0=h7 slot=1").places(hosts, me))
        .hasMessageContaining(
            "--rankfile f puts rank 0 on h7, which is not among the hosts of --host: h1, me, h2");
    assertThatThrownBy(() -> read("rank 0=+n3 slot=1").places(hosts, me))
        .hasMessageContaining("puts rank 0 on +n3");
  }
}
