package dev.arachne.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A media type, the value of a {@code Content-Type} header (WHATWG MIME Sniffing 4). Immutable.
 *
 * @param type in lower case, such as {@code text}
 * @param subtype in lower case, such as {@code html}
 * @param parameters values by lower-case name, in the header's order; of several with one name the
 *     first
 */
public record MediaType(String type, String subtype, Map<String, String> parameters) {

  /** Keeps a copy of the parameters, in their order. */
  public MediaType {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Parses one value (4.4); empty if it is malformed. */
  public static Optional<MediaType> parse(String value) {
    return new Reader(value).read();
  }

  /**
   * The media type of a response with these {@code Content-Type} fields (WHATWG Fetch, "extract a
   * MIME type"). It is the last that parses and is not {@code *}{@code /*}, with the charset of the
   * ones before it of the same type.
   */
  public static Optional<MediaType> ofFields(List<String> fields) {
    Optional<MediaType> found = Optional.empty();
    Optional<String> charset = Optional.empty();
    for (String value : values(fields)) {
      Optional<MediaType> parsed = parse(value);
      if (parsed.isEmpty() || parsed.get().is("*", "*")) {
        continue;
      }
      MediaType next = parsed.get();
      boolean sameAsBefore = found.isPresent() && found.get().is(next.type, next.subtype);
      if (!sameAsBefore || next.charset().isPresent()) {
        charset = next.charset();
      }
      found = Optional.of(charset.isEmpty() ? next : next.withCharset(charset.get()));
    }
    return found;
  }

  /** Type and subtype, such as {@code text/html}. */
  public String essence() {
    return type + "/" + subtype;
  }

  /** Whether its essence is made of these two, in lower case. */
  public boolean is(String type, String subtype) {
    return this.type.equals(type) && this.subtype.equals(subtype);
  }

  /** The {@code charset} parameter, unchanged. */
  public Optional<String> charset() {
    return Optional.ofNullable(parameters.get("charset"));
  }

  /** Whether pages of this type are HTML. */
  public boolean isHtml() {
    return is("text", "html");
  }

  /** Whether documents of this type are XML (4.6): XHTML, feeds and sitemaps among them. */
  public boolean isXml() {
    return subtype.endsWith("+xml")
        || (subtype.equals("xml") && (type.equals("text") || type.equals("application")));
  }

  /** Whether documents of this type are JSON (4.6). */
  public boolean isJson() {
    return subtype.endsWith("+json")
        || (subtype.equals("json") && (type.equals("text") || type.equals("application")));
  }

  /** Whether documents of this type may be written in a human language. */
  boolean mayBeText() {
    return type.equals("text")
        || isXml()
        || subtype.endsWith("json")
        || subtype.endsWith("javascript")
        || MediaTypeSniffer.isUnknown(this);
  }

  /** The serialisation of 4.5. */
  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(essence());
    parameters.forEach((name, value) -> {
      out.append(';').append(name).append('=');
      if (!value.isEmpty() && isMadeOf(MediaType::isTokenCharacter, value)) {
        out.append(value);
      } else {
        out.append('"').append(value.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
      }
    });
    return out.toString();
  }

  private MediaType withCharset(String charset) {
    Map<String, String> extended = new LinkedHashMap<>(parameters);
    extended.putIfAbsent("charset", charset);
    return new MediaType(type, subtype, extended);
  }

  private static List<String> values(List<String> fields) {
    boolean isOne = fields.size() == 1 && fields.getFirst().indexOf(',') < 0;
    return isOne ? fields : splitOutsideQuotes(String.join(", ", fields));
  }

  private static List<String> splitOutsideQuotes(String joined) {
    List<String> values = new ArrayList<>();
    int from = 0;
    boolean quoted = false;
    for (int i = 0; i < joined.length(); i++) {
      char c = joined.charAt(i);
      if (c == '"') {
        quoted = !quoted;
      } else if (c == '\\' && quoted) {
        i++;
      } else if (c == ',' && !quoted) {
        values.add(joined.substring(from, i));
        from = i + 1;
      }
    }
    values.add(joined.substring(from));
    return values;
  }

  /** RFC 9110 5.6.2. */
  private static boolean isTokenCharacter(int c) {
    return c < 0x80 && (Character.isLetterOrDigit(c) || "!#$%&'*+-.^_`|~".indexOf(c) >= 0);
  }

  private static boolean isMadeOf(IntPredicate allowed, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!allowed.test(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isHttpSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  }

  private static boolean isValueCharacter(int c) {
    return c == '\t' || (c >= 0x20 && c <= 0x7E) || (c >= 0x80 && c <= 0xFF);
  }

  private static final class Reader {
    private final String in;
    private int p;

    Reader(String value) {
      int from = 0;
      while (from < value.length() && isHttpSpace(value.charAt(from))) {
        from++;
      }
      in = trimEnd(value.substring(from));
    }

    Optional<MediaType> read() {
      String type = until("/");
      p++;
      String subtype = trimEnd(until(";"));
      if (p > in.length() && subtype.isEmpty()) {
        return Optional.empty();
      }
      if (!isToken(type) || !isToken(subtype)) {
        return Optional.empty();
      }
      Map<String, String> parameters = new LinkedHashMap<>();
      while (p < in.length()) {
        p++;
        readParameter(parameters);
      }
      return Optional.of(new MediaType(lowerCase(type), lowerCase(subtype), parameters));
    }

    private void readParameter(Map<String, String> parameters) {
      while (p < in.length() && isHttpSpace(in.charAt(p))) {
        p++;
      }
      String name = lowerCase(until(";="));
      if (p >= in.length() || in.charAt(p) == ';') {
        return;
      }
      p++;
      boolean quoted = p < in.length() && in.charAt(p) == '"';
      String value = quoted ? quotedString() : trimEnd(until(";"));
      boolean valid =
          isToken(name)
              && (quoted || !value.isEmpty())
              && isMadeOf(MediaType::isValueCharacter, value);
      if (valid) {
        parameters.putIfAbsent(name, value);
      }
    }

    /** "Collect an HTTP quoted string"; the text behind it up to the next semicolon is dropped. */
    private String quotedString() {
      StringBuilder value = new StringBuilder();
      p++;
      while (p < in.length() && in.charAt(p) != '"') {
        if (in.charAt(p) == '\\' && p + 1 < in.length()) {
          p++;
        }
        value.append(in.charAt(p++));
      }
      until(";");
      return value.toString();
    }

    private String until(String delimiters) {
      int from = p;
      while (p < in.length() && delimiters.indexOf(in.charAt(p)) < 0) {
        p++;
      }
      return in.substring(Math.min(from, in.length()), Math.min(p, in.length()));
    }

    private static String trimEnd(String text) {
      int to = text.length();
      while (to > 0 && isHttpSpace(text.charAt(to - 1))) {
        to--;
      }
      return text.substring(0, to);
    }

    private static boolean isToken(String text) {
      return !text.isEmpty() && isMadeOf(MediaType::isTokenCharacter, text);
    }

    private static String lowerCase(String text) {
      return text.toLowerCase(Locale.ROOT);
    }
  }
}
