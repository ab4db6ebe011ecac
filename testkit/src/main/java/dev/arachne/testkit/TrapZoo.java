package dev.arachne.testkit;

import static dev.arachne.testkit.Reply.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A site of real pages, with one of each trap that crawlers fall into, linked among them:
 *
 * <ul>
 *   <li>a calendar without an end and without events;
 *   <li>a shop whose lists have twelve parameters in their URLs, of which {@link #SHOWING} change
 *       the list and {@link #IDLE} do not: among these sessions, orders and a view to print;
 *   <li>sessions in the path: all articles again, under another name for each page that leads
 *       there;
 *   <li>a path that grows with each link, and one that grows since links lack their base;
 *   <li>siblings without an end, all with the same text;
 *   <li>a view to print of each article, without the frame.
 * </ul>
 *
 * <p>It answers 200 for all of that, and counts the requests for each real page. Safe for all
 * threads.
 */
public final class TrapZoo implements TestSite {
  /** Parameters of the shop that choose the listed goods. */
  public static final List<String> SHOWING = List.of("brand", "color", "fit", "material", "season");

  /** Parameters of the shop that change only order or frame, or have no effect. */
  public static final List<String> IDLE =
      List.of("print", "ref", "sid", "sort", "theme", "utm", "view");

  private static final int TOPICS = 10;
  private static final int GUIDES = 60;
  private static final int DAYS = 100;

  /** Filters of the shop that are offered at a time: with more there are hardly any goods left. */
  private static final int MOST_FILTERS = 2;

  private static final Pattern MONTH = Pattern.compile("/calendar/(\\d{4})/(\\d{2})");
  private static final Pattern SESSION = Pattern.compile("/s/[0-9a-f]{8}(/article/.*)");
  private static final Pattern PRINT = Pattern.compile("/print/(.*)");
  private static final Pattern GUIDE = Pattern.compile("(?:/docs/guide)+/([a-z]+-\\d+\\.html)");
  private static final Pattern WIDE = Pattern.compile("/wide/(\\d{1,9})");
  private static final Pattern LOOP = Pattern.compile("/loop/(?:[ab]/)*");
  private static final List<String> MONTHS =
      List.of(
          "January",
          "February",
          "March",
          "April",
          "May",
          "June",
          "July",
          "August",
          "September",
          "October",
          "November",
          "December");

  /** The text of each real page but those of the shop, by path. */
  private final Map<String, String> texts = new TreeMap<>();

  private final List<String> articles = new ArrayList<>();
  private final Set<String> shop = new TreeSet<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();

  /**
   * The site.
   *
   * @param articles how many it has; the site has 277 more real pages
   */
  public TrapZoo(int articles) {
    var random = new Random(articles);
    for (int i = 0; i < articles; i++) {
      this.articles.add("/article/" + Words.of(random, 1) + "-" + i + ".html");
    }
    for (int i = 0; i < articles; i++) {
      texts.put(this.articles.get(i), article(i, random));
    }
    for (int i = 0; i < TOPICS; i++) {
      texts.put("/topic/" + i, topic(i, random));
    }
    for (int i = 0; i < GUIDES; i++) {
      String next = "<a href=docs/guide/guide-" + (i + 1) % GUIDES + ".html>next</a>";
      texts.put("/docs/guide/guide-" + i + ".html", Words.of(random, 50) + next);
    }
    for (int i = 0; i < DAYS; i++) {
      texts.put("/news/2025/%02d/%02d".formatted(1 + i / 25, 1 + i % 25), Words.of(random, 40));
    }
    texts.put("/", home());
    list(shop, List.of(), 0);
  }

  /** The targets of all pages with content for a visitor, each once. */
  public Set<String> realPages() {
    var all = new TreeSet<>(texts.keySet());
    all.addAll(shop);
    return all;
  }

  /** The real pages that were requested. */
  public Set<String> found() {
    return new TreeSet<>(asked.keySet());
  }

  @Override
  public Reply reply(TestRequest request) {
    String path = request.path();
    String target = request.target();
    if (texts.containsKey(path) && target.equals(path)) {
      asked.merge(path, 1, Integer::sum);
      return framed(text(path) + (path.startsWith("/article/") ? session(path) : ""));
    }
    if (path.equals("/shop")) {
      return shop(target);
    }
    Matcher month = MONTH.matcher(path);
    if (month.matches()) {
      return month(Integer.parseInt(month.group(1)), Integer.parseInt(month.group(2)));
    }
    Matcher session = SESSION.matcher(path);
    if (session.matches() && texts.containsKey(session.group(1))) {
      return framed(text(session.group(1)) + session(path));
    }
    Matcher print = PRINT.matcher(path);
    if (print.matches() && texts.containsKey("/article/" + print.group(1))) {
      return plain(text("/article/" + print.group(1)));
    }
    Matcher guide = GUIDE.matcher(path);
    if (guide.matches() && texts.containsKey("/docs/guide/" + guide.group(1))) {
      return framed(text("/docs/guide/" + guide.group(1)));
    }
    Matcher wide = WIDE.matcher(path);
    if (wide.matches()) {
      return wide(Integer.parseInt(wide.group(1)));
    }
    return LOOP.matcher(path).matches()
        ? framed("<p>You are not there yet.</p><a href=a/>one way</a> <a href=b/>another way</a>")
        : Reply.status(404);
  }

  private String text(String path) {
    return texts.getOrDefault(path, "");
  }

  private static Reply framed(String text) {
    return html(
        "<title>The zoo</title><nav><a href=/>Home</a> <a href=/shop>Shop</a>"
            + " <a href=/calendar/2026/05>Calendar</a> <a href=/loop/>Around</a></nav><main>"
            + text
            + "</main><footer>Made with care. <a href=/wide/0>Imprint</a></footer>");
  }

  /** A view to print. */
  private static Reply plain(String text) {
    return html("<title>The zoo</title><main>" + text + "</main>");
  }

  private String home() {
    var links = new StringBuilder("<p>Welcome to the zoo, with all that is kept behind bars.</p>");
    for (int i = 0; i < TOPICS; i++) {
      links.append("<a href=/topic/%d>topic</a>\n".formatted(i));
    }
    links.append("<a href=/docs/guide/guide-0.html>guide</a>\n");
    links.append("<a href=/news/2025/01/01>news</a>\n");
    return links.toString();
  }

  private String article(int number, Random random) {
    String its = articles.get(number);
    return "<h1>"
        + its.substring("/article/".length(), its.indexOf('-'))
        + "</h1><p>"
        + Words.of(random, 60)
        + "<nav><a href="
        + its.replace("/article/", "/print/")
        + ">print</a></nav>";
  }

  /** A link to the next article, in a session of its own. */
  private String session(String from) {
    int at = articles.indexOf(from.substring(from.indexOf("/article/")));
    String next = articles.get((at + 1) % articles.size());
    String session = "%07x1".formatted(from.hashCode() & 0xFFFFFFF);
    return "<nav><a href=/s/" + session + next + ">read on</a></nav>";
  }

  private String topic(int number, Random random) {
    var links = new StringBuilder("<p>" + Words.of(random, 20) + "</p>");
    for (int i = number; i < articles.size(); i += TOPICS) {
      links.append("<a href=%s>more</a>\n".formatted(articles.get(i)));
    }
    for (int i = number; i < DAYS; i += TOPICS) {
      links.append("<a href=/news/2025/%02d/%02d>day</a>\n".formatted(1 + i / 25, 1 + i % 25));
    }
    for (int i = number; i < GUIDES; i += TOPICS) {
      links.append("<a href=/docs/guide/guide-%d.html>how</a>\n".formatted(i));
    }
    return links.toString();
  }

  private static Reply month(int year, int month) {
    var days = new StringBuilder("<h1>" + MONTHS.get(month - 1) + " " + year + "</h1>");
    int last = month == 2 ? 28 : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    for (int day = 1; day <= last; day++) {
      days.append("<td>").append(day).append("</td>");
    }
    int at = 12 * year + month - 1;
    return framed(
        days
            + "<p>Nothing happens.</p>"
            + "<a href=/calendar/%04d/%02d>before</a>".formatted((at - 1) / 12, (at - 1) % 12 + 1)
            + "<a href=/calendar/%04d/%02d>after</a>".formatted((at + 1) / 12, (at + 1) % 12 + 1));
  }

  private static Reply wide(int number) {
    var links = new StringBuilder("<p>Who is behind all this, and how to write to us.</p>");
    for (int i = 1; i <= 10; i++) {
      links.append("<a href=/wide/%d>us</a>".formatted(10L * number + i));
    }
    return framed(links.toString());
  }

  // The shop: /shop?color=1&sort=2, parameters in alphabetical order.

  private static void list(Set<String> shop, List<String> filters, int next) {
    shop.add(filters.isEmpty() ? "/shop" : "/shop?" + String.join("&", filters));
    for (int i = next; i < SHOWING.size() && filters.size() < MOST_FILTERS; i++) {
      for (int value = 1; value <= 3; value++) {
        List<String> more = new ArrayList<>(filters);
        more.add(SHOWING.get(i) + "=" + value);
        list(shop, more, i + 1);
      }
    }
  }

  private Reply shop(String target) {
    if (shop.contains(target)) {
      asked.merge(target, 1, Integer::sum);
    }
    var parameters = new TreeMap<String, String>();
    if (target.indexOf('?') >= 0) {
      for (String each : target.substring(target.indexOf('?') + 1).split("&")) {
        parameters.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
      }
    }
    var filters = new TreeMap<>(parameters);
    filters.keySet().retainAll(SHOWING);
    List<String> goods = new ArrayList<>();
    var random = new Random(filters.toString().hashCode());
    for (int i = 0; i < 12; i++) {
      goods.add("<li>" + Words.of(random, 3));
    }
    String order = parameters.getOrDefault("sort", "");
    goods.sort(Comparator.comparingInt((String each) -> (order + each).hashCode()));
    String links = links(parameters, filters.size());
    String text = "<ul>" + String.join("\n", goods) + "</ul>";
    return parameters.containsKey("print")
        ? plain(text + "<nav>" + links + "</nav>")
        : framed("<nav>" + links + "</nav>" + text);
  }

  private static String links(Map<String, String> parameters, int filters) {
    var links = new StringBuilder();
    for (String name : SHOWING) {
      for (int value = 1; value <= 3 && filters < MOST_FILTERS; value++) {
        link(links, parameters, name, "" + value);
      }
    }
    for (String name : IDLE) {
      String value = name.equals("sid") ? "" + (parameters.hashCode() & 0xFFFFFF) : "1";
      link(links, parameters, name, value);
      link(links, parameters, name, value + "2");
    }
    return links.toString();
  }

  /** A link that adds a parameter. */
  private static void link(
      StringBuilder links, Map<String, String> parameters, String name, String value) {
    if (!parameters.containsKey(name)) {
      var more = new TreeMap<>(parameters);
      more.put(name, value);
      List<String> query = new ArrayList<>();
      more.forEach((key, its) -> query.add(key + "=" + its));
      links.append("<a href=\"/shop?%s\">%s</a>".formatted(String.join("&amp;", query), name));
    }
  }
}
