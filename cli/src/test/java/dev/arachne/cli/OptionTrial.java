package dev.arachne.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A line of the table options.txt: a command with options, and its effects. Immutable.
 *
 * @param verbs that run the command, or that the test named in {@code shown} is about
 * @param typed the arguments, with names of files and URLs in braces
 * @param effects to be seen
 * @param shown the test that shows the options, as {@code Class#method}; empty if the command runs
 */
record OptionTrial(List<String> verbs, List<String> typed, List<String> effects, String shown) {
  /** Verbs that begin a crawl. */
  static final List<String> BEGIN = List.of("crawl", "check", "scrape");

  /** Verbs that continue a crawl, or repeat it. */
  static final List<String> AGAIN = List.of("plan", "resume", "recrawl", "watch");

  /** All lines of the table. */
  static List<OptionTrial> all() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(OptionTrial.class.getResourceAsStream("options.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(OptionTrial::of)
          .toList();
    }
  }

  private static OptionTrial of(String line) {
    String[] sides = line.split(" =>", 2);
    String[] left = sides[0].split(" +: ", 2);
    List<String> effects =
        Arrays.stream(sides[1].split(";"))
            .map(String::strip)
            .filter(effect -> !effect.isEmpty())
            .toList();
    List<String> verbs =
        Arrays.stream(left[0].strip().split(",")).flatMap(OptionTrial::verbs).toList();
    List<String> typed = List.of(left[1].strip().split(" +"));
    return effects.size() == 1 && effects.getFirst().startsWith("as ")
        ? new OptionTrial(verbs, typed, List.of(), effects.getFirst().substring(3))
        : new OptionTrial(verbs, typed, effects, "");
  }

  private static Stream<String> verbs(String word) {
    return switch (word) {
      case "begin" -> BEGIN.stream();
      case "again" -> AGAIN.stream();
      case "any" -> Stream.concat(BEGIN.stream(), AGAIN.stream());
      default -> Stream.of(word);
    };
  }

  /** The names of the options that it types. */
  List<String> options() {
    List<String> options = new ArrayList<>();
    for (String word : typed) {
      if (word.matches("--?[A-Za-z].*")) {
        options.add(word.replaceFirst("=.*", ""));
      }
    }
    return List.copyOf(new TreeSet<>(options));
  }

  @Override
  public String toString() {
    return String.join(",", verbs) + " " + String.join(" ", typed);
  }
}
