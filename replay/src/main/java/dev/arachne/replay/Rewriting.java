package dev.arachne.replay;

import dev.arachne.url.CrawlUrl;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns references of a page into those of its archive: {@code /TIME/URL}. References that are not
 * http or https URLs stay as they are. Confined to one thread.
 */
final class Rewriting {
  private static final String IN_DOUBLE = "[^\"\\\\\n\r\f]*+(?:\\\\.[^\"\\\\\n\r\f]*+)*+";
  private static final String IN_SINGLE = "[^'\\\\\n\r\f]*+(?:\\\\.[^'\\\\\n\r\f]*+)*+";
  private static final String UNQUOTED = "[^\\s\"'()\\\\]*+(?:\\\\.[^\\s\"'()\\\\]*+)*+";

  /**
   * Comments, URLs and other strings; the groups are the URLs. A string that is not closed ends
   * with its line or the text, so that no text is read twice.
   */
  private static final Pattern IN_CSS =
      Pattern.compile(
          "/\\*.*?(?:\\*/|$)"
              + "|(?:url\\(\\s*+|@import\\s++)(?:\"(%1$s)\"|'(%2$s)')"
                  .formatted(IN_DOUBLE, IN_SINGLE)
              + "|url\\(\\s*+(%s)".formatted(UNQUOTED)
              + "|\"%s\"?+|'%s'?+".formatted(IN_DOUBLE, IN_SINGLE),
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** The text before the URL of a refresh; the group is the quote. */
  private static final Pattern REFRESH =
      Pattern.compile(
          "[\\s\\d.]*+[;,]?+\\s*+(?:url\\s*+=\\s*+)?+(['\"]?+)", Pattern.CASE_INSENSITIVE);

  /** The growth of the output, at most: this many times the input, and this many bytes more. */
  private static final int MOST_TIMES = 4;

  private static final int MOST_MORE = 1 << 20;

  private final String prefix;
  private final CrawlUrl page;
  private final Budget budget;
  private CrawlUrl base;
  private boolean hasBase;

  /**
   * References of a page.
   *
   * @param prefix the text before each URL, such as {@code /20260102030405/}
   * @param page the base of its references, unless the page has another
   * @param inputBytes length of the page, by which the length of the output is bounded
   */
  Rewriting(String prefix, CrawlUrl page, long inputBytes) {
    this(prefix, page, new Budget(MOST_TIMES * inputBytes + MOST_MORE));
  }

  private Rewriting(String prefix, CrawlUrl page, Budget budget) {
    this.prefix = prefix;
    this.page = page;
    this.budget = budget;
    base = page;
  }

  private static final class Budget {
    private long left;

    Budget(long left) {
      this.left = left;
    }
  }

  /** References of a page within this one, whose base may be another. Its output counts as ours. */
  Rewriting nested() {
    return new Rewriting(prefix, base, budget);
  }

  /** Whether the output grew more than it may. Then references are no longer rewritten. */
  boolean isSpent() {
    return budget.left < 0;
  }

  /** Counts characters or bytes by which the output is longer than the input. */
  void grow(long by) {
    budget.left -= Math.max(0, by);
  }

  /** The reference of a base element; the first one in a page counts (HTML 4.2.3). */
  String base(String reference) {
    if (!hasBase && page.resolve(reference.strip()) instanceof CrawlUrl url) {
      base = url;
    }
    hasBase = true;
    return reference(reference, page);
  }

  /** One reference, with its fragment. */
  String reference(String reference) {
    return reference(reference, base);
  }

  private String reference(String reference, CrawlUrl from) {
    String stripped = reference.strip();
    int hash = stripped.indexOf('#');
    String fragment = hash < 0 ? "" : stripped.substring(hash);
    boolean isWithin = stripped.isEmpty() || hash == 0;
    if (isWithin || isSpent() || !(from.resolve(stripped) instanceof CrawlUrl url)) {
      return reference;
    }
    String rewritten = prefix + url + fragment;
    grow(rewritten.length() - reference.length());
    return rewritten;
  }

  /** Rewrites a list as in srcset: URLs up to white space or a last comma, and the text between. */
  String references(String list) {
    var out = new StringBuilder(list.length() + 256);
    int at = 0;
    while (true) {
      while (at < list.length() && (isSpace(list.charAt(at)) || list.charAt(at) == ',')) {
        at++;
      }
      if (at == list.length()) {
        return out.toString();
      }
      int from = at;
      while (at < list.length() && !isSpace(list.charAt(at))) {
        at++;
      }
      int to = at;
      while (list.charAt(to - 1) == ',') {
        to--;
      }
      if (to == at) {
        int comma = list.indexOf(',', at);
        at = comma < 0 ? list.length() : comma + 1;
      }
      out.append(out.isEmpty() ? "" : " ").append(reference(list.substring(from, to)));
      out.append(list, to, at);
    }
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
  }

  /** The content of a refresh: seconds, and perhaps a URL. */
  String refresh(String content) {
    Matcher matcher = REFRESH.matcher(content);
    boolean isRefresh = matcher.lookingAt();
    int from = isRefresh ? matcher.end() : content.length();
    String quote = isRefresh ? matcher.group(1) : "";
    int end = quote.isEmpty() ? -1 : content.indexOf(quote, from);
    int to = end < 0 ? content.length() : end;
    return content.substring(0, from)
        + reference(content.substring(from, to))
        + content.substring(to);
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

  /** Escapes a URL for CSS, with quotes or without. */
  private static String inCss(String url) {
    return url.replace("'", "%27").replace("(", "%28").replace(")", "%29").replace("\\", "%5C");
  }
}
