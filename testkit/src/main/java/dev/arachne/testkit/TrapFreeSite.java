package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A site without traps that looks as if it had some: archives by date whose years and months have
 * no content of their own, lists with parameters that matter, orders of lists in pages, deep
 * folders with names that repeat, galleries without a word, numbered items with little text, and
 * duplicate pages. Each number makes another site. Immutable.
 */
public final class TrapFreeSite implements TestSite {
  private final Map<String, String> pages = new TreeMap<>();
  private final Random random;

  /** The site of a number. */
  public TrapFreeSite(int number) {
    random = new Random(number);
    List<String> home = new ArrayList<>();
    archive(home, 3 + number % 4);
    lists(home, 2 + number % 3);
    folders(home, "/docs/org/example/", 2 + number % 2);
    gallery(home, 20 + number % 30);
    items(home, 30 + number % 40);
    copies(home, 3 + number % 6);
    pages.put("/", "Site " + number + links(home));
  }

  /** The targets of all its pages. */
  public Set<String> pages() {
    return Set.copyOf(pages.keySet());
  }

  @Override
  public Reply reply(TestRequest request) {
    String text = pages.get(request.target());
    return text == null
        ? Reply.status(404)
        : html(
            "<title>Honest</title><nav><a href=/>Home</a></nav><main>"
                + text
                + "</main><footer>Since 1999</footer>");
  }

  private static String links(List<String> targets) {
    var links = new StringBuilder();
    targets.forEach(
        it -> links.append("<a href=\"").append(it.replace("&", "&amp;")).append("\">go</a>\n"));
    return links.toString();
  }

  /** Years lead to months, months to days: only days have content. */
  private void archive(List<String> home, int years) {
    for (int year = 2000; year < 2000 + 4 * years; year++) {
      List<String> months = new ArrayList<>();
      for (int month = 1; month <= 3; month++) {
        List<String> days = new ArrayList<>();
        for (int day = 1; day <= 2; day++) {
          String place = "/archive/%d/%02d/%02d".formatted(year, month, 1 + random.nextInt(28));
          pages.put(place, Words.of(random, 20));
          days.add(place);
        }
        String place = "/archive/%d/%02d".formatted(year, month);
        pages.put(place, "The days of this month" + links(days));
        months.add(place);
      }
      pages.put("/archive/" + year, "The months of this year" + links(months));
      home.add("/archive/" + year);
    }
  }

  /** Lists in pages and orders: the order determines the page of each item. */
  private void lists(List<String> home, int kinds) {
    for (int kind = 1; kind <= kinds; kind++) {
      for (String order : List.of("name", "price")) {
        for (int page = 1; page <= 6; page++) {
          String place = "/list?kind=%d&order=%s&page=%d".formatted(kind, order, page);
          pages.put(place, "Goods: " + Words.of(random, 12));
          home.add(place);
        }
      }
    }
  }

  private void folders(List<String> from, String place, int depth) {
    List<String> here = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      String page = place + Words.of(random, 1) + ".html";
      pages.put(page, Words.of(random, 15));
      here.add(page);
    }
    if (depth > 0) {
      folders(here, place + "example/", depth - 1);
      folders(here, place + "docs/", depth - 1);
    }
    pages.put(place, "Contents" + links(here));
    from.add(place);
  }

  /** The pictures have no words that distinguish them. */
  private void gallery(List<String> home, int pictures) {
    for (int i = 1; i <= pictures; i++) {
      String next = i == pictures ? "" : links(List.of("/gallery/" + (i + 1)));
      pages.put("/gallery/" + i, "A picture <img src=/img/" + i + ".jpg alt=''>" + next);
    }
    home.add("/gallery/1");
  }

  /** Each has a number and a word. */
  private void items(List<String> home, int items) {
    for (int i = 1; i <= items; i++) {
      String place = "/item?id=" + i;
      pages.put(place, "Item %d: %s, in stock".formatted(i, Words.of(random, 1)));
      home.add(place);
    }
  }

  /** Two URLs for a page, such as that of a folder and its index, and pages behind them. */
  private void copies(List<String> home, int copies) {
    for (int i = 1; i <= copies; i++) {
      String behind = "/copy/behind-" + i;
      pages.put("/copy/" + i, "Read here about our goods" + links(List.of(behind)));
      pages.put(behind, Words.of(random, 9));
      home.add("/copy/" + i);
    }
  }
}
