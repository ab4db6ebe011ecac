package dev.arachne.robots;

import dev.arachne.robots.RobotsVerdict.Ruling;
import dev.arachne.robots.UsagePreferences.Vocabulary;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads the bytes of a robots.txt into groups (RFC 9309 2.2), once. Confined to one thread.
 *
 * <p>Each line is read for itself: {@code key : value # comment}, ended by CR, LF or CRLF. A line
 * with another key or without a colon is skipped and ends nothing, and so are rules before the
 * first group. A group's agent lines are over with its first Allow or Disallow, even an empty one.
 */
final class RobotsParser {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
  private static final int SHOWN_LINE = 200;

  /** The most digits of whole and broken seconds: longer ones are not a meant delay. */
  private static final int DELAY_DIGITS = 9;

  private final byte[] body;
  private final int end;
  private final List<RobotsGroup> groups = new ArrayList<>();
  private final List<String> sitemaps = new ArrayList<>();
  private boolean inAgentLines;
  private int lineNumber;
  private int rules;

  RobotsParser(byte[] body) {
    this.body = body;
    this.end = body.length < RobotsRules.MAX_BYTES ? body.length : lastWholeLine(body);
  }

  List<RobotsGroup> groups() {
    return groups;
  }

  List<String> sitemaps() {
    return sitemaps;
  }

  /** Whether the file has more rules than are kept. */
  boolean isCut() {
    return rules > RobotsRules.MAX_RULES;
  }

  void run() {
    int from = byteOrderMark();
    while (from < end && !isCut()) {
      int to = from;
      while (to < end && !isLineEnd(body[to])) {
        to++;
      }
      lineNumber++;
      line(from, to);
      boolean crLf = to + 1 < end && body[to] == '\r' && body[to + 1] == '\n';
      from = to + (crLf ? 2 : 1);
    }
  }

  /** The end of the last line that is whole within the limit. */
  private static int lastWholeLine(byte[] body) {
    int end = RobotsRules.MAX_BYTES;
    while (end > 0 && !isLineEnd(body[end - 1])) {
      end--;
    }
    return end;
  }

  /** The length of the byte order mark at the start, or of the part that an editor left of it. */
  private int byteOrderMark() {
    int length = 0;
    while (length < BYTE_ORDER_MARK.length
        && length < end
        && body[length] == BYTE_ORDER_MARK[length]) {
      length++;
    }
    return length;
  }

  private void line(int from, int to) {
    int comment = find('#', from, to);
    int colon = find(':', from, comment);
    if (colon == comment) {
      return;
    }
    String value = octets(colon + 1, comment);
    switch (octets(from, colon).toLowerCase(Locale.ROOT)) {
      case "user-agent" -> agent(value);
      case "allow" -> rule(Ruling.ALLOWED, value, from, to);
      case "disallow" -> rule(Ruling.DISALLOWED, value, from, to);
      case "crawl-delay" -> delay(value);
      case "sitemap" -> sitemap(colon + 1, comment);
      case "content-usage" -> usage(Vocabulary.CONTENT_USAGE, value, from, to);
      case "content-signal" -> usage(Vocabulary.CONTENT_SIGNAL, value, from, to);
      default -> {}
    }
  }

  private void agent(String value) {
    if (!inAgentLines) {
      groups.add(new RobotsGroup());
      inAgentLines = true;
    }
    String token = productToken(value);
    if (!token.isEmpty()) {
      groups.getLast().addAgent(token);
    }
  }

  /**
   * The product token that an agent line begins with (2.2.1), possibly empty: the rest, such as a
   * version, is not compared.
   */
  private static String productToken(String value) {
    if (value.equals(RobotsGroup.EVERYONE) || value.startsWith(RobotsGroup.EVERYONE + ' ')) {
      return RobotsGroup.EVERYONE;
    }
    int length = 0;
    while (length < value.length() && isTokenOctet(value.charAt(length))) {
      length++;
    }
    return value.substring(0, length);
  }

  private void rule(Ruling ruling, String value, int from, int to) {
    inAgentLines = false;
    if (groups.isEmpty() || value.isEmpty() || ++rules > RobotsRules.MAX_RULES) {
      return;
    }
    var verdict = new RobotsVerdict(ruling, lineNumber, shown(from, to));
    groups.getLast().addRule(Rule.ofAccess(PathPattern.of(value), verdict));
  }

  /**
   * Reads a path, which may be omitted, and the preferences about its content. Like a delay, it
   * does not end the run of agent lines.
   */
  private void usage(Vocabulary vocabulary, String value, int from, int to) {
    if (groups.isEmpty() || ++rules > RobotsRules.MAX_RULES) {
      return;
    }
    String path = value.startsWith("/") ? value.split("[ \t]", 2)[0] : "";
    groups
        .getLast()
        .addUsage(
            new UsageRule(
                PathPattern.of(path.isEmpty() ? "/" : path),
                vocabulary,
                UsagePreferences.parse(vocabulary, value.substring(path.length())),
                lineNumber,
                shown(from, to)));
  }

  private void delay(String value) {
    if (!groups.isEmpty()) {
      seconds(value).ifPresent(groups.getLast()::addDelay);
    }
  }

  /** A decimal number of seconds, to the nanosecond. */
  private static Optional<Duration> seconds(String value) {
    int point = value.indexOf('.');
    String whole = point < 0 ? value : value.substring(0, point);
    String broken = point < 0 ? "" : value.substring(point + 1);
    if ((whole + broken).isEmpty() || !isNumber(whole) || !isNumber(broken)) {
      return Optional.empty();
    }
    long seconds = Long.parseLong("0" + whole);
    long nanos = Long.parseLong((broken + "0".repeat(DELAY_DIGITS)).substring(0, DELAY_DIGITS));
    return Optional.of(Duration.ofSeconds(seconds, nanos));
  }

  private static boolean isNumber(String digits) {
    return digits.length() <= DELAY_DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  private void sitemap(int from, int to) {
    String url = new String(body, from, to - from, StandardCharsets.UTF_8).strip();
    if (!url.isEmpty()) {
      sitemaps.add(url);
    }
  }

  private String shown(int from, int to) {
    String line = new String(body, from, to - from, StandardCharsets.UTF_8).strip();
    return line.length() <= SHOWN_LINE ? line : line.substring(0, SHOWN_LINE) + "...";
  }

  /** These bytes without space around them, each as one character. */
  private String octets(int from, int to) {
    int start = from;
    int stop = to;
    while (start < stop && isSpace(body[start])) {
      start++;
    }
    while (start < stop && isSpace(body[stop - 1])) {
      stop--;
    }
    return new String(body, start, stop - start, StandardCharsets.ISO_8859_1);
  }

  /** The first position of this octet, or {@code to} without one. */
  private int find(char octet, int from, int to) {
    int at = from;
    while (at < to && body[at] != octet) {
      at++;
    }
    return at;
  }

  private static boolean isTokenOctet(char octet) {
    return (octet >= 'a' && octet <= 'z')
        || (octet >= 'A' && octet <= 'Z')
        || octet == '-'
        || octet == '_';
  }

  private static boolean isSpace(byte octet) {
    return octet == ' ' || octet == '\t';
  }

  private static boolean isLineEnd(byte octet) {
    return octet == '\n' || octet == '\r';
  }
}
