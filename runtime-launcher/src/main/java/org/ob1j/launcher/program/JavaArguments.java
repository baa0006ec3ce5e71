package org.ob1j.launcher.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The words of a {@code java} command behind the program, taken apart. What an {@code @argfile}
 * contains is not looked at.
 *
 * @param options all options that have no place of their own here, with their values
 * @param classPath as given last, or null
 * @param modulePath as given last, or null
 * @param jar what {@code -jar} names, or null
 * @param module what {@code -m} names, or null
 * @param rest what follows: the main class, unless a jar or module is given, and its arguments
 */
record JavaArguments(
    List<String> options,
    String classPath,
    String modulePath,
    String jar,
    String module,
    List<String> rest) {
  private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
  private static final Set<String> MODULE = Set.of("-m", "--module");
  private static final Set<String> OTHERS_WITH_VALUE =
      Set.of(
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--upgrade-module-path",
          "--enable-native-access",
          "--illegal-native-access",
          "--finalization",
          "--source",
          "-d",
          "--describe-module");

  static JavaArguments parse(List<String> words) {
    List<String> options = new ArrayList<>();
    String classPath = null;
    String modulePath = null;
    String jar = null;
    String module = null;
    int next = 0;
    while (jar == null && module == null && isOption(words, next)) {
      String word = words.get(next++);
      String value = next < words.size() ? words.get(next) : null;
      if (CLASS_PATH.contains(word) && value != null) {
        classPath = words.get(next++);
      } else if (word.startsWith("--class-path=")) {
        classPath = word.substring("--class-path=".length());
      } else if (MODULE_PATH.contains(word) && value != null) {
        modulePath = words.get(next++);
      } else if (word.startsWith("--module-path=")) {
        modulePath = word.substring("--module-path=".length());
      } else if (word.equals("-jar") && value != null) {
        jar = words.get(next++);
      } else if (MODULE.contains(word) && value != null) {
        module = words.get(next++);
      } else if (word.startsWith("--module=")) {
        module = word.substring("--module=".length());
      } else {
        options.add(word);
        if (OTHERS_WITH_VALUE.contains(word) && value != null) {
          options.add(words.get(next++));
        }
      }
    }
    return new JavaArguments(
        options, classPath, modulePath, jar, module, words.subList(next, words.size()));
  }

  /** Whether the word behind an option belongs to it, apart from paths, jars and modules. */
  static boolean hasValue(String option) {
    return OTHERS_WITH_VALUE.contains(option);
  }

  private static boolean isOption(List<String> words, int index) {
    return index < words.size()
        && (words.get(index).startsWith("-") || isArgFile(words.get(index)));
  }

  private static boolean isArgFile(String word) {
    return word.startsWith("@") && !word.startsWith("@@");
  }
}
