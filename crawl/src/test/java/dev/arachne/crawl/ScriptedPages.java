package dev.arachne.crawl;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.ok;
import static dev.arachne.testkit.Reply.text;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.testkit.Reply;
import dev.arachne.testkit.TestRequest;
import dev.arachne.testkit.TestSite;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A site of pages each of which names one other page by a script, in a way of its own: page {@code
 * /way/NAME} leads to {@code /found/NAME}. In scripts {@code T} is that URL, and {@code link(url)}
 * adds a link.
 */
final class ScriptedPages implements TestSite {
  private static final String PRELUDE =
      """
      <!DOCTYPE html><html><head><meta charset=utf-8></head><body><div id=here></div><script>
      const N = location.pathname.split('/').pop(), T = '/fo' + 'und/' + N;
      function link(url, to) {
        const a = document.createElement('a');
        a.href = url;
        (to || document.body).append(a);
      }
      </script>
      """;

  /** By name; what is no markup is a script. */
  private final Map<String, String> ways = new LinkedHashMap<>();

  ScriptedPages() {
    way("at-once", "link(T)");
    way("inner-html", "here.innerHTML = `<p><a href=${T}>x</a></p>`");
    way("document-write", "document.write(`<a href=${T}>x</a>`)");
    way("on-content", "document.addEventListener('DOMContentLoaded', () => link(T))");
    way("on-load", "onload = () => link(T)");
    way("on-page-show", "addEventListener('pageshow', () => link(T))");
    way("timer", "setTimeout(() => link(T), 3000)");
    way("interval", "let n = 0; setInterval(() => { if (++n == 20) link(T) }, 100)");
    way("promise", "(async () => { await new Promise(r => setTimeout(r, 500)); link(T) })()");
    way("microtask", "queueMicrotask(() => link(T))");
    way(
        "message-channel",
        "const c = new MessageChannel(); c.port1.onmessage = () => link(T); c.port2.postMessage(1)");
    way("idle", "requestIdleCallback(() => link(T))");
    way("animation", "requestAnimationFrame(() => requestAnimationFrame(() => link(T)))");
    way("fetch", "fetch('/data/' + N).then(r => r.json()).then(d => link(d.link))");
    way(
        "fetch-chain",
        "fetch('/data/' + N).then(r => r.json()).then(d => setTimeout(() =>"
            + " fetch('/data/' + N + '?2').then(r => r.json()).then(e => link(e.link)), 1000))");
    way("fragment", "fetch('/fragment/' + N).then(r => r.text()).then(h => here.innerHTML = h)");
    way(
        "xhr",
        "const x = new XMLHttpRequest(); x.open('GET', '/data/' + N);"
            + " x.onload = () => link(JSON.parse(x.responseText).link); x.send()");
    way(
        "xhr-blocking",
        "const x = new XMLHttpRequest(); x.open('GET', '/data/' + N, false); x.send();"
            + " link(JSON.parse(x.responseText).link)");
    way("external", "<script src=/script/link.js></script>");
    way("deferred", "<script defer src=/script/link.js></script>");
    way("module", "<script type=module>import {to} from '/script/module.js'; link(to(T))</script>");
    way("dynamic-import", "import('/script/module.js').then(m => link(m.to(T)))");
    way(
        "script-by-script",
        "const s = document.createElement('script'); s.src = '/script/link.js';"
            + " document.head.append(s)");
    way(
        "jsonp",
        "window.called = d => link(d.link); const s = document.createElement('script');"
            + " s.src = '/jsonp/' + N; document.head.append(s)");
    way(
        "json-in-page",
        "<script type=application/json id=d>{\"a\": \"found\"}</script>"
            + "<script>link('/' + JSON.parse(d.textContent).a + '/' + N)</script>");
    way(
        "worker",
        "new Worker('/script/worker.js').onmessage = e => link('/fo' + e.data + '/' + N)");
    way("shadow", "here.attachShadow({mode: 'open'}).innerHTML = `<a href=${T}>x</a>`");
    way(
        "shadow-in-shadow",
        "const r = here.attachShadow({mode: 'open'}); r.innerHTML = '<p></p>';"
            + " r.firstChild.attachShadow({mode: 'open'}).innerHTML = `<a href=${T}>x</a>`");
    way(
        "custom-element",
        "customElements.define('x-link', class extends HTMLElement {"
            + " connectedCallback() { link(T, this) } }); here.innerHTML = '<x-link></x-link>'");
    way(
        "template",
        "<template id=t><p></p></template><script>"
            + "const c = t.content.cloneNode(true); link(T, c.firstChild); here.append(c)</script>");
    way(
        "mutation",
        "new MutationObserver(() => link(T)).observe(here, {childList: true}); here.append('x')");
    way(
        "in-view",
        "here.textContent = 'x'; new IntersectionObserver((seen, o) => {"
            + " if (seen[0].isIntersecting) { o.disconnect(); link(T) } }).observe(here)");
    way(
        "frame",
        "const f = document.createElement('iframe'); f.src = '/frame/' + N; here.append(f)");
    way(
        "frame-by-script",
        "const f = document.createElement('iframe'); here.append(f);"
            + " link(T, f.contentDocument.body)");
    way(
        "base",
        "<script>const b = document.createElement('base'); b.href = '/found/x/';"
            + " document.head.append(b); link('../' + N)</script>");
    way("location", "location.href = T");
    way("location-late", "setTimeout(() => location.replace(T), 2000)");
    way(
        "meta-refresh",
        "document.head.insertAdjacentHTML('beforeend',"
            + " `<meta http-equiv=refresh content='0; url=${T}'>`)");
    way("window-open", "open(T)");
    way("push-state", "history.pushState({}, '', T)");
    way("click", "const a = document.createElement('a'); a.href = T; a.click()");
    way("form", "<form id=f></form><script>f.action = T; f.submit()</script>");
    way(
        "hash-route",
        "const show = () => { here.innerHTML = location.hash === '#/a' ? `<a href=${T}>x</a>`"
            + " : '<a href=#/a>a</a>' }; onhashchange = show; show()");
    way(
        "hash-bang-in-hash-bang",
        "const show = async () => { await new Promise(r => setTimeout(r, 100)); const h ="
            + " location.hash; here.innerHTML = h === '#!/b' ? `<a href=${T}>x</a>`"
            + " : h === '#!/a' ? '<a href=#!/b>b</a>' : '<a href=#!/a>a</a>' };"
            + " onhashchange = show; show()");
    way("storage", "localStorage.l = T; setTimeout(() => link(localStorage.l), 10)");
    way("cookie", "document.cookie = 'l=' + T; link(document.cookie.split('=')[1])");
    way("error", "window.onerror = () => { link(T); return true }; throw new Error('x')");
  }

  /** The ways. */
  Iterable<String> names() {
    return ways.keySet();
  }

  private void way(String name, String page) {
    ways.put(name, page.startsWith("<") ? page : "<script>" + page + "</script>");
  }

  @Override
  public Reply reply(TestRequest request) {
    String path = request.path();
    String name = path.substring(path.lastIndexOf('/') + 1);
    String target = "/found/" + name;
    if (path.equals("/")) {
      var list = new StringBuilder();
      ways.keySet().forEach(way -> list.append("<a href=/way/").append(way).append(">x</a>"));
      return html(list.toString());
    }
    return switch (path.substring(1, Math.max(1, path.lastIndexOf('/')))) {
      case "way" -> html(PRELUDE + ways.get(name));
      case "found" -> text("found");
      case "data" -> ok("application/json", ("{\"link\": \"" + target + "\"}").getBytes(UTF_8));
      case "fragment" -> html("<a href=" + target + ">x</a>");
      case "frame" -> html("<script>document.write('<a href=" + target + ">x</a>')</script>");
      case "jsonp" -> script("called({link: '" + target + "'})");
      case "script" ->
          script(
              switch (name) {
                case "link.js" -> "link(T)";
                case "module.js" -> "export const to = url => url";
                default -> "postMessage('und')";
              });
      default -> Reply.status(404);
    };
  }

  private static Reply script(String text) {
    return ok("text/javascript", text.getBytes(UTF_8));
  }
}
