package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.options.CrawlOptions;
import dev.arachne.options.SitemapPolicy;
import dev.arachne.simulation.SimulatedWeb;
import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A site, or some, of one of the shapes that sites have, and how it is crawled: both drawn from a
 * seed. Page n is {@code /n} of its host; page 0 leads to all others, by whatever way.
 */
final class SimulatedSite {
  /** What decides how its pages are found. */
  enum Shape {
    /** Each page leads to the same number of others. */
    TREE,
    /** A few lists lead to all there is. */
    WIDE,
    /** Pages lead to any pages, most of them to those that many lead to. */
    GRAPH,
    /** Pages that lead to the next one each, of which some lead to a few others. */
    CHAINS,
    /** Hosts of which one is asked far less often than the others, or answers far later. */
    SLOW_HOST,
    /** What is found late is more than what is found early. */
    LATE,
    /**
     * Lists of pages that lead to their neighbours and to others, each with a menu of the lists.
     */
    MENU
  }

  final Shape shape;
  private final SplittableRandom random;
  private final List<List<Integer>> links = new ArrayList<>();
  private final List<Integer> hostOf = new ArrayList<>();
  private final List<Duration> answers = new ArrayList<>();
  private final int hosts;
  private final long seed;
  private final boolean hasSlowDelay;
  private final Duration delay;
  private final int tasks;
  private Optional<Double> sitemap = Optional.empty();

  SimulatedSite(long seed, Shape shape) {
    this.seed = seed;
    this.shape = shape;
    this.random = new SplittableRandom(seed);
    this.hosts = shape == Shape.SLOW_HOST ? random.nextInt(5, 21) : 1;
    this.delay =
        random.nextInt(5) < 3 ? Duration.ofMillis(random.nextInt(50, 1_000)) : Duration.ZERO;
    this.tasks = random.nextInt(2, 11);
    this.hasSlowDelay = random.nextBoolean();
    for (int host = 0; host < hosts; host++) {
      answers.add(Duration.ofMillis(random.nextInt(100, 500)));
    }
    switch (shape) {
      case TREE -> tree(random.nextInt(200, 601), random.nextInt(2, 9));
      case WIDE -> wide(random.nextInt(3, 21), random.nextInt(10, 41));
      case GRAPH -> graph(random.nextInt(200, 601), random.nextInt(3, 9));
      case CHAINS -> chains(random.nextInt(1, 13), random.nextInt(0, 4));
      case SLOW_HOST -> slowHost(random.nextInt(20, 61));
      case LATE -> late();
      case MENU -> menu(random.nextInt(4, 12), random.nextInt(10, 80));
    }
  }

  /** Gives its first host a sitemap of so many of its pages, chosen by chance. */
  SimulatedSite listing(double share) {
    sitemap = Optional.of(share);
    return this;
  }

  /** Pages that some way leads to from a root. */
  int pages() {
    var reached = new BitSet();
    var ahead = new ArrayDeque<>(roots());
    for (Integer page = ahead.poll(); page != null; page = ahead.poll()) {
      if (!reached.get(page)) {
        reached.set(page);
        ahead.addAll(links.get(page));
      }
    }
    return reached.cardinality();
  }

  private List<Integer> roots() {
    List<Integer> roots = new ArrayList<>();
    for (int page = 0; page < links.size(); page++) {
      if (page == 0 || !hostOf.get(page).equals(hostOf.get(page - 1))) {
        roots.add(page);
      }
    }
    return roots;
  }

  private int page(int host) {
    links.add(new ArrayList<>());
    hostOf.add(host);
    return links.size() - 1;
  }

  private int linked(int from) {
    int page = page(hostOf.get(from));
    links.get(from).add(page);
    return page;
  }

  private void tree(int pages, int fanOut) {
    page(0);
    for (int parent = 0; links.size() < pages; parent++) {
      for (int i = 0; i < fanOut && links.size() < pages; i++) {
        linked(parent);
      }
    }
  }

  private void wide(int lists, int each) {
    page(0);
    for (int i = 0; i < lists; i++) {
      int list = linked(0);
      for (int j = 0; j < each; j++) {
        linked(list);
      }
    }
  }

  private void graph(int pages, int fanOut) {
    for (int i = 0; i < pages; i++) {
      page(0);
    }
    for (int i = 0; i < pages; i++) {
      for (int j = 0; j < fanOut; j++) {
        int any = random.nextInt(pages);
        links.get(i).add(random.nextBoolean() ? any : random.nextInt(any + 1));
      }
    }
  }

  private void chains(int chains, int leaves) {
    page(0);
    for (int i = 0; i < chains; i++) {
      int last = 0;
      for (int length = random.nextInt(20, 121); length > 0; length--) {
        last = linked(last);
        for (int j = 0; j < leaves; j++) {
          linked(last);
        }
      }
    }
  }

  private void slowHost(int each) {
    for (int host = 0; host < hosts; host++) {
      int root = page(host);
      List<Integer> its = new ArrayList<>(List.of(root));
      int fanOut = random.nextInt(2, 11);
      int size = random.nextInt(each / 2, 2 * each);
      for (int parent = 0; its.size() < size; parent++) {
        for (int i = 0; i < fanOut && its.size() < size; i++) {
          its.add(linked(its.get(parent)));
        }
      }
    }
    answers.set(0, Duration.ofMillis(hasSlowDelay ? 200 : random.nextInt(1_500, 4_000)));
  }

  /** Either each level is wider than the one before, or the last page leads to another part. */
  private void late() {
    if (random.nextBoolean()) {
      page(0);
      List<Integer> level = List.of(0);
      for (int fanOut = 1; links.size() < 300; fanOut++) {
        List<Integer> next = new ArrayList<>();
        for (int parent : level) {
          for (int i = 0; i < fanOut && links.size() < 700; i++) {
            next.add(linked(parent));
          }
        }
        level = next;
      }
    } else {
      int first = random.nextInt(80, 201);
      tree(first, random.nextInt(3, 9));
      int rest = (int) (first * random.nextDouble(0.5, 4));
      int fanOut = random.nextInt(3, 9);
      int door = linked(links.size() - 1);
      List<Integer> part = new ArrayList<>(List.of(door));
      for (int parent = 0; part.size() < rest; parent++) {
        for (int i = 0; i < fanOut && part.size() < rest; i++) {
          part.add(linked(part.get(parent)));
        }
      }
    }
  }

  private void menu(int lists, int most) {
    page(0);
    List<Integer> menu = new ArrayList<>(List.of(0));
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < lists; i++) {
      int list = linked(0);
      menu.add(list);
      int last = list;
      for (int j = random.nextInt(most / 4, most + 1); j > 0; j--) {
        int page = linked(list);
        links.get(last).add(page);
        links.get(page).add(last);
        all.add(page);
        last = page;
      }
    }
    for (int page : all) {
      links.get(page).addAll(menu);
      for (int i = 0; i < 3; i++) {
        links.get(page).add(all.get(random.nextInt(all.size())));
      }
    }
  }

  SimulatedWeb web() {
    SimulatedWeb web = SimulatedWeb.of(seed);
    for (int host = 0; host < hosts; host++) {
      web.site(name(host), new Host(host));
    }
    return web;
  }

  CrawlOptions.Builder options() {
    List<String> roots = roots().stream().map(this::url).toList();
    return crawlOf(roots)
        .tasks(tasks)
        .delay(delay)
        .sitemaps(sitemap.isPresent() ? SitemapPolicy.FOLLOW : SitemapPolicy.IGNORE);
  }

  private String listed(double share) {
    var chance = new SplittableRandom(seed);
    var xml = new StringBuilder("<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>");
    for (int page = 0; page < links.size(); page++) {
      if (hostOf.get(page) == 0 && chance.nextDouble() < share) {
        xml.append("<url><loc>").append(url(page)).append("</loc></url>");
      }
    }
    return xml.append("</urlset>").toString();
  }

  private String url(int page) {
    return "http://" + name(hostOf.get(page)) + "/" + page;
  }

  private static String name(int host) {
    return "h" + host + ".example";
  }

  /** One of its hosts. */
  private final class Host implements TestSite {
    private final int number;

    Host(int number) {
      this.number = number;
    }

    @Override
    public Reply reply(TestRequest request) {
      if (request.target().equals("/robots.txt")) {
        boolean isSlow = shape == Shape.SLOW_HOST && number == 0 && hasSlowDelay;
        return isSlow
            ? Reply.text("User-agent: *\nCrawl-delay: " + (2 + seed % 4) + "\n")
            : Reply.status(404);
      }
      if (request.target().equals("/sitemap.xml")) {
        return sitemap.isPresent() && number == 0
            ? Reply.ok("application/xml", listed(sitemap.get()).getBytes(UTF_8))
            : Reply.status(404);
      }
      var html = new StringBuilder("<title>a page</title>");
      for (int link : links.get(Integer.parseInt(request.target().substring(1)))) {
        html.append("<a href=\"").append(url(link)).append("\">x</a>");
      }
      return Reply.html(html.toString()).after(answers.get(number));
    }
  }
}
