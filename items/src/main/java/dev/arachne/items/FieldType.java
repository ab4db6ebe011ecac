package dev.arachne.items;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQuery;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The type of a field's values. A text that does not fit the type has no value. Immutable. */
sealed interface FieldType {
  Pattern DATE = Pattern.compile("date\\((.+)\\)");

  /**
   * The value of {@code text} on {@code page}; its white space is collapsed, and it is not empty.
   */
  Optional<Object> value(String text, PageDocument page);

  /** The type in words, with its article. */
  String words();

  /** How an element becomes a text of this type. */
  default TextMode reading() {
    return TextMode.TEXT;
  }

  /** Parses a type as it is written. */
  static FieldType parse(String written) throws RulesException {
    String type = written.strip();
    Matcher date = DATE.matcher(type);
    if (date.matches()) {
      return Moment.of(date.group(1));
    }
    return switch (type) {
      case "string" -> new Text();
      case "number", "number(.)" -> Numeral.POINT;
      case "number(,)" -> Numeral.COMMA;
      case "date" -> Moment.ISO;
      case "url" -> new Url();
      case "lines" -> new Lines();
      case "json" -> new Json();
      default ->
          throw new RulesException(
              "'%s' is not a type; %s"
                  .formatted(
                      type,
                      "use string, number, number(,), date, date(d MMMM yyyy), url, lines or json"));
    };
  }

  /** Any text. */
  record Text() implements FieldType {
    @Override
    public Optional<Object> value(String text, PageDocument page) {
      return Optional.of(text);
    }

    @Override
    public String words() {
      return "a text";
    }
  }

  /** Any text, with its line breaks. */
  record Lines() implements FieldType {
    @Override
    public Optional<Object> value(String text, PageDocument page) {
      return Optional.of(text);
    }

    @Override
    public TextMode reading() {
      return TextMode.LINES;
    }

    @Override
    public String words() {
      return "a text";
    }
  }

  /** A value of JSON with its own type: text, number, boolean, list or object. */
  record Json() implements FieldType {
    @Override
    public Optional<Object> value(String text, PageDocument page) {
      return JsonText.read(text).flatMap(JsonText::item);
    }

    @Override
    public TextMode reading() {
      return TextMode.JSON;
    }

    @Override
    public String words() {
      return "a JSON value";
    }
  }

  /** An http or https URL, absolute, without its fragment. */
  record Url() implements FieldType {
    @Override
    public Optional<Object> value(String text, PageDocument page) {
      return page.resolve(text).map(url -> url);
    }

    @Override
    public TextMode reading() {
      return TextMode.LINK;
    }

    @Override
    public String words() {
      return "an http or https URL";
    }
  }

  /**
   * The first number of a text, in decimal digits that may be grouped by threes. An ambiguous text,
   * such as {@code 2,5} where the point is the decimal mark, is not a number.
   *
   * @param mark the decimal mark
   * @param number the pattern of a number with this mark
   */
  record Numeral(char mark, Pattern number) implements FieldType {
    static final Numeral POINT = of('.', ',');
    static final Numeral COMMA = of(',', '.');

    /** Digits with all marks that may be between them, and a sign that is not a hyphen. */
    private static final Pattern RUN =
        Pattern.compile(
            "((?<![\\p{L}\\p{Nd}])[-\u2212+])?"
                + "((?:(?<![\\p{L}\\p{Nd}])[.,])?\\d+(?:[.,'\u2019]\\d+| \\d{3}(?!\\d))*)");

    private static Numeral of(char mark, char group) {
      String written =
          "\\d{1,3}([%c' \u2019]\\d{3})+([%c]\\d+)?|\\d*[%2$c]?\\d+".formatted(group, mark);
      return new Numeral(mark, Pattern.compile(written));
    }

    @Override
    public Optional<Object> value(String text, PageDocument page) {
      Matcher run = RUN.matcher(text);
      if (!run.find() || !number.matcher(run.group(2)).matches()) {
        return Optional.empty();
      }
      String digits = run.group(2).replaceAll("[^\\d%c]".formatted(mark), "").replace(mark, '.');
      var magnitude = new BigDecimal(digits);
      boolean negative = run.group(1) != null && !run.group(1).equals("+");
      return Optional.of(negative ? magnitude.negate() : magnitude);
    }

    @Override
    public String words() {
      return mark == '.' ? "a number" : "a number with a decimal comma";
    }
  }

  /**
   * A day or a moment.
   *
   * @param formats the ways in which it may be written
   */
  record Moment(List<DateTimeFormatter> formats) implements FieldType {
    /**
     * ISO 8601 as HTML's time element has it, and the form of RFC 1123 that feeds and mails have.
     */
    static final Moment ISO =
        new Moment(
            List.of(
                DateTimeFormatter.ISO_DATE_TIME,
                DateTimeFormatter.ISO_LOCAL_DATE,
                DateTimeFormatter.RFC_1123_DATE_TIME));

    private static final TemporalQuery<?>[] PRECISIONS = {
      OffsetDateTime::from, LocalDateTime::from, LocalDate::from, YearMonth::from, Year::from
    };

    static Moment of(String pattern) throws RulesException {
      try {
        return new Moment(List.of(DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)));
      } catch (IllegalArgumentException e) {
        throw new RulesException(
            "'%s' is not a date pattern (%s); use one such as d MMMM yyyy"
                .formatted(pattern, RulesException.oneLine(e)));
      }
    }

    @Override
    public Optional<Object> value(String text, PageDocument page) {
      String date =
          text.matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:.*") ? text.replaceFirst(" ", "T") : text;
      for (DateTimeFormatter format : formats) {
        try {
          TemporalAccessor moment = format.parseBest(date, PRECISIONS);
          return Optional.of(moment);
        } catch (DateTimeException e) {
          continue; // The text has another form, or is not a date.
        }
      }
      return Optional.empty();
    }

    @Override
    public String words() {
      return "a date of this form";
    }
  }
}
