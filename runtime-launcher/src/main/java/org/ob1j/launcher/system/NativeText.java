package org.ob1j.launcher.system;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Text that stands for bytes, one to one, whatever the locale: arguments, environment variables and
 * names of files are bytes to the system, and mpirun passes them on as they are.
 *
 * <p>What is UTF-8 is read as such; of what is not, each byte becomes one of the chars from U+DC80
 * on, which no UTF-8 decodes to. (Python calls this surrogateescape, PEP 383.)
 */
public final class NativeText {
  private static final char FIRST_BEYOND_ASCII = '\u0080';
  private static final char ESCAPED = '\udc00';
  private static final char FIRST_ESCAPED = '\udc80';
  private static final char LAST_ESCAPED = '\udcff';

  /** What the JVM, and on JDK 17 its class for processes, encodes strings by. */
  private static final List<Charset> ENCODINGS =
      List.of(encodingOfNames(), Charset.defaultCharset());

  private static final String UNDECODABLE = "\ufffd";

  private NativeText() {}

  private static Charset encodingOfNames() {
    String name = System.getProperty("sun.jnu.encoding", "US-ASCII");
    // ASCII is part of any.
    return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.US_ASCII;
  }

  /** The text that stands for bytes. */
  public static String decode(byte... bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.contains(UNDECODABLE) ? decodeAnything(bytes) : text;
  }

  private static String decodeAnything(byte... bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer from = ByteBuffer.wrap(bytes);
    // No byte becomes more than one char.
    CharBuffer to = CharBuffer.allocate(bytes.length);
    for (CoderResult result = decoder.decode(from, to, true);
        result.isError();
        result = decoder.decode(from, to, true)) {
      for (int i = 0; i < result.length(); i++) {
        to.put((char) (ESCAPED | from.get() & 0xff));
      }
    }
    return to.flip().toString();
  }

  /** The bytes that a text stands for. */
  public static byte[] encode(String text) {
    if (!hasEscaped(text)) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      int character = text.codePointAt(i);
      if (Character.isSupplementaryCodePoint(character)) {
        i++;
      }
      if (character <= LAST_ESCAPED && isEscaped((char) character)) {
        bytes.write(character);
      } else {
        bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }

  private static boolean hasEscaped(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (isEscaped(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEscaped(char c) {
    return c >= FIRST_ESCAPED && c <= LAST_ESCAPED;
  }

  /** Whether the JVM gives the system these bytes for a text. */
  public static boolean isExpressible(String text) {
    byte[] exact = encode(text);
    for (Charset charset : ENCODINGS) {
      if (!Arrays.equals(text.getBytes(charset), exact)) {
        return false;
      }
    }
    return true;
  }

  /** The same of all texts. */
  public static boolean areExpressible(Iterable<String> texts) {
    for (String text : texts) {
      if (!isExpressible(text)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a text is the same in any locale. */
  public static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_BEYOND_ASCII) {
        return false;
      }
    }
    return true;
  }

  /** A file; absolute where the JVM would look for it elsewhere. */
  public static Path path(String name) {
    return knowsWorkingFolder() && isExpressible(name) ? Path.of(name) : absolutePath(name);
  }

  /** A file, absolute. */
  public static Path absolutePath(String name) {
    return resolve(workingFolder(), name);
  }

  /** What {@link Path#resolve} does, for any name. */
  public static Path resolve(Path folder, String name) {
    if (isExpressible(name)) {
      return folder.resolve(name);
    }
    // A URI is the one way to a path of any bytes.
    Path from = folder.isAbsolute() ? folder : workingFolder().resolve(folder);
    String uri = name.startsWith("/") ? "file://" : folderUri(from);
    return Path.of(URI.create(uri + percentEncode(name, "/")));
  }

  private static String folderUri(Path folder) {
    String uri = folder.toUri().toString();
    return uri.endsWith("/") ? uri : uri + "/";
  }

  private static Path workingFolder() {
    Path asTheJvmHasIt = Path.of("").toAbsolutePath();
    if (knowsWorkingFolder()) {
      return asTheJvmHasIt;
    }
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/cwd"));
    } catch (IOException unreadable) {
      return asTheJvmHasIt;
    }
  }

  private static boolean knowsWorkingFolder() {
    return !System.getProperty("user.dir").contains(UNDECODABLE);
  }

  /** The name of a file. */
  public static String text(Path file) {
    String text = file.toString();
    if (!text.contains(UNDECODABLE)) {
      return text;
    }
    String uri = file.toUri().getRawPath();
    return percentDecode(
        uri.length() > 1 && uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri);
  }

  /**
   * A text in letters, digits and a few more characters of ASCII; any other byte as % and two
   * hexadecimal digits.
   *
   * @param more other characters that stay as they are
   */
  public static String percentEncode(String text, String more) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : encode(text)) {
      char c = (char) (b & 0xff);
      if (c >= 'a' && c <= 'z'
          || c >= 'A' && c <= 'Z'
          || c >= '0' && c <= '9'
          || "-._".indexOf(c) >= 0
          || more.indexOf(c) >= 0) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }

  private static String percentDecode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%') {
        bytes.write(HexFormat.fromHexDigits(encoded, i + 1, i + 3));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return decode(bytes.toByteArray());
  }

  /**
   * This program's own arguments.
   *
   * @param read as the JVM has read them
   */
  public static String[] arguments(String... read) {
    List<String> line = entries("cmdline");
    return line.size() < read.length
        ? read
        : line.subList(line.size() - read.length, line.size()).toArray(new String[0]);
  }

  /** This program's own environment, in a map that belongs to the caller. */
  public static Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    for (String entry : entries("environ")) {
      // As the JVM does: a name may begin with an equals sign, and of two the first counts.
      int equals = entry.indexOf('=', 1);
      if (equals > 0) {
        environment.putIfAbsent(entry.substring(0, equals), entry.substring(equals + 1));
      }
    }
    return environment.isEmpty() ? new LinkedHashMap<>(System.getenv()) : environment;
  }

  /** What ends in a zero, in a file of /proc; nothing where there is no /proc. */
  private static List<String> entries(String file) {
    byte[] all;
    try {
      all = Files.readAllBytes(Path.of("/proc/self", file));
    } catch (IOException notThere) {
      return List.of();
    }
    List<String> entries = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < all.length; i++) {
      if (all[i] == 0) {
        entries.add(decode(Arrays.copyOfRange(all, begin, i)));
        begin = i + 1;
      }
    }
    return entries;
  }

  /** A standard stream to which texts are written as the bytes that they stand for. */
  public static PrintStream stream(FileDescriptor descriptor) {
    return stream(new FileOutputStream(descriptor));
  }

  /** The same, for what the bytes are written to. */
  public static PrintStream stream(FileOutputStream out) {
    return new PrintStream(out, true) {
      @Override
      public void print(String text) {
        byte[] bytes = encode(text);
        write(bytes, 0, bytes.length);
        flush();
      }

      @Override
      public void println(String text) {
        print(text + "\n");
      }
    };
  }
}
