package dev.arachne.browser;

import dev.arachne.json.JsonTree;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.EventLoop;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scripts of ours that look at the page in a tab. They run in a world of their own
 * (Page.createIsolatedWorld), so the page's scripts cannot change the functions that they call.
 * Confined to the event loop of the tab; its methods wait.
 */
final class PageWorld {
  /** Characters of a document. */
  private static final int MOST_CHARACTERS = 16 << 20;

  /** All pages of a tab have the same world: the browser keeps each one that has no name. */
  private static final String NAME = "arachne";

  /** Whether an element of the document matches; null if the selector is invalid. */
  private static final String MATCHES =
      """
      (() => {
        const isIn = root => root.querySelector(SELECTOR) !== null
            || [...root.querySelectorAll('*')].some(
                e => e.shadowRoot instanceof ShadowRoot && isIn(e.shadowRoot));
        try { return isIn(document) } catch (e) { return null }
      })()
      """;

  /**
   * The document. A base is in the text if a script has changed the address, since links are
   * relative to that. A new window does not tell its method, so the URLs of forms that are posted
   * to others are listed.
   */
  private static final String TAKE =
      """
      (() => {
        const roots = [], links = [], posted = [];
        const walk = root => {
          for (const e of root.querySelectorAll('*')) {
            if (e.shadowRoot instanceof ShadowRoot) { roots.push(e.shadowRoot); walk(e.shadowRoot); }
            if ((e.localName === 'iframe' || e.localName === 'frame') && e.contentDocument)
              for (const a of e.contentDocument.querySelectorAll('a[href], area[href]'))
                if (links.length < 2000) links.push(a.href);
          }
        };
        walk(document);
        for (const f of document.querySelectorAll('form[method=post i][target]')) {
          const action = Element.prototype.getAttribute.call(f, 'action') ?? '';
          if (URL.canParse(action, document.baseURI))
            posted.push(new URL(action, document.baseURI).href);
        }
        const base = document.createElement('base');
        if (document.head && !document.querySelector('base[href]')) {
          base.href = location.href;
          if (location.href.split('#')[0] !== FIRST) document.head.prepend(base);
        }
        const html = '<!DOCTYPE html>' + (document.documentElement
            ? '<html' + [...document.documentElement.attributes].map(a => ' ' + a.name + '="'
                + a.value.replaceAll('&', '&amp;').replaceAll('"', '&quot;') + '"').join('') + '>'
              + document.documentElement.getHTML({shadowRoots: roots}) + '</html>'
            : '');
        base.remove();
        return {url: location.href, cut: html.length > MOST, html: html.slice(0, MOST), links, posted};
      })()
      """;

  /** The present links of the document, and those to other views of it. */
  private static final String LINKS =
      """
      (() => {
        const links = [], routes = [];
        for (const a of document.querySelectorAll('a[href], area[href]')) {
          if (typeof a.href !== 'string' || links.length + routes.length > 2000) continue;
          const isRoute = /^#[!\\/]./.test(a.hash) && a.href.split('#')[0] === location.href.split('#')[0];
          (isRoute ? routes : links).push(isRoute ? a.hash : a.href);
        }
        return {links, routes};
      })()
      """;

  private final EventLoop loop = EventLoop.current();
  private final DevTools tools;
  private final String session;
  private final String target;
  private @Nullable Object world;

  /**
   * The world of the next page of a tab; made when its first script runs.
   *
   * @param session of the tab
   * @param target the tab, and its main frame
   */
  PageWorld(DevTools tools, String session, String target) {
    this.tools = tools;
    this.session = session;
    this.target = target;
  }

  /**
   * The present links of a page.
   *
   * @param links to other pages
   * @param routes to other views of the page, behind a #
   */
  record Links(List<String> links, List<String> routes) {
    Links {
      links = List.copyOf(links);
      routes = List.copyOf(routes);
    }
  }

  /** Whether an element of the document matches; empty if the selector is invalid. */
  Optional<Boolean> matches(String selector, Duration within) throws BrowserException {
    return value(MATCHES.replace("SELECTOR", json(selector)), within) instanceof Boolean its
        ? Optional.of(its)
        : Optional.empty();
  }

  /**
   * The document: its url, its html, whether it is cut, its links in frames, and the URLs to which
   * its forms are posted.
   *
   * @param first the URL that the page had at its begin
   */
  Map<?, ?> document(String first, Duration within) throws BrowserException {
    String script =
        TAKE.replace("FIRST", quoted(first)).replace("MOST", Integer.toString(MOST_CHARACTERS));
    if (value(script, within) instanceof Map<?, ?> page) {
      return page;
    }
    throw new BrowserException(BrowserException.Kind.PAGE, "its document cannot be taken");
  }

  /** The links of the page. */
  Links links(Duration within) throws BrowserException {
    return value(LINKS, within) instanceof Map<?, ?> page
        ? new Links(DevTools.texts(page.get("links")), DevTools.texts(page.get("routes")))
        : new Links(List.of(), List.of());
  }

  /** Has the page show a view behind a #. */
  void go(String route, Duration within) throws BrowserException {
    var _ = value("location.hash = " + json(route), within);
  }

  /** Returns the value of a script; null if it has none. */
  @Nullable Object value(String script, Duration within) throws BrowserException {
    Deadline deadline = loop.deadline(within);
    if (world == null) {
      world =
          tools
              .call(
                  session,
                  "Page.createIsolatedWorld",
                  Map.of("frameId", target, "worldName", NAME),
                  deadline)
              .get("executionContextId");
    }
    Map<String, Object> its =
        Map.of(
            "expression",
            script,
            "contextId",
            world == null ? 0 : world,
            "awaitPromise",
            true,
            "returnByValue",
            true);
    return DevTools.map(tools.call(session, "Runtime.evaluate", its, deadline), "result")
        .get("value");
  }

  private static String json(String text) {
    return new String(JsonTree.write(text), StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    String json = json(text);
    return json.contains("#") ? json.substring(0, json.indexOf('#')) + '"' : json;
  }
}
