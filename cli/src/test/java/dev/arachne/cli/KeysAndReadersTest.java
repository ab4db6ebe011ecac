package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.arguments.ExitCode;
import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboard and the report in a real browser, by keys alone, and as a screen reader has them.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KeysAndReadersTest {
  private static final Pattern PRINTED =
      Pattern.compile("http://127\\.0\\.0\\.1:\\d+/#[\\w-]{20,}");

  /** What a user can act on, and pictures: none of these may be without a name. */
  private static final Set<String> NAMED =
      Set.of(
          "button",
          "checkbox",
          "columnheader",
          "DisclosureTriangle",
          "image",
          "link",
          "searchbox",
          "table",
          "textbox");

  /** The element with the focus, in a word or two. */
  private static final String FOCUS =
      "(e => e === document.body ? 'none' : e.id || e.getAttribute('aria-label') || e.textContent.trim())"
          + "(document.activeElement)";

  /** Whether the focus can be seen: its element has an outline and is in the window. */
  private static final String IS_SEEN =
      """
      String((() => {
        const e = document.activeElement;
        const style = getComputedStyle(e);
        const box = e.getBoundingClientRect();
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 && box.width > 0 && box.height > 0
          && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      })())
      """;

  @TempDir Path temporary;

  private static String focus(Chromium browser) throws Exception {
    return browser.await(FOCUS);
  }

  /** Presses Tab until an element has the focus; each one on the way shows that it has it. */
  private static void tabTo(Chromium browser, String element) throws Exception {
    List<String> way = new ArrayList<>();
    while (!focus(browser).equals(element)) {
      browser.press("Tab");
      way.add(focus(browser));
      assertTrue(way.size() < 100, () -> element + " is not reached: " + way);
      if (!way.getLast().equals("none")) {
        assertEquals("true", browser.await(IS_SEEN), () -> "the focus is not seen: " + way);
      }
    }
  }

  private static void awaitText(Chromium browser, String id, String text) throws Exception {
    String shown = "document.getElementById('%s').textContent".formatted(id);
    assertTrue(
        browser.await("%s.includes('%s') && %s".formatted(shown, text, shown)).contains(text),
        () -> id + " does not say: " + text);
  }

  private static Map<String, List<Chromium.Accessible>> byRole(Chromium browser) throws Exception {
    List<Chromium.Accessible> all = browser.accessible();
    List<Chromium.Accessible> nameless =
        all.stream()
            .filter(each -> NAMED.contains(each.role()) || each.isFocusable())
            .filter(each -> each.name().isBlank() && !each.role().equals("RootWebArea"))
            .toList();
    assertEquals(List.of(), nameless, "without a name");
    return all.stream().collect(Collectors.groupingBy(Chromium.Accessible::role));
  }

  private static List<String> names(Map<String, List<Chromium.Accessible>> nodes, String role) {
    return nodes.getOrDefault(role, List.of()).stream().map(Chromium.Accessible::name).toList();
  }

  private static void assertLive(Map<String, List<Chromium.Accessible>> nodes, String role) {
    assertTrue(
        nodes.getOrDefault(role, List.of()).stream()
            .anyMatch(each -> each.properties().getOrDefault("live", "").equals("polite")),
        () -> "no live region is a " + role + ": " + nodes.get(role));
  }

  @Test
  void aCrawlIsWatchedAndChangedByKeysAloneAndReadAloud() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    try (TestWeb web = TestWeb.serve(DashboardTest.endless());
        Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      List<String> typed = new ArrayList<>(List.of("crawl", web.url("/"), "--ignore-robots"));
      typed.addAll(List.of("--sitemaps", "ignore", "--tasks", "4", "--dashboard"));
      typed.addAll(List.of("--dir", temporary.resolve("site.crawl").toString()));
      Path folder = Files.createDirectory(temporary.resolve("crawl"));
      ArachneProcess crawl = ArachneProcess.start(folder, Map.of(), typed);
      try {
        assertTrue(crawl.awaitWord("#"), "it has ended");
        String said = crawl.err();
        Matcher printed = PRINTED.matcher(said);
        assertTrue(printed.find(), said);
        browser.open(printed.group());
        browser.await(
            "document.querySelector('#tree summary') && !document.getElementById('changes').hidden");
        pauseAndGoOn(browser);
        changeAndUndo(browser);
        openAFolderAndExcludeIt(browser);
        readTheStoryOfAUrl(browser, web.url("/a/b"));
        assertNoTrap(browser);
        readAloud(browser);
        tabTo(browser, "stop");
        browser.press("Enter");
        awaitText(browser, "said", "Press Stop again");
        browser.press("Enter");
        crawl.await();
      } finally {
        crawl.process().destroyForcibly().waitFor();
      }
    }
  }

  private static void pauseAndGoOn(Chromium browser) throws Exception {
    browser.press("Tab");
    assertEquals("To the figures", focus(browser), "the first is the way past the head");
    tabTo(browser, "pause");
    browser.press("Enter");
    awaitText(browser, "state", "paused");
    assertEquals("pause", focus(browser));
    browser.press("Space");
    awaitText(browser, "state", "running");
    assertEquals("pause", focus(browser));
  }

  private static void changeAndUndo(Chromium browser) throws Exception {
    tabTo(browser, "c-exclude");
    browser.type("/b/b/b/");
    browser.press("Enter");
    awaitText(browser, "said", "exclude=/b/b/b/");
    browser.await("document.querySelector('#made button')");
    tabTo(browser, "c-delay");
    browser.press("Enter");
    awaitText(browser, "said", "type a value first");
    tabTo(browser, "Undo exclude=/b/b/b/");
    browser.press("Space");
    browser.await("document.getElementById('made').hidden");
    assertEquals("inforce", focus(browser), "the button is gone, and the focus must not be lost");
  }

  private static void openAFolderAndExcludeIt(Chromium browser) throws Exception {
    browser.press("Tab");
    String first = "document.querySelector('#tree details')";
    browser.await("(%s.querySelector('summary').id = 'folder') && 1".formatted(first));
    tabTo(browser, "folder");
    assertEquals("true", browser.await("String(%s.open)".formatted(first)));
    browser.press("Space");
    assertEquals("false", browser.await("String(%s.open)".formatted(first)));
    browser.press("Enter");
    assertEquals("true", browser.await("String(%s.open)".formatted(first)));
    browser.press("Tab");
    assertTrue(focus(browser).startsWith("Exclude http://"), focus(browser));
  }

  private static void readTheStoryOfAUrl(Chromium browser, String url) throws Exception {
    tabTo(browser, "w-url");
    browser.type(url);
    browser.press("Enter");
    awaitText(browser, "story", "2 links from a seed");
    tabTo(browser, "story");
    tabTo(browser, "w-url");
  }

  /** Backwards and forwards, all of it can be left again. */
  private static void assertNoTrap(Chromium browser) throws Exception {
    browser.press("Shift+Tab");
    assertFalse(focus(browser).equals("w-url"));
    tabTo(browser, "pause");
    browser.press("Shift+Tab");
    assertEquals("To the figures", focus(browser));
  }

  private static void readAloud(Chromium browser) throws Exception {
    Map<String, List<Chromium.Accessible>> nodes = byRole(browser);
    for (String landmark : List.of("banner", "main", "contentinfo")) {
      assertEquals(1, nodes.getOrDefault(landmark, List.of()).size(), landmark);
    }
    assertTrue(names(nodes, "heading").containsAll(List.of("URLs", "Decided over time", "Log")));
    assertTrue(
        names(nodes, "region").containsAll(List.of("URLs", "Change the crawl", "Why?")),
        () -> "" + names(nodes, "region"));
    assertTrue(
        names(nodes, "button").containsAll(List.of("Pause", "Stop", "Exclude", "Set delay")),
        () -> "" + names(nodes, "button"));
    assertTrue(
        names(nodes, "textbox").contains("Exclude URLs with"), () -> "" + names(nodes, "textbox"));
    assertTrue(
        names(nodes, "table").stream()
            .anyMatch(name -> name.startsWith("Hosts with most pending URLs")),
        () -> "" + names(nodes, "table"));
    assertTrue(
        names(nodes, "image").stream()
            .anyMatch(name -> name.matches("[\\d,]+ discovered = [\\d,]+ fetched \\+ .*pending")),
        () -> "" + names(nodes, "image"));
    assertTrue(
        names(nodes, "image").stream().anyMatch(name -> name.startsWith("URLs decided over ")),
        () -> "" + names(nodes, "image"));
    assertLive(nodes, "status");
    assertLive(nodes, "region");
  }

  private static TestSite faulty() {
    var links = new StringBuilder();
    for (int i = 0; i < 150; i++) {
      links.append("<a href=/page/%d>%d</a> ".formatted(i, i));
    }
    return TestSite.of(
        route("/", html("<title>Start</title><h1>Start</h1>" + links)),
        route("/page/*", html("<title>Page</title><h1>Page</h1><a href=/gone>x</a>")));
  }

  @Test
  void aReportIsSortedSearchedAndReadByKeysAlone() throws Exception {
    assumeTrue(Chromium.isInstalled(), "SKIPPED: /usr/bin/chromium is not installed");
    Path report = temporary.resolve("report.html");
    try (TestWeb web = TestWeb.serve(faulty())) {
      String directory = temporary.resolve("x.crawl").toString();
      CapturedOutput told =
          CapturedOutput.by(
              "crawl", "-q", web.url("/"), "--dir", directory, "--report", "" + report);
      assertEquals(ExitCode.DONE, told.code(), told.err());
    }
    try (Chromium browser = Chromium.start(temporary.resolve("browser"))) {
      browser.open(report.toUri().toString());
      browser.await("document.querySelector('#t-urls tbody tr')");
      browser.press("Tab");
      assertEquals("To the findings", focus(browser));
      tabTo(browser, "1Broken linksbroken-links");
      browser.press("Enter");
      browser.await("!document.getElementById('broken-links').open");
      browser.press("Space");
      browser.await("document.getElementById('broken-links').open");
      browser.open(report.toUri().toString());
      browser.await("document.querySelector('#t-urls tbody tr')");
      tabTo(browser, "Folders");
      browser.press("Enter");
      browser.await("location.hash === '#tree'");
      tabTo(browser, "Search in: All URLs");
      browser.type("page/149");
      String count = "document.querySelector('#t-urls .tools span').textContent";
      assertEquals(
          "1–1 of 1 found", browser.await("%s.includes('found') && %s".formatted(count, count)));
      browser.press("Escape"); // It empties a field for searching.
      browser.await("%s === '1–100 of 152'".formatted(count));
      tabTo(browser, "Next");
      browser.press("Space");
      browser.await("%s === '101–152 of 152'".formatted(count));
      tabTo(browser, "Links to it");
      browser.press("Enter");
      browser.await(
          "document.querySelector('#t-urls th:last-child').getAttribute('aria-sort') === 'descending'");
      assertEquals("Links to it", focus(browser));
      assertTrue(
          browser
              .await("document.querySelector('#t-urls tbody td').textContent")
              .contains("/gone"));
      Map<String, List<Chromium.Accessible>> nodes = byRole(browser);
      for (String landmark : List.of("banner", "main", "contentinfo", "navigation")) {
        assertEquals(1, nodes.getOrDefault(landmark, List.of()).size(), landmark);
      }
      assertTrue(names(nodes, "table").contains("All URLs"), () -> "" + names(nodes, "table"));
      assertTrue(
          names(nodes, "searchbox").contains("Search in: All URLs"),
          () -> "" + names(nodes, "searchbox"));
      assertTrue(
          names(nodes, "heading").containsAll(List.of("Overview", "Errors", "Folders", "All URLs")),
          () -> "" + names(nodes, "heading"));
    }
  }
}
