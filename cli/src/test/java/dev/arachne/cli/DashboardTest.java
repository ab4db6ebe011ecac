package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.raw;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.dashboard.ClusterSnapshot;
import dev.arachne.dashboard.ClusterSnapshot.Shard;
import dev.arachne.dashboard.ClusterSnapshot.Work;
import dev.arachne.dashboard.ClusterSnapshot.Worker;
import dev.arachne.dashboard.Dashboard;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.runtime.TimeSource;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A real browser watches crawls of processes, and changes them. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class DashboardTest {
  private static final String EVIL =
      "<img src=x onerror=document.title='run'><script>document.title='run'</script>";
  private static final Pattern PRINTED =
      Pattern.compile("(http://127\\.0\\.0\\.1:\\d+/)#([\\w-]{20,})");

  @TempDir Path temporary;

  private TestWeb web;
  private ArachneProcess crawl;
  private ArachneProcess shower;

  @AfterEach
  void stop() throws Exception {
    for (ArachneProcess each : new ArachneProcess[] {crawl, shower}) {
      if (each != null) {
        each.process().destroyForcibly().waitFor();
      }
    }
    if (web != null) {
      web.close();
    }
  }

  private Path directory() {
    return temporary.resolve("site.crawl");
  }

  private Path folder(String name) throws Exception {
    return Files.createDirectories(temporary.resolve(name));
  }

  private ArachneProcess crawl(String... options) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of("crawl", web.url("/"), "--dir", directory().toString(), "--ignore-robots"));
    arguments.addAll(List.of("--sitemaps", "ignore"));
    arguments.addAll(List.of(options));
    return ArachneProcess.start(folder("crawl"), Map.of(), arguments);
  }

  /** The URL of the dashboard, with its secret. */
  private static String printed(ArachneProcess process, String text) {
    Matcher printed = PRINTED.matcher(text);
    assertTrue(printed.find(), () -> "no URL is printed: " + text);
    assertTrue(process.process().isAlive());
    return printed.group();
  }

  private String ownDashboard() throws Exception {
    assertTrue(crawl.awaitWord("#"), () -> "it has ended");
    return printed(crawl, crawl.err());
  }

  /** A site of pages that take their time, and lead to two others each. */
  static TestSite endless() {
    return TestSite.of(
        route(
            "*",
            request -> {
              String path = request.path().equals("/") ? "" : request.path();
              String links = "<a href=%s/a>a</a><a href=%s/b>b</a>".formatted(path, path);
              return html("<title>t</title>" + links).after(Duration.ofMillis(30));
            }));
  }

  private JsonNode status() {
    CapturedOutput told = CapturedOutput.by("status", "--json", directory().toString());
    assertEquals(ExitCode.DONE, told.code(), told.err());
    return new ObjectMapper().readTree(told.out());
  }

  private static void click(Chromium browser, String selector) throws Exception {
    browser.await(
        "document.querySelector(\"%s\") && (document.querySelector(\"%s\").click() || 1)"
            .formatted(selector, selector));
  }

  private static void type(Chromium browser, String id, String text) throws Exception {
    browser.await("(document.getElementById('%s').value = '%s') || 1".formatted(id, text));
  }

  private static long number(Chromium browser, String name) throws Exception {
    return Long.parseLong(
        browser.await("document.getElementById('n-%s').dataset.n".formatted(name)));
  }

  private static void awaitState(Chromium browser, String state) throws Exception {
    String shown = "document.getElementById('state').textContent";
    assertEquals(state, browser.await("%s == '%s' && %s".formatted(shown, state, shown)));
  }

  @Test
  void theFiguresAreThoseOfStatusAndButtonsPauseAndStop() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    web = TestWeb.serve(endless());
    crawl = crawl("--dashboard", "--tasks", "4");
    String url = ownDashboard();
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(url);
      awaitState(browser, "running");
      assertEquals("", browser.await("'' + location.hash || ' '").strip(), "the secret stays");
      browser.await("document.getElementById('n-fetched').dataset.n > 20");
      browser.await("document.querySelectorAll('#flight tbody tr').length > 0");
      assertEquals(
          "true",
          browser.await(
              "document.querySelector('#hosts tbody').textContent.includes('127.0.0.1') && 'true'"));
      click(browser, "#pause");
      awaitState(browser, "paused");
      browser.await("document.getElementById('t-flight').textContent == '0'");
      long asked = web.requestCount();
      JsonNode status = status();
      for (String name : List.of("discovered", "fetched", "skipped", "failed", "pending")) {
        assertEquals(status.get(name).asLong(), number(browser, name), name);
      }
      assertEquals(
          number(browser, "discovered"),
          number(browser, "fetched")
              + number(browser, "skipped")
              + number(browser, "failed")
              + number(browser, "pending"));
      assertEquals(asked, web.requestCount(), "it asks while it is paused");
      pictures(browser, "paused");
      click(browser, "#pause");
      awaitState(browser, "running");
      web.awaitRequests((int) asked + 20, Duration.ofSeconds(60));
      type(browser, "w-url", web.url("/a/b"));
      click(browser, "#why button");
      assertTrue(
          browser
              .await("document.getElementById('story').textContent")
              .contains("2 links from a seed"));
      pictures(browser, "running");
      click(browser, "#stop");
      assertEquals("Stop: sure?", browser.await("document.getElementById('stop').textContent"));
      click(browser, "#stop");
      crawl.await();
      assertTrue(
          browser
              .await(
                  "document.getElementById('said').textContent.includes('has ended') && document.getElementById('said').textContent")
              .contains("arachne dashboard"));
    }
  }

  private static void pictures(Chromium browser, String name) throws Exception {
    String folder = System.getProperty("arachne.pictures", "");
    if (!folder.isEmpty()) {
      browser.picture(1400, 2400, "light", Path.of(folder, "dashboard-" + name + "-wide.png"));
      browser.picture(1400, 2400, "dark", Path.of(folder, "dashboard-" + name + "-dark.png"));
      browser.picture(390, 2400, "light", Path.of(folder, "dashboard-" + name + "-phone.png"));
    }
  }

  /** Lists of links to a hundred thousand slow pages, and some others. */
  private static TestSite calendar() {
    var root = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      root.append("<a href=/list/").append(i).append(">l</a>");
    }
    return TestSite.of(
        route("/", html(root.toString())),
        route(
            "/list/*",
            request -> {
              int list = Integer.parseInt(request.path().substring(6));
              var links = new StringBuilder();
              for (int i = 0; i < 1_000; i++) {
                links.append("<a href=/calendar/").append(list * 1_000 + i).append(">c</a>");
              }
              return html(links.append("<a href=/docs/").append(list).append(">d</a>").toString());
            }),
        route("/docs/*", _ -> html("a page").after(Duration.ofMillis(50))),
        route("/calendar/*", _ -> html("a day").after(Duration.ofMillis(200))));
  }

  private long askedForDays() {
    return web.targets().stream().filter(target -> target.startsWith("/calendar/")).count();
  }

  @Test
  void anExcludedFolderOfAHundredThousandUrlsIsLeftUntilThatIsUndone() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    web = TestWeb.serve(calendar());
    crawl = crawl("--dashboard", "--tasks", "4", "--no-adapt");
    String url = ownDashboard();
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(url);
      browser.await("document.getElementById('n-pending').dataset.n > 99000");
      browser.await("document.getElementById('n-pending').dataset.n > 99000");
      type(browser, "c-exclude", "/calendar/");
      click(browser, "#change button[value=exclude]");
      browser.await(
          "document.getElementById('said').textContent.startsWith('change 1 (exclude=/calendar/')");
      browser.await("document.querySelector('#made button')");
      long asked = askedForDays();
      browser.await("document.getElementById('t-flight').textContent == '0'");
      assertEquals(asked, askedForDays(), "it asks for what is excluded");
      assertEquals(100, web.targets().stream().filter(each -> each.startsWith("/docs/")).count());
      assertTrue(crawl.process().isAlive(), "what is set aside is still to do");
      click(browser, "#made button");
      web.awaitRequests((int) web.requestCount() + 20, Duration.ofSeconds(60));
      assertTrue(askedForDays() > asked, "undo does not bring them back");
      browser.await("document.getElementById('made').hidden");
      click(browser, "#stop");
      click(browser, "#stop");
      crawl.await();
    }
    JsonNode status = status();
    assertEquals(100_201, status.get("discovered").asLong());
    assertEquals(
        status.get("discovered").asLong(),
        status.get("fetched").asLong()
            + status.get("skipped").asLong()
            + status.get("failed").asLong()
            + status.get("pending").asLong());
  }

  private static void awaitMade(Chromium browser, String change) throws Exception {
    browser.await(
        "[...document.querySelectorAll('#made td.u')].some(e => e.textContent === '%s')"
            .formatted(change));
  }

  private String changesInForce() {
    List<String> kinds = new ArrayList<>();
    for (JsonNode change : status().get("changes")) {
      kinds.add(change.get("kind").asString());
    }
    return String.join(" ", kinds);
  }

  @Test
  void eachChangeIsMadeOnThePageAndUndoneByOneClick() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    web = TestWeb.serve(endless());
    crawl = crawl("--dashboard", "--tasks", "4");
    String url = ownDashboard();
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(url);
      String folder = "#tree button[data-path='" + web.url("/b/") + "']";
      browser.await("document.querySelector(\"" + folder + "\")"); // The page has its script.
      type(browser, "c-delay", "40ms");
      click(browser, "#change button[value=delay]");
      awaitMade(browser, "delay=40ms");
      type(browser, "c-pages", "100000");
      click(browser, "#change button[value=max-pages]");
      awaitMade(browser, "max-pages=100000");
      type(browser, "c-depth", "30");
      click(browser, "#change button[value=max-depth]");
      awaitMade(browser, "max-depth=30");
      click(browser, folder); // Not that of a folder of this name in another one.
      awaitMade(browser, "exclude=^" + web.url("/b/").replace(".", "\\\\."));
      assertEquals("delay max-pages max-depth exclude", changesInForce());
      for (int left = 3; left >= 0; left--) {
        click(browser, "#made button");
        browser.await("document.querySelectorAll('#made button').length === " + Math.max(left, 1));
      }
      browser.await("document.getElementById('made').hidden");
      assertEquals("", changesInForce());
      long asked = web.requestCount();
      web.awaitRequests((int) asked + 20, Duration.ofSeconds(60));
    }
  }

  @Test
  void contentFromTheWebStaysTextInTheBrowser() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    String link = EVIL.replace("\"", "&quot;").replace("<", "&lt;");
    web =
        TestWeb.serve(
            TestSite.of(
                route(
                    "/",
                    html(
                        "<title>"
                            + EVIL
                            + "</title><a href=\"/x/"
                            + link
                            + "/y\">e</a><a href=/status>s</a><a href=/broken>b</a><a href=/type>t</a><a href=/moved>m</a>")),
                route("/x/*", html("<title>" + EVIL + "</title>")),
                route(
                    "/status",
                    raw(
                        "HTTP/1.1 404 "
                            + EVIL
                            + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
                route("/broken", raw("HTTP/1.1 " + EVIL + "\r\n\r\n")),
                route(
                    "/type",
                    raw(
                        "HTTP/1.1 200 OK\r\nContent-Type: "
                            + EVIL
                            + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")),
                route(
                    "/moved",
                    raw(
                        "HTTP/1.1 302 Found\r\nLocation: javascript:document.title='run'\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"))));
    assertEquals(
        ExitCode.DONE,
        CapturedOutput.by(
                "crawl", "-q", web.url("/"), "--dir", directory().toString(), "--max-tries", "1")
            .code());
    shower =
        ArachneProcess.start(
            folder("shower"), Map.of(), List.of("dashboard", directory().toString()));
    String url = shown();
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(url);
      awaitState(browser, "finished");
      browser.await("document.querySelector('#tree li')");
      browser.await("[...document.querySelectorAll('details')].forEach(d => d.open = true) || 1");
      String all = browser.await("document.body.textContent");
      assertTrue(all.contains("%3Cimg") || all.contains("<img"), "the URL is not shown");
      assertEquals(
          "0",
          browser.await("'' + document.querySelectorAll('img, a[href^=java], iframe').length"));
      assertEquals("1", browser.await("'' + document.querySelectorAll('script').length"));
      type(browser, "w-url", web.url("/broken"));
      click(browser, "#why button");
      browser.await("document.getElementById('story').textContent");
      assertEquals("0", browser.await("'' + document.querySelectorAll('pre *').length"));
      assertFalse(browser.await("document.title").contains("run"));
      pictures(browser, "finished");
    }
  }

  private String shown() throws Exception {
    while (shower.process().isAlive() && !shower.out().contains("#")) {
      shower.process().waitFor(20, TimeUnit.MILLISECONDS);
    }
    return printed(shower, shower.out());
  }

  private static ClusterSnapshot cluster(ClusterSnapshot.State state, int shards) {
    var counts = new FrontierCounts(30, 20, 1, 2, 6, 0, 0, 0, 1, 0);
    Optional<Duration> heard = Optional.of(Duration.ofSeconds(8));
    List<Shard> rows = new ArrayList<>();
    rows.add(new Shard(0, "w0", Work.WORKING, counts, 2.5, 4, Optional.of(Duration.ZERO)));
    rows.add(new Shard(1, EVIL, Work.SILENT, counts, 0, 4, heard));
    rows.add(new Shard(2, EVIL, Work.IDLE, counts, 0, 0, heard));
    for (int shard = 3; shard < shards; shard++) {
      rows.add(new Shard(shard, "", Work.UNKNOWN, counts, 0, 0, Optional.empty()));
    }
    return new ClusterSnapshot(
        TimeSource.SYSTEM.now(),
        state,
        new FrontierCounts(90, 60, 3, 6, 18, 0, 0, 0, 3, 0),
        2.5,
        7,
        8,
        6,
        Optional.empty(),
        Optional.of("nothing is heard of shards 1"),
        List.of(
            new Worker("w0", List.of(0), counts, 2.5, Duration.ZERO, false),
            new Worker(EVIL, List.of(1, 2), counts, 0, Duration.ofSeconds(8), true)),
        rows,
        List.of(new ClusterSnapshot.Event(TimeSource.SYSTEM.now(), EVIL + " is silent")));
  }

  @Test
  void workersAndShardsOfAClusterAreShownAsTextAndFitAPhone() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    var seen = new AtomicReference<>(cluster(ClusterSnapshot.State.RUNNING, 500));
    try (var dashboard =
            Dashboard.ofCluster("news", seen::get, new InetSocketAddress("127.0.0.1", 0));
        Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(dashboard.url());
      awaitState(browser, "running");
      String silent =
          "[...document.querySelectorAll('#%s tr.silent td')].map(e => e.textContent).slice(0, 3).join()";
      assertEquals(EVIL + ",silent,1–2", browser.await(silent.formatted("workers")));
      assertEquals("1,silent," + EVIL, browser.await(silent.formatted("shards")));
      assertEquals(
          "200", browser.await("'' + document.querySelectorAll('#shards tbody tr').length"));
      assertEquals(21, number(browser, "pending")); // Those in flight are.
      String shown =
          "[...document.querySelectorAll('h2')].filter(e => e.checkVisibility()).map(e => e.firstChild.textContent.trim()).join()";
      assertEquals("URLs,Decided over time,Workers,Shards,Log", browser.await(shown));
      assertTrue(
          browser.await("document.getElementById('standstill').textContent").endsWith("shards 1"));
      assertEquals(
          "0", browser.await("'' + document.querySelectorAll('main img, main script').length"));
      assertFalse(browser.await("document.title").contains("run"));
      browser.picture(390, 2400, "light", temporary.resolve("phone.png"));
      assertEquals(
          "390", browser.await("innerWidth == 390 && '' + document.documentElement.scrollWidth"));
      seen.set(cluster(ClusterSnapshot.State.STOPPED, 3));
      awaitState(browser, "stopped");
      assertEquals("3", browser.await("'' + document.querySelectorAll('#shards tbody tr').length"));
    }
  }

  @Test
  void theCrawlOfAnotherProcessIsShownAndChanged() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    web = TestWeb.serve(endless());
    crawl = crawl("--tasks", "4");
    web.awaitRequests(20, Duration.ofSeconds(60));
    shower =
        ArachneProcess.start(
            folder("shower"), Map.of(), List.of("dashboard", directory().toString()));
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(shown());
      awaitState(browser, "running");
      browser.await("document.querySelectorAll('#flight tbody tr').length > 1");
      click(browser, "#pause");
      awaitState(browser, "paused");
      browser.await("document.getElementById('t-flight').textContent == '0'");
      JsonNode status = status();
      assertEquals(status.get("discovered").asLong(), number(browser, "discovered"));
      assertEquals(status.get("pending").asLong(), number(browser, "pending"));
      click(browser, "#stop");
      click(browser, "#stop");
      crawl.await();
      awaitState(browser, "not running");
      assertEquals(status().get("fetched").asLong(), number(browser, "fetched"));
    }
  }

  @Test
  void aPageOfAnotherOriginCanNeitherLookNorChangeAnything() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    web = TestWeb.serve(endless());
    crawl = crawl("--dashboard", "--tasks", "2");
    String printed = ownDashboard();
    URI own = URI.create(printed.substring(0, printed.indexOf('#')));
    String token = printed.substring(printed.indexOf('#') + 1);
    String attack =
        """
        <!doctype html><title>attack</title><iframe name=f></iframe>
        <form method=post enctype=text/plain action=%1$schange target=f><input name="stop" value=""></form>
        <script>
        const seen = [];
        const tried = [
          fetch('%1$schange', {method: 'POST', mode: 'no-cors', body: 'stop'}).then(r => seen.push('sent ' + r.type), e => seen.push('refused')),
          fetch('%1$schange', {method: 'POST', body: 'stop', headers: {'X-Arachne-Token': '%2$s'}}).then(r => seen.push('read ' + r.status), e => seen.push('refused')),
          fetch('%1$sstatus.json').then(r => r.text()).then(t => seen.push('read ' + t.length), e => seen.push('refused')),
          new Promise(done => { const e = new EventSource('%1$sevents'); e.onmessage = () => { seen.push('read'); done(); }; e.onerror = () => { e.close(); seen.push('refused'); done(); }; }),
          new Promise(done => { const i = new Image(); i.onload = i.onerror = () => done(); i.src = '%1$schange?stop'; }),
        ];
        document.forms[0].submit();
        Promise.all(tried).then(() => { document.title = 'done: ' + seen.sort().join(', '); });
        </script>
        """
            .formatted(own, token);
    try (TestWeb other = TestWeb.serve(TestSite.of(route("/", html(attack))));
        Chromium browser =
            Chromium.start(
                temporary.resolve("browser"),
                "--host-resolver-rules=MAP rebound.example 127.0.0.1")) {
      browser.open(other.url("/"));
      String seen = browser.await("document.title.startsWith('done') && document.title");
      assertEquals("done: refused, refused, refused, refused", seen);
      long asked = web.requestCount();
      web.awaitRequests((int) asked + 10, Duration.ofSeconds(60));
      browser.open("http://rebound.example:" + own.getPort() + "/");
      assertTrue(
          browser
              .await("location.host.startsWith('rebound') && document.body.textContent")
              .contains("answers to that name only"),
          "the dashboard answers to the name of another site");
      String rebound =
          """
          (window.tried ??= [
            fetch('/status.json').then(r => r.status),
            fetch('/change', {method: 'POST', body: 'stop', headers: {'X-Arachne-Token': '%s'}}).then(r => r.status),
          ]) && (window.all ??= Promise.all(window.tried).then(seen => { window.seen = seen; })) && window.seen && window.seen.join(' ')
          """
              .formatted(token);
      assertEquals("421 421", browser.await(rebound));
      String host = own.getAuthority();
      String ours = "Origin: http://" + host + "\r\n";
      String secret = "X-Arachne-Token: " + token + "\r\n";
      assertStatus(
          421,
          own,
          "rebound.example:" + own.getPort(),
          "Origin: http://rebound.example:" + own.getPort() + "\r\n" + secret);
      assertStatus(403, own, host, "Origin: http://rebound.example\r\n" + secret);
      assertStatus(403, own, host, "Origin: null\r\n" + secret);
      assertStatus(403, own, host, ours);
      assertStatus(403, own, host, ours + "X-Arachne-Token: wrong\r\n");
      assertStatus(403, own, host, "Sec-Fetch-Site: cross-site\r\n" + secret);
      assertTrue(crawl.process().isAlive());
      assertStatus(200, own, host, ours + secret);
      crawl.await();
    }
  }

  private static void assertStatus(int status, URI own, String host, String fields)
      throws Exception {
    try (var socket = new Socket(own.getHost(), own.getPort())) {
      String request =
          "POST /change HTTP/1.1\r\nHost: "
              + host
              + "\r\n"
              + fields
              + "Content-Length: 4\r\nConnection: close\r\n\r\nstop";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), () -> fields + "\n" + answer);
    }
  }
}
