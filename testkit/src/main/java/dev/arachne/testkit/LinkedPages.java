package dev.arachne.testkit;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A site of {@code pages} pages that link to each other: a pure function of its numbers, made page
 * by page at each request, so that a million pages take no memory.
 *
 * <p>Page 0 is {@code /}, page n is {@code /page/n.html}. Half of the links of a page (at least
 * one) lead to its children in a tree that reaches every page from page 0; the others lead
 * anywhere. Every page has exactly {@code pageBytes} bytes unless its links alone need more. It has
 * no robots.txt.
 *
 * @param pages at least 1
 * @param pageBytes the size of a page in bytes
 * @param fanOut links on a page, at least 1
 * @param seed of the links that lead anywhere and of the text
 */
public record LinkedPages(int pages, int pageBytes, int fanOut, long seed) implements TestSite {

  private static final List<String> WORDS =
      List.of(
          "weaver", "thread", "loom", "spider", "web", "silk", "knot", "warp", "weft", "shuttle");

  private static final byte[] TEXT = text();

  public LinkedPages {
    if (pages < 1 || fanOut < 1) {
      throw new IllegalArgumentException(pages + " pages of " + fanOut + " links");
    }
  }

  /** The path of page {@code number}. */
  public static String path(int number) {
    return number == 0 ? "/" : "/page/" + number + ".html";
  }

  @Override
  public Reply reply(TestRequest request) {
    int number = number(request.target());
    return number < 0 ? Reply.status(404) : Reply.ok("text/html; charset=utf-8", page(number));
  }

  /** The numbers of the pages that page {@code number} links to, in the order of the links. */
  public int[] links(int number) {
    var random = new SplittableRandom(seed ^ (number * 0x9E3779B97F4A7C15L));
    int children = Math.max(1, fanOut / 2);
    int[] links = new int[fanOut];
    for (int i = 0; i < fanOut; i++) {
      long child = (long) number * children + 1 + i;
      links[i] = i < children && child < pages ? (int) child : random.nextInt(pages);
    }
    return links;
  }

  /** Page {@code number} in UTF-8. */
  public byte[] page(int number) {
    var top = new StringBuilder(64 + 48 * fanOut);
    top.append("<!doctype html>\n<title>Page ").append(number).append("</title>\n");
    for (int link : links(number)) {
      top.append("<a href=\"").append(path(link)).append("\">page ").append(link).append("</a>\n");
    }
    byte[] head = top.append("<p>").toString().getBytes(StandardCharsets.UTF_8);
    byte[] page = Arrays.copyOf(head, Math.max(head.length, pageBytes));
    int offset = (int) ((seed + number) & 0xFFF);
    for (int at = head.length; at < page.length; ) {
      int count = Math.min(page.length - at, TEXT.length - offset);
      System.arraycopy(TEXT, offset, page, at, count);
      at += count;
      offset = 0;
    }
    return page;
  }

  /** The number of the page at this target, or -1 for another target. */
  private int number(String target) {
    if (target.equals("/")) {
      return 0;
    }
    if (!target.startsWith("/page/") || !target.endsWith(".html") || target.length() > 20) {
      return -1;
    }
    try {
      int number = Integer.parseInt(target, 6, target.length() - 5, 10);
      return number > 0 && number < pages && path(number).equals(target) ? number : -1;
    } catch (NumberFormatException _) {
      return -1;
    }
  }

  private static byte[] text() {
    var random = new SplittableRandom(1);
    var text = new StringBuilder();
    while (text.length() < 16 << 10) {
      text.append(WORDS.get(random.nextInt(WORDS.size())));
      text.append(random.nextInt(12) == 0 ? ".\n" : " ");
    }
    return text.toString().getBytes(StandardCharsets.US_ASCII);
  }
}
