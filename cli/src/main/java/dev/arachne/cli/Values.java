package dev.arachne.cli;

import dev.arachne.crawl.CrawlOptions;
import dev.arachne.crawl.FileFailure;
import dev.arachne.crawl.TypedUrl;
import dev.arachne.crawl.UsageException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How the values of options are read, and what their mistakes are called. */
final class Values {
  /** Where {@code -o -} writes to. */
  static final Path STANDARD_OUTPUT = Path.of("/dev/stdout");

  /** A year: a sum of ten such times is still a number of nanoseconds. */
  private static final Duration LONGEST = Duration.ofDays(365);

  private Values() {}

  /** A whole number from 0. */
  static Integer fromZero(String value) {
    return Math.toIntExact(number(value, 0, Integer.MAX_VALUE));
  }

  /** A whole number from 1. */
  static Integer fromOne(String value) {
    return Math.toIntExact(number(value, 1, Integer.MAX_VALUE));
  }

  /** A whole number from 1 that may be very large. */
  static Long longFromOne(String value) {
    return number(value, 1, Long.MAX_VALUE);
  }

  /** The whole number written here, which must be in this range. */
  static long number(String value, long least, long greatest) {
    if (!value.matches("[+-]?[0-9]+")) {
      throw new TypeConversionException(
          "'" + value + "' is not a whole number; type " + least + " or more");
    }
    long number;
    try {
      number = Long.parseLong(value);
    } catch (NumberFormatException e) {
      number = value.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    if (number < least || number > greatest) {
      throw new TypeConversionException(
          number < least
              ? value + " is too small; type " + least + " or more"
              : value + " is too large; type " + greatest + " or less");
    }
    return number;
  }

  /**
   * A time that may be zero: seconds as in {@code 1.5}, or with a unit: {@code 500ms}, {@code 2s},
   * {@code 1m}.
   */
  static Duration time(String value) {
    Matcher matcher = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ms|s|m|h)?").matcher(value);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "'" + value + "' is not a time; type seconds as in 1.5, or 500ms, 2s, 1m");
    }
    long nanosPerUnit =
        switch (matcher.group(2)) {
          case "ms" -> 1_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          case null, default -> 1_000_000_000L;
        };
    BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanosPerUnit));
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      throw new TypeConversionException(
          "'" + value + "' is too long; type " + LONGEST.toHours() + "h or less");
    }
    return Duration.ofNanos(nanos.longValue());
  }

  /** A time that is more than zero. */
  static Duration positiveTime(String value) {
    Duration time = time(value);
    if (time.isZero()) {
      throw new TypeConversionException("a time of zero leaves no time at all; type 1 or more");
    }
    return time;
  }

  /** A regular expression in Java's syntax. */
  static Pattern regex(String value) {
    try {
      return Pattern.compile(value);
    } catch (PatternSyntaxException e) {
      throw new TypeConversionException(
          "'"
              + value
              + "' is not a regular expression: "
              + e.getDescription().toLowerCase(Locale.ROOT)
              + " at character "
              + (e.getIndex() + 1));
    }
  }

  /** A number of bytes for a crawl's memory: {@code 512m}, {@code 2g}. */
  static Long memory(String value) {
    Matcher matcher = Pattern.compile("(\\d{1,9})([mg])").matcher(value.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + value + "' is no size; type 512m, or 2g");
    }
    long bytes = Long.parseLong(matcher.group(1)) << (matcher.group(2).equals("g") ? 30 : 20);
    if (bytes < CrawlOptions.LEAST_MEMORY) {
      throw new TypeConversionException(value + " is too little; type 64m or more");
    }
    return bytes;
  }

  /** Reads the name of one of these constants, in lower case. */
  static <E extends Enum<E>> ITypeConverter<E> oneOf(E[] choices) {
    return value -> {
      List<String> names = new ArrayList<>();
      for (E choice : choices) {
        String name = choice.name().toLowerCase(Locale.ROOT);
        if (name.equals(value)) {
          return choice;
        }
        names.add(name);
      }
      throw new TypeConversionException(
          "'" + value + "' is not one of " + String.join(", ", names));
    };
  }

  /** The value of a User-Agent header. */
  static String userAgent(String value) {
    String name = value.strip();
    if (!CrawlOptions.isHeaderText(name)) {
      throw new TypeConversionException("a name is needed, of visible ASCII characters and spaces");
    }
    return name;
  }

  /** A file of roots, UTF-8, read as the command line is; {@code -} is standard input. */
  static List<String> roots(String file) {
    try {
      byte[] bytes =
          file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
      List<String> roots = new ArrayList<>();
      int number = 0;
      for (String line :
          withoutByteOrderMark(new String(bytes, StandardCharsets.UTF_8)).split("\\R")) {
        number++;
        String root = line.strip();
        if (!root.isEmpty() && !root.startsWith("#")) {
          checkRoot(root, file + ", line " + number);
          roots.add(root);
        }
      }
      return roots;
    } catch (NoSuchFileException e) {
      throw new TypeConversionException("there is no file " + file);
    } catch (IOException e) {
      throw new TypeConversionException("cannot read " + file + ": " + FileFailure.reason(e));
    }
  }

  private static void checkRoot(String root, String place) {
    try {
      TypedUrl.checkRoot(root);
    } catch (UsageException mistake) {
      throw new TypeConversionException(place + ": " + mistake.getMessage());
    }
  }

  private static String withoutByteOrderMark(String text) {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** A file that can be written as far as one can tell: in a directory that exists. */
  static Path outputFile(String value) {
    Path file = value.equals("-") ? STANDARD_OUTPUT : Path.of(value);
    if (Files.isDirectory(file)) {
      throw new TypeConversionException(value + " is a directory; type the name of a file");
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new TypeConversionException(
          "there is no directory " + directory + " to write to; make it first");
    }
    if (!Files.isWritable(Files.exists(file) ? file : directory)) {
      throw new TypeConversionException(
          "cannot write " + value + ": permission denied; type the name of another file");
    }
    return file;
  }

  /** A directory that exists or can be made as far as one can tell. */
  static Path outputDirectory(String value) {
    Path directory = Path.of(value);
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new TypeConversionException(value + " is a file; type the name of a directory");
    }
    return directory;
  }
}
