package dev.arachne.browser;

import static dev.arachne.browser.LocalBrowser.PAGE;
import static dev.arachne.browser.LocalBrowser.html;
import static dev.arachne.browser.LocalBrowser.in;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.TaskGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a page has time for until it is taken. */
final class PageTimeTest {
  private static final Duration A_LIFE = Duration.ofSeconds(20);

  @RegisterExtension static final SharedBrowsers BROWSERS = new SharedBrowsers();

  @BeforeAll
  static void thereIsABrowser() {
    LocalBrowser.assumeInstalled();
  }

  @Test
  void aPageIsTakenWhenAnElementMatches() {
    RenderedPage page =
        waitedFor(
            "#list > .item",
            """
            <ul id=list></ul><script>
            setTimeout(() => { list.innerHTML = '<li class=item>first' }, 12_000);
            setTimeout(() => { document.title = 'too late' }, 14_000);
            </script>
            """);
    assertTrue(page.html().contains("<li class=\"item\">first"), page.html());
    assertFalse(page.html().contains("<title>too late"), page.html());
    assertEquals("", page.lack());
  }

  @Test
  void anElementInAShadowRootMatchesToo() {
    RenderedPage page =
        waitedFor(
            "p",
            """
            <div id=here></div><script>
            setTimeout(() => here.attachShadow({mode: 'open'}).append(document.createElement('p')), 7000);
            </script>
            """);
    assertTrue(page.html().contains("<p></p>"), page.html());
    assertEquals("", page.lack());
  }

  @Test
  void aPageWithoutTheElementIsTakenAfterHalfAMinute() {
    RenderedPage page =
        waitedFor(
            "#never",
            "<script>let n = 0; setInterval(() => { document.title = ++n }, 1000)</script>");
    assertEquals("no element matches '#never' within 30 s", page.lack());
    assertTrue(page.html().matches("(?s).*<title>(29|30)</title>.*"), page.html());
  }

  @Test
  void aPageThatNeverRestsFailsWhileAnElementIsAwaited() {
    BrowserException failure =
        in(
            waitingFor("p", Duration.ofSeconds(2)),
            browser ->
                assertThrows(
                    BrowserException.class,
                    () ->
                        browser.show(
                            PAGE, html("<script>while (true) {}</script>"), PageTimeTest::none)));
    assertEquals(BrowserException.Kind.PAGE, failure.kind(), failure::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"#", "a[", "..x", "a:contains('b')", "<p>", "a,"})
  void anInvalidSelectorIsRefusedAtTheStart(String selector) {
    BrowserOptions options = waitingFor(selector, A_LIFE);
    BrowserException failure =
        EventLoop.run(
            "browser", () -> assertThrows(BrowserException.class, () -> Browser.start(options)));
    assertEquals(BrowserException.Kind.SELECTOR, failure.kind(), failure::toString);
    assertTrue(String.valueOf(failure.getMessage()).contains(selector), failure::toString);
  }

  private RenderedPage waitedFor(String selector, String page) {
    return in(
        waitingFor(selector, A_LIFE),
        browser -> browser.show(PAGE, html(page), PageTimeTest::none));
  }

  private static BrowserOptions waitingFor(String selector, Duration life) {
    return LocalBrowser.options(new PageWait.Element(selector), life, Set.of(), false);
  }

  /** The clock of a tab goes ahead with each page, but the time of pictures does not. */
  @Test
  void eachPageOfATabHasItsIdleCallbacksAndObservers() throws Exception {
    Set<String> all =
        Set.of("idle", "timed", "frame", "seen", "sized", "animated", "background", "delayed");
    String page =
        """
        <style>@keyframes k { to { opacity: 0 } } #a { animation: k 1ms }</style><p id=a>a</p>
        <script>
        const say = word => { document.body.className += ' said-' + word };
        cancelIdleCallback(requestIdleCallback(() => say('cancelled')));
        requestIdleCallback(its => { if (!its.didTimeout && its.timeRemaining() > 0) say('idle') });
        requestIdleCallback(() => say('timed'), {timeout: 4000});
        requestAnimationFrame(() => requestAnimationFrame(() => say('frame')));
        new IntersectionObserver(() => say('seen')).observe(a);
        new ResizeObserver(() => say('sized')).observe(a);
        a.addEventListener('animationend', () => say('animated'));
        scheduler.postTask(() => say('background'), {priority: 'background'});
        scheduler.postTask(() => say('delayed'), {priority: 'background', delay: 3000});
        </script>
        """;
    shared(browser -> {
      Map<Integer, Set<String>> missed = new TreeMap<>();
      TaskGroup.run(group -> {
        for (int tab = 0; tab < 2; tab++) {
          group.spawn(
              "pages",
              () -> {
                for (int i = 0; i < 40; i++) {
                  String html = browser.show(PAGE, html(page), PageTimeTest::none).html();
                  Set<String> its = new TreeSet<>(all);
                  its.removeIf(word -> html.contains(" said-" + word));
                  if (!its.isEmpty() || html.contains(" said-cancelled\"")) {
                    missed.put(i, its);
                  }
                }
                return true;
              });
        }
        return true;
      });
      assertEquals(Map.of(), missed);
      return true;
    });
  }

  /** The browser replies to these without a request, on other threads or in other processes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          database | const db = await new Promise(f => { const r = indexedDB.open('d'); \
              r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => f(r.result) }); \
              await new Promise(f => { const t = db.transaction('s', 'readwrite'); \
              t.objectStore('s').put('v', 'k'); t.oncomplete = f }); \
              await new Promise(f => { db.transaction('s').objectStore('s').get('k').onsuccess = f })
          database between requests | await fetch('/a'); \
              await new Promise(f => { indexedDB.open('d').onsuccess = f }); await fetch('/b'); \
              await new Promise(f => { indexedDB.open('e').onsuccess = f })
          database after time | const db = await new Promise(f => { const r = indexedDB.open('d'); \
              r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => f(r.result) }); \
              await new Promise(f => setTimeout(f, 2000)); \
              await new Promise(f => { db.transaction('s').objectStore('s').get('k').onsuccess = f })
          file | const root = await navigator.storage.getDirectory(); \
              const handle = await root.getFileHandle('f', {create: true}); \
              await (await handle.getFile()).text()
          cache | const cache = await caches.open('c'); await cache.put('/q', new Response('a')); \
              await (await cache.match('/q')).text()
          quota | await navigator.storage.estimate(); await navigator.storage.persisted()
          cookies | await cookieStore.set('a', 'b'); await cookieStore.getAll()
          permissions | await navigator.permissions.query({name: 'notifications'}); \
              await navigator.permissions.query({name: 'camera'})
          digest | await crypto.subtle.digest('SHA-256', new Uint8Array(1 << 20))
          key | await crypto.subtle.generateKey({name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, \
              publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256'}, true, ['sign'])
          program | await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))
          worker | await new Promise(f => { const w = new Worker(URL.createObjectURL( \
              new Blob(['postMessage(1)']))); w.onmessage = f })
          blob | await new Blob(['a'.repeat(1 << 20)]).text()
          frame | await new Promise(f => { const its = document.createElement('iframe'); \
              its.srcdoc = '<p>a'; its.onload = f; document.body.append(its) })
          """)
  void aPageHasTheRepliesOfItsBrowser(String what, String script) {
    String page =
        "<body><script>(async () => {"
            + script
            + "})().catch(e => e.message).then(its => { document.body.innerHTML = "
            + "`<p>has ${its}</p>` })</script>";
    shared(browser -> {
      for (int i = 0; i < 5; i++) {
        String html = browser.show(PAGE, html(page), PageTimeTest::empty).html();
        assertTrue(html.contains("<p>has undefined</p>"), what + ": " + html);
      }
      return true;
    });
  }

  /** A page that asks its databases all the time is taken at the end of its time. */
  @Test
  void questionsDoNotStopTheTime() {
    String page =
        "<script>let n = 0; const ask = () => { document.title = ++n; "
            + "indexedDB.databases().then(ask) }; ask(); setTimeout(() => "
            + "{ document.body.innerHTML = '<p>later</p>' }, 4000)</script><body>";
    String html = shared(browser -> browser.show(PAGE, html(page), PageTimeTest::none).html());
    assertTrue(html.contains("<p>later</p>"), html);
  }

  /** It has an origin of its own, for which the browser keeps nothing. */
  @Test
  void aPageThatMustNotStoreAnythingIsTakenAtOnce() {
    String page =
        "<body><script>try { indexedDB.open('d') } catch (e) {"
            + " document.body.innerHTML = `<p>${e.name}</p>` }"
            + "addEventListener('unhandledrejection', e => { document.title = e.reason });"
            + "navigator.storage.estimate().catch(() => {})</script>";
    var document =
        new PageReply.Answer(
            200,
            List.of(
                new PageRequest.Field("Content-Type", "text/html"),
                new PageRequest.Field("Content-Security-Policy", "sandbox allow-scripts")),
            page.getBytes(UTF_8));
    String html = shared(browser -> browser.show(PAGE, document, PageTimeTest::none).html());
    assertTrue(html.contains("<p>SecurityError</p>"), html);
    assertFalse(html.contains("<title>"), html);
  }

  /** Its origin is not a secure context, and it has replaced what our script needs. */
  @Test
  void aPageMayReplacePromises() {
    String page =
        "<body><script>delete Promise.allSettled;"
            + "indexedDB.open('d').onsuccess = () => { document.body.innerHTML = '<p>open</p>' };"
            + "navigator.permissions.query({name: 'camera'}).catch(() => {})</script>";
    RenderedPage shown =
        shared(browser -> browser.show("http://site.test/", html(page), PageTimeTest::none));
    assertTrue(shown.html().contains("<p>open</p>"), shown.html());
    assertEquals(List.of(), shown.errors());
  }

  /** Has something done in the browser of pages that end by themselves. */
  private static <T> T shared(LocalBrowser.Work<T> work) {
    return BROWSERS.in(LocalBrowser.options(A_LIFE, Set.of(), false), work);
  }

  private static PageReply none(PageRequest request) {
    return new PageReply.Refused();
  }

  private static PageReply empty(PageRequest request) {
    return new PageReply.Answer(200, List.of(), new byte[0]);
  }
}
