package dev.arachne.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Responses that are not archived: those of a status, or of a media type. Immutable. */
public sealed interface ArchiveSkip {

  /** Whether a response is one of them. */
  boolean matches(int status, String mediaType);

  /**
   * Responses of a status, or of a hundred of them.
   *
   * @param from the least one
   * @param to the greatest one
   */
  record Status(int from, int to) implements ArchiveSkip {
    private static final Pattern TEXT = Pattern.compile("status=([1-5])(xx|\\d\\d)");

    @Override
    public boolean matches(int status, String mediaType) {
      return status >= from && status <= to;
    }

    @Override
    public String toString() {
      return "status=" + (from == to ? Integer.toString(from) : from / 100 + "xx");
    }
  }

  /**
   * Responses whose head names a media type.
   *
   * @param text of the type, in small letters, such as {@code image/png} or {@code video/*}
   */
  record Type(String text) implements ArchiveSkip {
    private static final Pattern TEXT = Pattern.compile("type=([a-z0-9.+-]+/([a-z0-9.+-]+|\\*))");

    @Override
    public boolean matches(int status, String mediaType) {
      return text.endsWith("*")
          ? mediaType.startsWith(text.substring(0, text.length() - 1))
          : mediaType.equals(text);
    }

    @Override
    public String toString() {
      return "type=" + text;
    }
  }

  /**
   * Parses {@code status=404}, {@code status=4xx}, {@code type=image/png} or {@code type=video/*}.
   *
   * @throws IllegalArgumentException if the text is another one; the message has the valid forms
   */
  static ArchiveSkip parse(String text) {
    String plain = text.strip().toLowerCase(Locale.ROOT);
    Matcher status = Status.TEXT.matcher(plain);
    if (status.matches()) {
      int hundred = Integer.parseInt(status.group(1)) * 100;
      boolean isRange = status.group(2).equals("xx");
      int from = isRange ? hundred : hundred + Integer.parseInt(status.group(2));
      return new Status(from, isRange ? hundred + 99 : from);
    }
    Matcher type = Type.TEXT.matcher(plain);
    if (type.matches()) {
      return new Type(type.group(1));
    }
    throw new IllegalArgumentException(
        "'"
            + text
            + "' says nothing of responses; use status=404, status=4xx, type=image/png or"
            + " type=video/*");
  }

  /** The type of an option that has several. */
  record Several() implements ListType<ArchiveSkip> {
    @Override
    public List<String> texts(List<ArchiveSkip> value) {
      return value.stream().map(ArchiveSkip::toString).toList();
    }

    @Override
    public List<ArchiveSkip> read(List<String> texts) {
      List<ArchiveSkip> all = new ArrayList<>();
      for (String text : texts) {
        all.add(parse(text));
      }
      return List.copyOf(all);
    }
  }
}
