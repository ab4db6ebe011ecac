package dev.arachne.arguments;

import dev.arachne.options.FileFailure;
import dev.arachne.options.OptionType;
import dev.arachne.options.TypedUrl;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Readers of the values of options, and their messages about mistakes. */
public final class Values {
  private Values() {}

  /** Reads values of this type as a user means them. */
  public static <T> ITypeConverter<T> of(OptionType<T> type) {
    return text -> typed(type::typed, text);
  }

  /** The value that {@code reader} makes of {@code text}. */
  public static <T> T typed(Function<String, T> reader, String text) {
    try {
      return reader.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /** A whole number from 0. */
  public static Integer fromZero(String value) {
    return typed(OptionType.count(0)::typed, value);
  }

  /** The whole number written here, which must be in this range. */
  public static long number(String value, long least, long greatest) {
    return typed(text -> OptionType.number(text, least, greatest), value);
  }

  /**
   * A time that may be zero: seconds as in {@code 1.5}, or with a unit: {@code 500ms}, {@code 2s},
   * {@code 1m}.
   */
  public static Duration time(String value) {
    return typed(OptionType.time()::typed, value);
  }

  /** A time that is more than zero. */
  public static Duration positiveTime(String value) {
    return typed(OptionType.positiveTime()::typed, value);
  }

  /** Reads the name of one of these constants, in lower case. */
  public static <E extends Enum<E>> ITypeConverter<E> oneOf(Class<E> choices) {
    return of(OptionType.choice(choices));
  }

  /** The value of a User-Agent header. */
  public static String userAgent(String value) {
    return typed(OptionType.userAgent()::typed, value);
  }

  /** A file that seems to be writable: in a directory that exists. */
  public static Path outputFile(String value) {
    return typed(OptionType.file()::typed, value);
  }

  /** A file that can be read. */
  public static Path inputFile(String value) {
    return typed(OptionType.source()::typed, value);
  }

  /** A file of seeds, UTF-8, read as the command line is; {@code -} is standard input. */
  public static List<String> roots(String file) {
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
}
