package dev.arachne.road;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Counts lines of code in the sources of this module, which are kept next to its classes. */
final class SourceLines {
  /** A line that is blank, or only a comment, or required by the language. */
  private static final Pattern NO_CODE =
      Pattern.compile("\\s*|\\s*(//|/\\*|\\*).*|(import|package) .*");

  private SourceLines() {}

  /** The lines of code of {@code files}, without blank lines, comments and imports. */
  static int of(List<Class<?>> files) {
    return files.stream().mapToInt(SourceLines::of).sum();
  }

  static boolean isCode(String line) {
    return !NO_CODE.matcher(line).matches();
  }

  private static int of(Class<?> file) {
    String name = file.getSimpleName() + ".java";
    try (var in = Objects.requireNonNull(file.getResourceAsStream(name), name);
        var source = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return (int) source.lines().filter(SourceLines::isCode).count();
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
