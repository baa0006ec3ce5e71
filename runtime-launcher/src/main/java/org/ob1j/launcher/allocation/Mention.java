package org.ob1j.launcher.allocation;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ob1j.launcher.system.LaunchException;

/**
 * A host as a list or a file mentions it.
 *
 * @param user who logs in there, or null
 * @param name the host; relative ones as they are written: +n3, +e
 * @param slots the number that is said, {@link #ALL} or {@link #NOT_SAID}
 * @param maxSlots the limit that is said; 0: none
 */
record Mention(String user, String name, int slots, int maxSlots) {
  /** The option that has a list of them. */
  static final String OPTION = "--host";

  /** As many slots as the host has. */
  static final int ALL = 0;

  static final int NOT_SAID = -1;

  /** More than a host has process ids for is a mistake. */
  static final int MAX_SLOTS = 100_000;

  /** Most jobs name no host: then these are not compiled, which takes milliseconds. */
  private static final class Syntax {
    /** No name begins with a dash: ssh would take it for an option. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z0-9_.][A-Za-z0-9_.-]*");

    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(%[\\w.-]+)?");

    private static final Pattern BRACKETS = Pattern.compile("\\[([^\\]]*)\\](?::(.*))?");

    private static final Pattern RELATIVE =
        Pattern.compile("\\+(?:[nN]\\d{1,9}|[eE](?::\\d{1,9})?)");
  }

  Mention(String user, String name, int slots) {
    this(user, name, slots, 0);
  }

  /** A host of which each mention is one slot. */
  static Mention slot(String where, String name) throws LaunchException {
    return new Mention(null, checked(where, Syntax.WORD, name, name), 1);
  }

  /**
   * Reads the values of --host, {@code h0:4,h1,user@h2:*}, for one program. Lists that scripts make
   * have commas too many.
   */
  static List<Mention> list(List<String> values) throws LaunchException {
    List<Mention> mentions = new ArrayList<>();
    for (String value : values) {
      int before = mentions.size();
      for (String host : value.split(",", -1)) {
        if (!host.isBlank()) {
          mentions.add(parse(OPTION, host.trim()));
        }
      }
      if (mentions.size() == before) {
        throw LaunchException.usage(OPTION + " has no host: '" + value + "'");
      }
    }
    return mentions;
  }

  /**
   * Reads {@code user@name:slots}.
   *
   * @param where what has it, for messages
   */
  static Mention parse(String where, String text) throws LaunchException {
    if (text.startsWith("+")) {
      if (!Syntax.RELATIVE.matcher(text).matches()) {
        throw wrong(where, text, "; a host of an allocation is +nNUMBER, or +e or +e:COUNT");
      }
      return new Mention(null, text, NOT_SAID);
    }
    int at = text.lastIndexOf('@');
    String user = at < 0 ? null : checked(where, Syntax.WORD, text.substring(0, at), text);
    String rest = text.substring(at + 1);
    Matcher brackets = Syntax.BRACKETS.matcher(rest);
    if (brackets.matches()) {
      String address = checked(where, Syntax.IPV6, brackets.group(1), text);
      return new Mention(user, address, slots(where, text, brackets.group(2)));
    }
    int colon = rest.indexOf(':');
    if (colon >= 0 && rest.indexOf(':', colon + 1) >= 0) {
      return new Mention(user, checked(where, Syntax.IPV6, rest, text), NOT_SAID);
    }
    String name = colon < 0 ? rest : rest.substring(0, colon);
    String slots = colon < 0 ? null : rest.substring(colon + 1);
    return new Mention(user, checked(where, Syntax.WORD, name, text), slots(where, text, slots));
  }

  boolean isRelative() {
    return name.startsWith("+");
  }

  Mention with(String otherUser, int otherSlots, int otherMaxSlots) {
    return new Mention(otherUser == null ? user : otherUser, name, otherSlots, otherMaxSlots);
  }

  private static int slots(String where, String text, String slots) throws LaunchException {
    if (slots == null) {
      return NOT_SAID;
    }
    return slots.equals("*") || slots.equals("auto") ? ALL : count(where, text, slots);
  }

  /** Reads a number of slots. */
  static int count(String where, String text, String number) throws LaunchException {
    if (!number.matches("[0-9]{1,9}") || !isCount(Integer.parseInt(number))) {
      throw wrong(where, text, "; a number of slots is from 1 to " + MAX_SLOTS);
    }
    return Integer.parseInt(number);
  }

  private static boolean isCount(int number) {
    return number >= 1 && number <= MAX_SLOTS;
  }

  static String checked(String where, Pattern pattern, String part, String text)
      throws LaunchException {
    if (!pattern.matcher(part).matches()) {
      throw wrong(
          where,
          text,
          "; a host is NAME, NAME:SLOTS, NAME:* or USER@NAME, a name of letters,"
              + " digits, dots, dashes and underlines, or an address");
    }
    return part;
  }

  private static LaunchException wrong(String where, String text, String must) {
    return LaunchException.usage(where + " has '" + text + "'" + must);
  }
}
