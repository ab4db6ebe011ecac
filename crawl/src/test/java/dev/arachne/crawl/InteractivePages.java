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
import java.util.Set;
import java.util.TreeSet;

/**
 * A site of pages that show more if they are used: page {@code /way/NAME} leads to {@code
 * /found/NAME/1} and so on, of which it asks {@code /data/NAME/1}. Beside them are elements that
 * would ask {@code /forbidden/}.
 */
final class InteractivePages implements TestSite {
  private static final String PRELUDE =
      """
      <!DOCTYPE html><html><head><meta charset=utf-8></head><body>
      <button onclick="forbid('delete')">Delete</button>
      <button class=more onclick="forbid('logout')">Log out</button>
      <form method=post action=/forbidden/form><button>Load more</button></form>
      <a class=more href="javascript:forbid('unsubscribe')">Unsubscribe</a>
      <div id=list></div><script>
      const N = location.pathname.split('/').pop();
      function forbid(what) { fetch('/forbidden/' + what) }
      async function load(n, to) {
        const data = await (await fetch(`/data/${N}/${n}`)).json();
        const a = document.createElement('a');
        a.href = data.link;
        a.textContent = 'item ' + n;
        (to || list).append(a);
      }
      </script>
      """;

  /** By name: the number of the pages to which it leads, and its elements. */
  private final Map<String, Way> ways = new LinkedHashMap<>();

  private record Way(int pages, String elements) {}

  InteractivePages() {
    way(
        "scroll-in-view",
        6,
        """
        <p id=end>end</p><script>
        let n = 0;
        new IntersectionObserver(async seen => {
          if (!seen[0].isIntersecting || n == 6) return;
          list.insertAdjacentHTML('beforeend', '<div style="height: 1500px"></div>');
          await load(++n, list.lastChild);
        }).observe(end)</script>
        """);
    way(
        "scroll-event",
        6,
        """
        <div style="height: 3000px"></div><script>
        let n = 0, isBusy = false;
        addEventListener('scroll', async () => {
          const isNear = scrollY + innerHeight > document.documentElement.scrollHeight - 200;
          if (!isNear || isBusy || n == 6) return;
          isBusy = true;
          await load(++n);
          document.body.insertAdjacentHTML('beforeend', '<div style="height: 2000px"></div>');
          setTimeout(() => { isBusy = false }, 300);
        })</script>
        """);
    way(
        "scroll-inside",
        4,
        """
        <div id=box style="height: 200px; overflow: auto"><div style="height: 900px"></div></div><script>
        let n = 0;
        box.onscroll = async () => {
          if (box.scrollTop + box.clientHeight < box.scrollHeight - 10 || n == 4) return;
          box.insertAdjacentHTML('beforeend', '<div style="height: 900px"></div>');
          await load(++n);
        }</script>
        """);
    way(
        "load-more",
        5,
        """
        <button id=more>Load more</button><script>
        let n = 0;
        const press = async () => {
          const old = document.getElementById('more');
          old.disabled = true;
          await load(++n);
          const next = old.cloneNode(true);
          next.disabled = false;
          next.onclick = press;
          if (n < 5) old.replaceWith(next); else old.remove();
        };
        more.onclick = press</script>
        """);
    way(
        "pager",
        5,
        """
        <nav><button disabled>Previous</button><button id=next aria-label="Next page">&raquo;</button></nav><script>
        let n = 0;
        const show = async () => { list.innerHTML = ''; await load(++n); next.disabled = n == 5 };
        next.onclick = show;
        show()</script>
        """);
    way(
        "pager-with-history",
        3,
        """
        <a id=next href=#>weiter</a><script>
        let n = 0;
        const show = async () => { list.innerHTML = ''; await load(++n); next.hidden = n == 3 };
        next.onclick = e => { e.preventDefault(); history.pushState({}, '', '?page=' + (n + 1)); show() };
        show()</script>
        """);
    way(
        "details",
        2,
        """
        <details ontoggle="load(1)"><summary>Shipping</summary></details>
        <details id=d><summary>Returns</summary></details>
        <script>d.addEventListener('toggle', () => load(2))</script>
        """);
    way(
        "menu",
        2,
        """
        <nav><ul><li id=a><a href=/>Home</a></li><li id=b><span>Products</span><ul></ul></li></ul></nav>
        <button aria-haspopup=true id=c>Account</button><script>
        b.onmouseenter = () => load(1, b.lastChild);
        c.addEventListener('pointerover', () => setTimeout(() => load(2), 300))</script>
        """);
    way(
        "tabs",
        3,
        """
        <div role=tablist><button role=tab aria-selected=true>One</button><button role=tab>Two</button>
        <button role=tab>Three</button></div><script>
        const tabs = [...document.querySelectorAll('[role=tab]')];
        const open = async i => {
          tabs.forEach((tab, j) => tab.setAttribute('aria-selected', i === j));
          list.innerHTML = '';
          await load(i + 1);
        };
        tabs.forEach((tab, i) => { tab.onclick = () => open(i) });
        open(0)</script>
        """);
    way(
        "accordion",
        1,
        """
        <button aria-expanded=false aria-controls=x id=b>Topics</button><div id=x></div><script>
        b.onclick = () => { b.setAttribute('aria-expanded', 'true'); load(1, x) }</script>
        """);
    way(
        "script-link",
        2,
        """
        <a href="javascript:load(++n)">Show more</a><script>var n = 0;
        const all = load; load = async i => i > 2 || await all(i)</script>
        """);
    way(
        "shadow",
        1,
        """
        <div id=host></div><script>
        host.attachShadow({mode: 'open'}).innerHTML = '<button>More</button><p></p>';
        host.shadowRoot.firstChild.onclick = () => load(1, host.shadowRoot.lastChild)</script>
        """);
    way("window", 1, "<button onclick=\"window.open('/found/window/1')\">Next</button>");
    way("location", 1, "<button onclick=\"location = '/found/location/1'\">Next</button>");
    way(
        "form",
        1,
        "<form action=/found/form/1><input name=q value=a><button>Show more</button></form>");
    way(
        "select",
        2,
        """
        <form id=f><select onchange="f.action = '/found/select/' + this.value; f.submit()">
        <option>0<option>1<option>2</select></form>
        """);
  }

  private void way(String name, int pages, String elements) {
    ways.put(name, new Way(pages, elements));
  }

  /** The paths of the pages to which the ways lead. */
  Set<String> targets() {
    Set<String> targets = new TreeSet<>();
    ways.forEach((name, way) -> {
      for (int i = 1; i <= way.pages; i++) {
        targets.add("/found/" + name + "/" + i);
      }
    });
    return targets;
  }

  @Override
  public Reply reply(TestRequest request) {
    String path = request.path();
    if (path.equals("/")) {
      var list = new StringBuilder();
      ways.keySet().forEach(way -> list.append("<a href=/way/").append(way).append(">x</a>"));
      return html(list.toString());
    }
    if (path.startsWith("/way/")) {
      return html(PRELUDE + ways.get(path.substring("/way/".length())).elements);
    }
    if (path.startsWith("/data/")) {
      String link = "/found/" + path.substring("/data/".length());
      return ok("application/json", ("{\"link\": \"" + link + "\"}").getBytes(UTF_8));
    }
    return path.startsWith("/found/") ? text("found") : Reply.status(404);
  }
}
