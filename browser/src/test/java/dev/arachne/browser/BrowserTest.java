package dev.arachne.browser;

import static dev.arachne.browser.LocalBrowser.PAGE;
import static dev.arachne.browser.LocalBrowser.html;
import static dev.arachne.browser.LocalBrowser.in;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.arachne.browser.PageRequest.Field;
import dev.arachne.browser.RenderedPage.Lead;
import dev.arachne.browser.RenderedPage.Way;
import dev.arachne.runtime.Condition;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.testkit.BrowserProcesses;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages in the Chromium of this machine. */
final class BrowserTest {
  private static final boolean IS_ROOT = "root".equals(System.getProperty("user.name"));

  @RegisterExtension static final SharedBrowsers BROWSERS = new SharedBrowsers();

  /** What the page asked for, in order. */
  private final List<PageRequest> asked = new ArrayList<>();

  @BeforeAll
  static void thereIsABrowser() {
    LocalBrowser.assumeInstalled();
  }

  @Test
  void takesTheDocumentThatScriptsHaveMade() {
    RenderedPage page =
        shown(
            """
            <div id=here></div><script>
            setTimeout(() => fetch('/data.json').then(r => r.json()).then(j => {
              here.innerHTML = '<a href="' + j.link + '">it</a>';
              setTimeout(() => requestAnimationFrame(() => here.innerHTML += '<a href=/late>'), 3000);
            }), 1000);
            here.attachShadow({mode: 'open'}).innerHTML = '<a href=/shadow>in the shadow</a>';
            </script>
            """,
            Map.of("https://site.test/data.json", "{\"link\": \"/by-script\"}"));
    assertTrue(page.html().contains("<a href=\"/by-script\">it</a>"), page.html());
    assertTrue(page.html().contains("<a href=\"/late\">"), page.html());
    assertTrue(page.html().contains("<a href=\"/shadow\">"), page.html());
    assertEquals(PAGE, page.url());
  }

  @Test
  void asksForEverythingThroughItsCaller() {
    var _ =
        shown(
            """
            <link rel=stylesheet href=/s.css><script src=//other.test/x.js></script>
            <img src=/i.png><iframe src=/frame></iframe><script>
            new Worker('/worker.js'); new EventSource('/events'); navigator.sendBeacon('/beacon');
            fetch('/post', {method: 'POST', body: 'b'});
            navigator.serviceWorker && navigator.serviceWorker.register('/sw.js');
            new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:9'}]}).createDataChannel('d');
            </script>
            """,
            Map.of("https://site.test/worker.js", "fetch('/by-worker')"));
    List<String> urls = asked.stream().map(it -> it.kind() + " " + it.url()).sorted().toList();
    for (String wanted :
        List.of(
            "STYLE https://site.test/s.css",
            "SCRIPT https://other.test/x.js",
            "PICTURE https://site.test/i.png",
            "FRAME https://site.test/frame",
            "OTHER https://site.test/worker.js",
            "STREAM https://site.test/events",
            "DATA https://site.test/post",
            "DATA https://site.test/by-worker")) {
      assertTrue(urls.contains(wanted), wanted + " in " + urls);
    }
    assertTrue(asked.stream().anyMatch(it -> it.method().equals("POST")));
  }

  /** The page is higher than the window, and its last picture is in the picture. */
  @Test
  void takesAPictureOfTheWholePage() throws IOException {
    String page =
        "<!DOCTYPE html><body style='margin: 0'><div style='height: 3000px'></div>"
            + "<div style='height: 100px; background: red'></div><script>setTimeout(() => {"
            + "document.body.lastElementChild.insertAdjacentHTML('beforebegin',"
            + "'<div style=\"height: 100px; background: blue\"></div>')}, 2000)</script>";
    RenderedPage shown =
        BROWSERS.in(
            options(Set.of(PageCopy.PICTURE)),
            browser -> browser.show(PAGE, html(page), this::none));
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png(shown)));
    assertEquals(3_200, picture.getHeight());
    assertEquals(1_280, picture.getWidth());
    assertEquals(0xFFFF0000, picture.getRGB(picture.getWidth() / 2, 3_050));
    assertEquals(0xFF0000FF, picture.getRGB(picture.getWidth() / 2, 3_150));
  }

  @Test
  void aPictureHasTenThousandPixelsAtMost() throws IOException {
    String page = "<body style='margin: 0'><div style='width: 9000px; height: 90000px'></div>";
    RenderedPage shown =
        BROWSERS.in(
            options(Set.of(PageCopy.PICTURE)),
            browser -> browser.show(PAGE, html(page), this::none));
    BufferedImage picture = ImageIO.read(new ByteArrayInputStream(png(shown)));
    assertEquals(10_000, picture.getHeight());
    assertEquals(1_280, picture.getWidth());
  }

  @Test
  void printsThePageThatScriptsHaveMadeOnA4() {
    String page =
        "<!DOCTYPE html><style>p { break-after: page; background: lime }</style><p>1<script>"
            + "setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>2<p>3'), 2000)"
            + "</script>";
    RenderedPage shown =
        BROWSERS.in(
            options(Set.of(PageCopy.PICTURE, PageCopy.PDF)),
            browser -> browser.show(PAGE, html(page), this::none));
    assertEquals(Set.of(PageCopy.PICTURE, PageCopy.PDF), shown.copies().keySet());
    byte[] bytes = Base64.getDecoder().decode(shown.copies().get(PageCopy.PDF));
    String pdf = new String(bytes, ISO_8859_1);
    assertTrue(pdf.startsWith("%PDF-"), pdf);
    assertEquals(3, Pattern.compile("/Type /Page\\b(?!s)").matcher(pdf).results().count(), pdf);
    assertTrue(
        Pattern.compile("/MediaBox \\[0 0 59[45]\\S* 84[12]\\S*\\]").matcher(pdf).find(), pdf);
    assertTrue(pdf.contains("/StructTreeRoot"), pdf);
  }

  /** Noise cannot be compressed: the picture would have 50 MB, and the PDF file no less. */
  @Test
  void aPageIsShownThoughItsCopiesAreTooLarge() {
    String page =
        """
        <body style='margin: 0'><canvas id=c width=1280 height=10000></canvas><script>
        const context = c.getContext('2d'), data = context.createImageData(1280, 10000);
        for (let i = 0; i < data.data.length; i += 65536)
          crypto.getRandomValues(data.data.subarray(i, Math.min(i + 65536, data.data.length)));
        for (let i = 3; i < data.data.length; i += 4) data.data[i] = 255;
        context.putImageData(data, 0, 0); document.title = 'noise';
        </script>
        """;
    RenderedPage shown =
        in(
            options(Set.of(PageCopy.PICTURE, PageCopy.PDF)),
            browser -> browser.show(PAGE, html(page), this::none));
    assertTrue(shown.html().contains("<title>noise</title>"), shown.html());
    assertEquals(Map.of(), shown.copies());
  }

  private static byte[] png(RenderedPage shown) {
    return Base64.getDecoder().decode(shown.copies().get(PageCopy.PICTURE));
  }

  @Test
  void tellsWhereScriptsWantedToGo() {
    RenderedPage page =
        shown(
            """
            <iframe srcdoc="<a href=/in-frame>x</a>"></iframe>
            <p><a href=next>relative to the new address</a></p><script>
            history.pushState({}, '', '/b/route'); location.hash = '#/view';
            window.open('/window'); new WebSocket('wss://site.test/socket');
            setTimeout(() => { location.href = '/elsewhere' }, 100);
            </script>
            """,
            Map.of());
    assertTrue(
        page.leads()
            .containsAll(
                List.of(
                    new Lead(Way.HISTORY, "https://site.test/b/route"),
                    new Lead(Way.HISTORY, "https://site.test/b/route#/view"),
                    new Lead(Way.WINDOW, "https://site.test/window"),
                    new Lead(Way.WEB_SOCKET, "wss://site.test/socket"),
                    new Lead(Way.FRAME_LINK, "https://site.test/in-frame"),
                    new Lead(Way.NAVIGATION, "https://site.test/elsewhere"))),
        page.leads()::toString);
    assertEquals("https://site.test/b/route#/view", page.url());
    assertTrue(
        page.html().contains("<base href=\"https://site.test/b/route#/view\">"), page.html());
  }

  /** Each form in a page of its own, since a page has one navigation at a time. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "action=/list | f.submit() | https://site.test/list?q=a+b",
        "action=/list | f.requestSubmit() | https://site.test/list?q=a+b",
        "action=/list?x=y | setTimeout(() => f.submit(), 2000) | https://site.test/list?q=a+b",
        "'' | f.submit() | https://site.test/a/page?q=a+b",
        "action=/list method=dialog | f.method = 'GET'; f.submit() | https://site.test/list?q=a+b",
        "action=/list target=_blank | f.submit() | https://site.test/list?q=a+b",
        "action=/list | f.elements.go.click() | https://site.test/list?q=a+b&go=1",
        "action=/list method=post | f.elements.get.click() | https://site.test/list?q=a+b&get=1",
      })
  void aFormThatAScriptSendsByGetIsALead(String form, String script, String url) {
    RenderedPage page = shown(form(form, script), Map.of());
    assertEquals(
        Set.of(url), page.leads().stream().map(Lead::url).collect(Collectors.toSet()), page::html);
    assertEquals(List.of(), documentsAndData());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "action=/list method=post | f.submit()",
        "action=/list method=post | f.requestSubmit()",
        "action=/list method=post target=_blank | f.submit()",
        "action=/list method=post enctype=multipart/form-data | f.submit()",
        "action=/list | f.method = 'post'; f.submit()",
        "action=/list | f.elements.post.click()",
        "action=/list method=dialog | f.requestSubmit()",
      })
  void aFormThatAScriptSendsByPostIsNeitherALeadNorSent(String form, String script) {
    RenderedPage page = shown(form(form, script), Map.of());
    assertEquals(List.of(), page.leads());
    assertEquals(List.of(), documentsAndData());
  }

  private static String form(String attributes, String script) {
    return "<form id=f %s><input name=q value='a b'><button name=go value=1></button>"
            .formatted(attributes)
        + "<button name=get value=1 formmethod=get></button>"
        + "<button name=post value=1 formmethod=post></button></form><script>"
        + script
        + "</script>";
  }

  private List<PageRequest> documentsAndData() {
    return asked.stream().filter(it -> it.kind() != PageRequest.Kind.PICTURE).toList();
  }

  @Test
  void namesTheErrorsOfScriptsWithTheirPlaces() throws Exception {
    BROWSERS.in(
        options(Set.of()),
        browser -> {
          RenderedPage page =
              browser.show(
                  PAGE,
                  html(
                      """
                      <script>
                      console.error('no stock of', 7); console.log('all is well');
                      setTimeout(() => Promise.reject(new Error('late')), 1000);
                      missing();
                      </script><script src=/broken.js></script>
                      """),
                  request ->
                      new PageReply.Answer(
                          200, List.of(), "let a = ;\nsecond line".getBytes(UTF_8)));
          assertEquals(
              List.of(
                  "no stock of 7 (https://site.test/a/page:2:9)",
                  "ReferenceError: missing is not defined (https://site.test/a/page:4:1)",
                  "SyntaxError: Unexpected token ';' (https://site.test/broken.js:1:9)",
                  "Error: late (https://site.test/a/page:3:33)"),
              page.errors());
          RenderedPage next = browser.show(PAGE, html("<p>no script"), this::none);
          assertEquals(List.of(), next.errors());
          return true;
        });
  }

  @Test
  void ofVeryManyErrorsTheFirstThatTheBrowserKeepsAreNamed() {
    String noisy =
        """
        <script>for (let i = 0; i < 200000; i++) console.error('\\uD800' + 'x'.repeat(999) + i);
        document.title = 'end'</script>
        """;
    RenderedPage page =
        in(Duration.ofSeconds(20), browser -> browser.show(PAGE, html(noisy), this::none));
    assertTrue(page.html().contains("<title>end</title>"), page.html());
    assertEquals(ScriptErrors.MOST, page.errors().size());
    assertTrue(page.errors().stream().allMatch(it -> it.length() < 700), page.errors()::toString);
  }

  @Test
  void aPageSeesNothingOfTheOneBeforeIt() throws Exception {
    BROWSERS.in(
        options(Set.of()),
        browser -> {
          String page =
              "<script>document.title = document.cookie + localStorage.length"
                  + " + sessionStorage.length + window.name;"
                  + "document.cookie = 'a=b'; localStorage.x = 1; sessionStorage.x = 1;"
                  + "window.name = 'n'</script>";
          for (int i = 0; i < 3; i++) {
            RenderedPage shown = browser.show(PAGE, html(page), this::none);
            assertTrue(shown.html().contains("<title>00</title>"), shown.html());
          }
          return true;
        });
  }

  @Test
  void aPageSeesNothingInAnyStoreOfTheOneBeforeIt() throws Exception {
    String page =
        """
        <script>
        (async () => {
          const root = await navigator.storage.getDirectory();
          const seen = [await caches.keys(), await Array.fromAsync(root.keys()),
              await indexedDB.databases(), await navigator.storageBuckets.keys(),
              await cookieStore.getAll()].map(all => all.length).join('-');
          await caches.open('c');
          await root.getFileHandle('f', {create: true});
          await navigator.storageBuckets.open('b');
          await cookieStore.set('a', 'b');
          await new Promise(opened => { indexedDB.open('d').onsuccess = opened });
          return seen;
        })().catch(e => e.message).then(seen => { document.body.innerHTML = `<p id=seen>${seen}` });
        </script><body>
        """;
    BROWSERS.in(
        options(Set.of()),
        browser -> {
          for (int i = 0; i < 3; i++) {
            RenderedPage shown = browser.show(PAGE, html(page), this::none);
            assertTrue(shown.html().contains(">0-0-0-0-0</p>"), shown.html());
          }
          return true;
        });
  }

  /** The last scripts of a page run while the next one begins. */
  @Test
  void aPageSeesNothingThatTheEndOfTheOneBeforeItHasStored() throws Exception {
    BROWSERS.in(
        options(Set.of()),
        browser -> {
          String page =
              """
              <script>
              const seen = document.cookie + localStorage.length + sessionStorage.length + name;
              indexedDB.databases().then(all => { document.title = seen + all.length });
              const store = () => {
                document.cookie = 'a=b'; localStorage.x = 1; sessionStorage.x = 1;
                window.name = 'n'; indexedDB.open('d');
              };
              for (const end of ['pagehide', 'unload', 'beforeunload', 'visibilitychange'])
                { addEventListener(end, store); document.addEventListener(end, store) }
              onpagehide = store; document.onvisibilitychange = store;
              new Worker(URL.createObjectURL(new Blob([
                'const f = () => { indexedDB.open("w" + Math.random()).onsuccess = f }; f()'])));
              </script><body onunload="store()">
              """;
          for (int i = 0; i < 5; i++) {
            RenderedPage shown = browser.show(PAGE, html(page), this::none);
            assertTrue(shown.html().contains("<title>000</title>"), shown.html());
            if (i == 2) {
              EventLoop.sleep(Duration.ofSeconds(1)); // The tab is emptied meanwhile.
            }
          }
          return true;
        });
  }

  /** A picture that is never taken costs a second. */
  @Test
  void drawsPagesAlsoAfterItsTabsWereIdle() throws Exception {
    in(
        Duration.ofSeconds(20),
        browser -> {
          String page =
              "<script>requestAnimationFrame(() => { document.title = 'drawn' })</script>";
          TaskGroup.run(group -> {
            for (int tab = 0; tab < 3; tab++) {
              String url = PAGE + tab;
              group.spawn(
                  url,
                  () -> {
                    for (int i = 0; i < 3; i++) {
                      RenderedPage shown = browser.show(url, html(page), this::none);
                      assertTrue(shown.html().contains("<title>drawn</title>"), shown.html());
                      if (i < 2) {
                        EventLoop.sleep(Duration.ofSeconds(3));
                      }
                    }
                    return true;
                  });
            }
            return true;
          });
          return true;
        });
  }

  @Test
  void aDialogAfterAThousandStaysOpen() throws Exception {
    String page =
        """
        <script>
        const at = n => {
          const request = new XMLHttpRequest(); request.open('GET', '/at/' + n, false);
          try { request.send() } catch (e) { /* It is refused. */ }
        };
        for (let i = 1; i <= 1001; i++) { alert(i); if (i >= 1000) at(i) }
        </script>
        """;
    BrowserException failure =
        in(
            Duration.ofSeconds(15),
            browser ->
                assertThrows(
                    BrowserException.class, () -> browser.show(PAGE, html(page), this::none)));
    assertEquals(BrowserException.Kind.PAGE, failure.kind(), failure::toString);
    assertEquals(
        List.of("https://site.test/at/1000"), asked.stream().map(PageRequest::url).toList());
  }

  @Test
  void namesAPageThatComputesBeforeItFails() throws Exception {
    in(
        Duration.ofSeconds(6),
        browser -> {
          Set<String> told = new LinkedHashSet<>();
          String good = "<script>setTimeout(() => { document.title = 1 }, 4000)</script>";
          RenderedPage shown =
              browser.show(PAGE, html(good), this::none, telling(word -> told.add("good " + word)));
          assertTrue(shown.html().contains("<title>1</title>"), shown.html());
          assertThrows(
              BrowserException.class,
              () ->
                  browser.show(
                      PAGE,
                      html("<script>while (true) {}</script>"),
                      this::none,
                      telling(word -> told.add("hostile " + word))));
          assertEquals(Set.of("hostile computes"), told);
          return true;
        });
  }

  @Test
  void namesAPageThatWaitsForReplies() throws Exception {
    in(
        Duration.ofSeconds(6),
        browser -> {
          Set<String> told = new LinkedHashSet<>();
          var isTold = new Condition(EventLoop.current(), "the word that it waits");
          LongPage telling =
              telling(word -> {
                told.add(word);
                isTold.signalAll();
              });
          PageRequests replies =
              request -> {
                while (told.isEmpty()) {
                  isTold.await(EventLoop.current().deadline(Duration.ofSeconds(30)));
                }
                return none(request);
              };
          String page = "<script>fetch('/a').catch(() => { document.title = 1 })</script>";
          RenderedPage shown = browser.show(PAGE, html(page), replies, telling);
          assertTrue(shown.html().contains("<title>1</title>"), shown.html());
          assertEquals(Set.of("waits"), told);
          return true;
        });
  }

  private static LongPage telling(Consumer<String> listener) {
    return new LongPage() {
      @Override
      public void computes() {
        listener.accept("computes");
      }

      @Override
      public void waits() {
        listener.accept("waits");
      }
    };
  }

  @Test
  void aBrowserOfLowPriorityGivesWay() throws Exception {
    BrowserOptions options =
        LocalBrowser.options(Duration.ofSeconds(20), Set.of(), false)
            .with(BrowserOptions.Priority.LOW);
    Set<ProcessHandle> others = ProcessHandle.current().descendants().collect(Collectors.toSet());
    Set<Integer> priorities =
        in(
            options,
            browser -> {
              RenderedPage shown =
                  browser.show(PAGE, html("<script>document.title = 1</script>"), this::none);
              assertTrue(shown.html().contains("<title>1</title>"), shown.html());
              return BrowserProcesses.nicenessBut(others);
            });
    assertEquals(Set.of(10), priorities);
  }

  /**
   * It has a tenth of a CPU beside processes that take all they get. The script is short enough to
   * end in one life with a half of a slow CPU: on a machine that does not heed priorities.
   */
  @Test
  void aPageOfLowPriorityHasTheTimeItNeeds() throws Exception {
    BrowserOptions options =
        LocalBrowser.options(Duration.ofSeconds(4), Set.of(), false)
            .with(BrowserOptions.Priority.LOW);
    List<Process> others = new ArrayList<>();
    try {
      var _ =
          in(
              options,
              browser -> {
                browser.show(PAGE, html("begun"), this::none);
                for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                  others.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
                }
                RenderedPage shown =
                    browser.show(
                        PAGE,
                        html(
                            "<script>let n = 0; for (let i = 0; i < 4e8; i++) n ^= i;"
                                + " document.title = 'done'</script>"),
                        this::none);
                assertTrue(shown.html().contains("<title>done</title>"), shown.html());
                return true;
              });
    } finally {
      others.forEach(Process::destroyForcibly);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>while (true) {}</script>",
        "<script>while (true) alert('a')</script>",
        "<script>const f = () => Promise.resolve().then(f); f()</script>",
      })
  void aPageThatNeverRestsEndsAloneAndTheNextOneIsShown(String hostile) throws Exception {
    in(
        Duration.ofSeconds(2),
        browser -> {
          var failure =
              assertThrows(
                  BrowserException.class, () -> browser.show(PAGE, html(hostile), this::none));
          assertEquals(BrowserException.Kind.PAGE, failure.kind(), failure::toString);
          assertTrue(browser.isUsable());
          RenderedPage next =
              browser.show(PAGE, html("<script>document.title=1+1</script>"), this::none);
          assertTrue(next.html().contains("<title>2</title>"), next.html());
          return true;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>for (let i = 0; i < 500; i++) alert(i); document.title = 'end'</script>",
        "<script>print(); confirm('c'); prompt('p'); document.title = 'end'</script>",
        "<script>onbeforeunload = () => 'stay'; location.reload();"
            + "setTimeout(() => { document.title = 'end' }, 200)</script>",
        "<iframe src=file:///etc/passwd></iframe><iframe src=chrome://version></iframe>"
            + "<script>document.title = 'end'</script>",
        "<a id=a download href='data:text/plain,x'>d</a><script>a.click();"
            + "setTimeout(() => { document.title = 'end' }, 200)</script>",
        "<script>setInterval(() => { document.title = 'end' }, 1)</script>",
        "<script>for (let i = 0; i < 1000; i++) fetch('/' + i).catch(() => {});"
            + "document.title = 'end'</script>",
        "<script>for (let i = 0; i < 100; i++) window.open('/' + i);"
            + "document.title = 'end'</script>",
      })
  void aRudePageIsShownAllTheSame(String rude) {
    RenderedPage page = shown(rude, Map.of());
    assertTrue(page.html().contains("<title>end</title>"), page.html());
    assertTrue(asked.size() <= 300, () -> asked.size() + " requests");
    assertTrue(asked.stream().noneMatch(it -> it.url().startsWith("chrome:")), asked::toString);
  }

  @Test
  void aMissingBrowserIsReported() {
    var options =
        new BrowserOptions(
            Optional.of(Path.of("/nowhere/chromium")),
            BrowserOptions.Sandbox.OFF,
            "x",
            new PageWait.Time(Duration.ofSeconds(1)),
            Duration.ofSeconds(1),
            Set.of(),
            false,
            BrowserOptions.Priority.NORMAL);
    var failure =
        EventLoop.run(
            "browser", () -> assertThrows(BrowserException.class, () -> Browser.start(options)));
    assertEquals(BrowserException.Kind.UNAVAILABLE, failure.kind());
  }

  @Test
  void rootMustDisableTheSandbox() {
    assumeTrue(IS_ROOT, "SKIPPED: not root, for whom alone there is no sandbox");
    var options =
        new BrowserOptions(
            Optional.empty(),
            BrowserOptions.Sandbox.ON,
            "x",
            new PageWait.Time(Duration.ofSeconds(1)),
            Duration.ofSeconds(1),
            Set.of(),
            false,
            BrowserOptions.Priority.NORMAL);
    var failure =
        EventLoop.run(
            "browser", () -> assertThrows(BrowserException.class, () -> Browser.start(options)));
    assertTrue(
        String.valueOf(failure.getMessage()).endsWith("--browser-no-sandbox"), failure::toString);
    assertFalse(String.valueOf(failure.getMessage()).contains("\n"));
  }

  /** Shows a page; the other answers are by URL. */
  private RenderedPage shown(String page, Map<String, String> others) {
    return BROWSERS.in(
        options(Set.of()),
        browser ->
            browser.show(
                PAGE,
                html(page),
                request -> {
                  asked.add(request);
                  String body = others.get(request.url());
                  return body == null
                      ? new PageReply.Refused()
                      : new PageReply.Answer(
                          200,
                          List.of(
                              new Field(
                                  "Content-Type",
                                  request.url().endsWith(".js")
                                      ? "text/javascript"
                                      : "text/plain")),
                          body.getBytes(UTF_8));
                }));
  }

  private PageReply none(PageRequest request) {
    asked.add(request);
    return new PageReply.Refused();
  }

  private static BrowserOptions options(Set<PageCopy> copies) {
    return options(Duration.ofSeconds(20), copies);
  }

  private static BrowserOptions options(Duration life, Set<PageCopy> copies) {
    return LocalBrowser.options(life, copies, false);
  }
}
