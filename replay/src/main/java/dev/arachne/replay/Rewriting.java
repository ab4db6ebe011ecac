package dev.arachne.replay;

import dev.arachne.url.CrawlUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns references of a page into those of its archive: {@code /TIME/URL}. What is no http or https
 * URL stays as it is. Confined to one thread.
 */
final class Rewriting {
  private static final String IN_DOUBLE = "[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+";
  private static final String IN_SINGLE = "[^'\\\\]*+(?:\\\\.[^'\\\\]*+)*+";
  private static final String UNQUOTED = "[^\\s\"'()\\\\]*+(?:\\\\.[^\\s\"'()\\\\]*+)*+";

  /** Comments, URLs and other strings; the groups are the URLs. */
  private static final Pattern IN_CSS =
      Pattern.compile(
          "/\\*.*?(?:\\*/|$)"
              + "|(?:url\\(\\s*|@import\\s+)(?:\"(%1$s)\"|'(%2$s)')".formatted(IN_DOUBLE, IN_SINGLE)
              + "|url\\(\\s*(%s)".formatted(UNQUOTED)
              + "|\"%s\"|'%s'".formatted(IN_DOUBLE, IN_SINGLE),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final Pattern CANDIDATE =
      Pattern.compile("\\s*([^\\s,]\\S*[^\\s,]|[^\\s,])([^,]*,?)");

  /** How much output may grow: by this much for each byte of input, and by this much beside. */
  private static final int MOST_TIMES = 4;

  private static final int MOST_MORE = 1 << 20;

  private final String prefix;
  private CrawlUrl base;
  private long left;

  /**
   * References of a page.
   *
   * @param prefix what comes before each URL, such as {@code /20260102030405/}
   * @param base what they are resolved against
   * @param inputBytes length of the page, by which the length of the output is bounded
   */
  Rewriting(String prefix, CrawlUrl base, long inputBytes) {
    this.prefix = prefix;
    this.base = base;
    left = MOST_TIMES * inputBytes + MOST_MORE;
  }

  /** Whether the output grew more than it may. Then references are no longer rewritten. */
  boolean isSpent() {
    return left < 0;
  }

  /** Counts characters or bytes by which the output is longer than the input. */
  void grow(long by) {
    left -= Math.max(0, by);
  }

  /** Says that the page has another base. */
  void base(String reference) {
    if (base.resolve(reference.strip()) instanceof CrawlUrl url) {
      base = url;
    }
  }

  /** One reference, with its fragment. */
  String reference(String reference) {
    String stripped = reference.strip();
    int hash = stripped.indexOf('#');
    String fragment = hash < 0 ? "" : stripped.substring(hash);
    boolean isWithin = stripped.isEmpty() || hash == 0;
    if (isWithin || isSpent() || !(base.resolve(stripped) instanceof CrawlUrl url)) {
      return reference;
    }
    String rewritten = prefix + url + fragment;
    grow(rewritten.length() - reference.length());
    return rewritten;
  }

  /** A list as in srcset. */
  String references(String list) {
    return CANDIDATE
        .matcher(list)
        .replaceAll(
            each -> Matcher.quoteReplacement(" " + reference(each.group(1)) + each.group(2)))
        .strip();
  }

  /** What a refresh says: seconds, and perhaps a URL. */
  String refresh(String content) {
    Matcher matcher =
        Pattern.compile("(?is)^([\\s\\d.]*[;,]?\\s*(?:url\\s*=\\s*)?['\"]?)(.*?)(['\"]?\\s*)$")
            .matcher(content);
    return matcher.matches() && !matcher.group(2).isEmpty()
        ? matcher.group(1) + reference(matcher.group(2)) + matcher.group(3)
        : content;
  }

  /** A style sheet, or a part of one. */
  String css(String css) {
    Matcher matcher = IN_CSS.matcher(css);
    var out = new StringBuilder(css.length() + 256);
    int copied = 0;
    while (matcher.find()) {
      for (int group = 1; group <= matcher.groupCount(); group++) {
        String text = matcher.group(group);
        String plain = text == null ? "" : unescaped(text);
        String rewritten = reference(plain);
        if (!rewritten.equals(plain)) {
          out.append(css, copied, matcher.start(group)).append(inCss(rewritten));
          copied = matcher.end(group);
        }
      }
    }
    return out.append(css, copied, css.length()).toString();
  }

  private static String unescaped(String css) {
    if (css.indexOf('\\') < 0) {
      return css;
    }
    return Pattern.compile("\\\\(?:([0-9a-fA-F]{1,6})\\s?|(.))", Pattern.DOTALL)
        .matcher(css)
        .replaceAll(each -> {
          String hex = each.group(1);
          int point = hex == null ? 0 : Integer.parseInt(hex, 16);
          String text =
              hex == null
                  ? each.group(2)
                  : Character.isValidCodePoint(point) ? Character.toString(point) : "";
          return Matcher.quoteReplacement(text);
        });
  }

  /** A URL that may stand in quotes or without. */
  private static String inCss(String url) {
    return url.replace("'", "%27").replace("(", "%28").replace(")", "%29").replace("\\", "%5C");
  }
}
