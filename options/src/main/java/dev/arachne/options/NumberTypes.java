package dev.arachne.options;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options that are numbers, times or sizes. */
final class NumberTypes {
  private NumberTypes() {}

  /** Whole numbers. */
  record Count(long least, long greatest, boolean isUnboundedAtGreatest)
      implements OptionType<Long> {
    @Override
    public List<String> texts(Long value) {
      return isUnboundedAtGreatest && value == greatest ? List.of() : List.of(value.toString());
    }

    @Override
    public Long read(List<String> texts) {
      return number(texts.getLast(), least, greatest);
    }

    @Override
    public void check(Long value) {
      range(value.toString(), value, least, greatest);
    }

    @Override
    public Shape shape() {
      return Shape.NUMBER;
    }
  }

  /** The whole number in {@code text}, which must be in this range. */
  static long number(String text, long least, long greatest) {
    if (!text.matches("[+-]?[0-9]+")) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a whole number; use " + least + " or more");
    }
    long number;
    try {
      number = Long.parseLong(text);
    } catch (NumberFormatException e) {
      number = text.startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
    range(text, number, least, greatest);
    return number;
  }

  private static void range(String text, long number, long least, long greatest) {
    if (number < least) {
      throw new IllegalArgumentException(text + " is too small; use " + least + " or more");
    }
    if (number > greatest) {
      throw new IllegalArgumentException(text + " is too large; use " + greatest + " or less");
    }
  }

  /** Times as a number of seconds, or with a unit. */
  record Time(boolean isPositive) implements OptionType<Duration> {
    /** A sum of ten such times is still a number of nanoseconds. */
    private static final Duration LONGEST = Duration.ofDays(365);

    private static final long SECOND = 1_000_000_000L;

    @Override
    public List<String> texts(Duration value) {
      return List.of(text(value));
    }

    /** The exact time, in the largest of the units that makes a whole number of it. */
    private static String text(Duration value) {
      long nanos = value.toNanos();
      if (nanos % SECOND != 0) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString() + "ms";
      }
      long seconds = nanos / SECOND;
      if (seconds == 0 || seconds % 60 != 0) {
        return Long.toString(seconds).concat("s");
      }
      return seconds % 3600 == 0
          ? Long.toString(seconds / 3600).concat("h")
          : Long.toString(seconds / 60).concat("m");
    }

    @Override
    public Duration read(List<String> texts) {
      String text = texts.getLast();
      Matcher matcher = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(ms|s|m|h)?").matcher(text);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a time; use seconds as in 1.5, or 500ms, 2s, 1m");
      }
      long unit =
          switch (matcher.group(2)) {
            case "ms" -> SECOND / 1000;
            case "m" -> 60 * SECOND;
            case "h" -> 3600 * SECOND;
            case null, default -> SECOND;
          };
      BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unit));
      if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
        throw tooLong("'" + text + "'");
      }
      Duration time = Duration.ofNanos(nanos.longValue());
      check(time);
      return time;
    }

    @Override
    public void check(Duration value) {
      if (value.isNegative()) {
        throw new IllegalArgumentException("a time must not be negative; use 0 or more");
      }
      if (isPositive && value.isZero()) {
        throw new IllegalArgumentException("a time of zero leaves no time at all; use 1 or more");
      }
      if (value.compareTo(LONGEST) > 0) {
        throw tooLong(value.toString());
      }
    }

    private static IllegalArgumentException tooLong(String time) {
      return new IllegalArgumentException(
          time + " is too long; use " + LONGEST.toHours() + "h or less");
    }
  }

  /**
   * Times, and selectors of elements. No switch over types, which would be linked at each start.
   */
  record Wait(Time time) implements OptionType<RenderWait> {
    @Override
    public List<String> texts(RenderWait value) {
      return value instanceof RenderWait.Element(String selector)
          ? List.of(selector)
          : time.texts(((RenderWait.Time) value).time());
    }

    @Override
    public RenderWait read(List<String> texts) {
      String text = texts.getLast();
      return RenderWait.Element.isLikeTime(text)
          ? new RenderWait.Time(time.read(List.of(text)))
          : new RenderWait.Element(text);
    }

    @Override
    public void check(RenderWait value) {
      if (value instanceof RenderWait.Time(Duration its)) {
        time.check(its);
      } else if (value instanceof RenderWait.Element(String selector)
          && RenderWait.Element.isLikeTime(selector)) {
        throw new IllegalArgumentException(
            "'" + selector + "' is not a CSS selector; use one as in '#list .item'");
      }
    }
  }

  /** Numbers of bytes from 1; 0 represents the greatest of all, which is not a bound. */
  record SizeOrUnbounded(Size size) implements OptionType<Long> {
    @Override
    public List<String> texts(Long value) {
      return value == Long.MAX_VALUE ? List.of("0") : size.texts(value);
    }

    @Override
    public Long read(List<String> texts) {
      return texts.getLast().equals("0") ? Long.MAX_VALUE : size.read(texts);
    }

    @Override
    public void check(Long value) {
      size.check(value);
    }
  }

  /** Numbers of bytes; k, m and g are powers of 1024. */
  record Size(long least) implements OptionType<Long> {
    @Override
    public List<String> texts(Long value) {
      return List.of(text(value));
    }

    private static String text(long bytes) {
      if (bytes % (1 << 20) != 0) {
        return "" + bytes;
      }
      return bytes % (1 << 30) == 0
          ? Long.toString(bytes >> 30).concat("g")
          : Long.toString(bytes >> 20).concat("m");
    }

    @Override
    public Long read(List<String> texts) {
      String text = texts.getLast();
      Matcher matcher =
          Pattern.compile("(\\d{1,9})([kmg])|(\\d{1,18})").matcher(text.toLowerCase(Locale.ROOT));
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "'" + text + "' is not a size; use bytes as in 1000000, or 500k, 20M");
      }
      long bytes =
          matcher.group(3) != null
              ? Long.parseLong(matcher.group(3))
              : Long.parseLong(matcher.group(1)) << shift(matcher.group(2));
      if (bytes < least) {
        throw tooLittle(text);
      }
      return bytes;
    }

    @Override
    public void check(Long value) {
      if (value < least) {
        throw tooLittle(text(value));
      }
    }

    private static int shift(String unit) {
      return switch (unit) {
        case "k" -> 10;
        case "m" -> 20;
        default -> 30;
      };
    }

    private IllegalArgumentException tooLittle(String text) {
      return new IllegalArgumentException(text + " is too little; use " + text(least) + " or more");
    }
  }
}
