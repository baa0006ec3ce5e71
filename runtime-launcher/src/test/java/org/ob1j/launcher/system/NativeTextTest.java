package org.ob1j.launcher.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeTextTest {
  @TempDir private Path folder;

  @Property
  void shouldStandForAnyBytes(@ForAll byte[] bytes) {
    assertThat(NativeText.encode(NativeText.decode(bytes))).isEqualTo(bytes);
  }

  @Property
  void shouldReadUtf8AsSuch(@ForAll String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);

    assertThat(NativeText.decode(utf8)).isEqualTo(new String(utf8, StandardCharsets.UTF_8));
  }

  @Test
  void shouldKeepBytesThatAreNoUtf8BesideCharactersOfAnyLength() {
    byte[] bytes = {
      'a', (byte) 0xff, (byte) 0xf0, (byte) 0x9f, (byte) 0x98, (byte) 0x80, (byte) 0xe4
    };

    String text = NativeText.decode(bytes);

    assertThat(text).isEqualTo("a\udcff\ud83d\ude00\udce4");
    assertThat(NativeText.encode(text)).isEqualTo(bytes);
    assertThat(NativeText.isExpressible(text)).isFalse();
    assertThat(NativeText.percentEncode(text, "")).isEqualTo("a%FF%F0%9F%98%80%E4");
  }

  @Test
  void shouldFindFilesByNamesThatAreNoText() throws Exception {
    String name = "a b\u00e4\udcff%";
    Path made = Files.createDirectory(NativeText.resolve(folder, name));
    Files.writeString(NativeText.resolve(made, "x\udce4"), "found");

    assertThat(NativeText.text(made)).isEqualTo(folder + "/" + name);
    assertThat(NativeText.path(folder + "/" + name + "/x\udce4")).content().isEqualTo("found");
    assertThat(NativeText.resolve(Path.of("/elsewhere"), folder + "/" + name)).exists();
  }

  @Test
  void shouldKnowTheEnvironmentAndArgumentsOfThisProcess() {
    Map<String, String> environment = NativeText.environment();

    assertThat(environment).containsEntry("PATH", System.getenv("PATH"));
    assertThat(NativeText.arguments()).isEmpty();
    assertThat(NativeText.arguments("one")).hasSize(1);
  }
}
