package dev.arachne.browser;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.browser.PageRequest.Field;
import dev.arachne.browser.RenderedPage.Action;
import dev.arachne.browser.RenderedPage.Way;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages that are used in the Chromium of this machine. */
final class InteractionTest {
  private static final String SITE = "https://site.test";
  private static final String PAGE = SITE + "/a/page";
  private static final Duration A_LIFE = Duration.ofSeconds(20);

  /** Adds links to an element. */
  private static final String ADD =
      """
      <!DOCTYPE html><meta charset=utf-8><body><script>
      const add = (to, ...names) => names.forEach(name => {
        const a = document.createElement('a');
        a.href = '/found/' + name;
        a.textContent = 'about ' + name;
        to.append(a);
      });
      </script>
      """;

  private static final List<String> ASKING =
      List.of(
          "<button>Load more</button>",
          "<button>Show 20 more results</button>",
          "<div role=button>MORE</div>",
          "<a>Next</a>",
          "<a href=#>next page</a>",
          "<a href='javascript:void 0'>More &hellip;</a>",
          "<a rel=next>vooruit</a>",
          "<button aria-label='Next page'><svg></svg></button>",
          "<button class=btn-loadMore>+ 20</button>",
          "<button class='pager__next'>&gt;</button>",
          "<span onclick=''>View more</span>",
          "<input type=button value='Show more'>",
          "<form action=/x onsubmit='return false'><button>More</button></form>",
          "<button>Mehr anzeigen</button>",
          "<button>Weiter</button>",
          "<button>Afficher plus</button>",
          "<button>Ver más</button>",
          "<button>Carica altri</button>",
          "<button>Próxima</button>",
          "<button>Meer laden</button>",
          "<button>Pokaż więcej</button>",
          "<button>Показать ещё</button>",
          "<button>加载更多</button>",
          "<button>もっと見る</button>",
          "<button>더 보기</button>",
          "<button>المزيد</button>",
          "<button role=tab>Reviews</button>",
          "<button aria-expanded=false>Topics</button>",
          "<my-more></my-more><script>customElements.define('my-more', class extends HTMLElement {"
              + "connectedCallback() { this.attachShadow({mode: 'open'}).innerHTML ="
              + " '<button>More</button>' } })</script>");

  private static final List<String> LEFT_ALONE =
      List.of(
          "<button>Delete</button>",
          "<button>Delete more</button>",
          "<button class=more>Log out</button>",
          "<button class=next>Sign out</button>",
          "<button class='more btn-logout'>next</button>",
          "<button onclick='removeItem()'>more</button>",
          "<a href='javascript:void deleteNext()'>next</a>",
          "<button>Order more</button>",
          "<button>Next: pay</button>",
          "<button class=more>Buy</button>",
          "<button class=more>Cancel</button>",
          "<button class=more>Unsubscribe</button>",
          "<button class=more aria-label=Remove>x</button>",
          "<button class=more>Abmelden</button>",
          "<button>Weiter zur Kasse: jetzt kaufen</button>",
          "<button class=more>Supprimer</button>",
          "<button class=more>Cerrar sesión</button>",
          "<button class=more>Удалить</button>",
          "<button class=more>删除更多</button>",
          "<button class=more>ログアウト</button>",
          "<details><summary>Delete</summary>x</details>",
          "<button role=tab>Delete</button>",
          "<form method=post><button>More</button></form>",
          "<form method=post id=f></form><button form=f>More</button>",
          "<form><button formmethod=post>More</button></form>",
          "<form method=post><a href='javascript:void __doPostBack()'>Next</a></form>",
          "<form method=post><input type=submit value=More></form>",
          "<a href=/elsewhere>Next</a>",
          "<a href=/elsewhere><button>Next</button></a>",
          "<a href=#/route>Next</a>",
          "<button disabled>More</button>",
          "<button hidden>More</button>",
          "<button aria-disabled=true>More</button>",
          "<button>Previous</button>",
          "<button>Moreover, this is a very long text with more and more words than buttons have</button>",
          "<form><button type=reset>More</button></form>");

  @RegisterExtension static final SharedBrowsers BROWSERS = new SharedBrowsers();

  private final List<PageRequest> asked = new ArrayList<>();

  @BeforeAll
  static void thereIsABrowser() {
    LocalBrowser.assumeInstalled();
  }

  @Test
  void aPageIsScrolledWhileItGrows() {
    RenderedPage page =
        used(
            """
            <div id=list></div><p id=end>end</p><script>
            let n = 0;
            new IntersectionObserver(seen => {
              if (seen[0].isIntersecting && n < 5) {
                const part = document.createElement('div');
                part.style.height = '2000px';
                add(part, ++n);
                list.append(part);
              }
            }).observe(end);
            </script>
            """);
    assertEquals(Set.of("1", "2", "3", "4", "5"), found(page));
    assertTrue(page.html().contains("/found/5"), page.html());
    assertTrue(page.actions().size() <= 9, page.actions()::toString);
    assertEquals(new Action("scrolled to the end", 1), page.actions().getFirst());
  }

  @Test
  void anElementIsClickedAgainWhileItBringsSomethingNew() {
    RenderedPage page =
        used(
            """
            <div id=list></div><button onclick="if (n < 3) add(list, ++n)">Load more</button>
            <script>let n = 0</script>
            """);
    assertEquals(
        List.of(
            new Action("clicked \"Load more\"", 1),
            new Action("clicked \"Load more\"", 1),
            new Action("clicked \"Load more\"", 1),
            new Action("clicked \"Load more\"", 0)),
        page.actions());
    assertEquals(Set.of("1", "2", "3"), found(page));
  }

  @Test
  void linksThatTheNextActionReplacesAreLeads() {
    RenderedPage page =
        used(
            """
            <div id=list></div><a id=more class=next>&rsaquo;</a><script>
            let n = 0;
            const show = () => { list.innerHTML = ''; add(list, ++n); more.hidden = n == 4 };
            show(); more.onclick = show;
            </script>
            """);
    assertEquals(Set.of("1", "2", "3", "4"), leads(page, Way.ACTION_LINK));
    assertTrue(page.html().contains("/found/4"), page.html());
    assertFalse(page.html().contains("/found/3"), page.html());
  }

  @Test
  void theAddressStaysThatOfTheFirstPage() {
    RenderedPage page =
        used(
            """
            <div id=list></div><button id=more>Next</button><script>
            let n = 1;
            more.onclick = () => {
              history.pushState({}, '', '/b/' + ++n);
              list.innerHTML = '<a href=item>item</a>';
              more.hidden = n == 3;
            };
            </script>
            """);
    assertEquals(PAGE, page.url());
    assertEquals(2, page.actions().size(), page.actions()::toString);
    Set<String> urls =
        page.leads().stream().map(RenderedPage.Lead::url).collect(Collectors.toSet());
    assertTrue(
        urls.containsAll(Set.of(SITE + "/b/2", SITE + "/b/3", SITE + "/b/item")), urls::toString);
    assertTrue(page.html().contains("<base href=\"" + SITE + "/b/3\">"), page.html());
  }

  @Test
  void elementsThatAskForMoreAreClicked() {
    List<String> missed = new ArrayList<>();
    useEach(
        ASKING,
        (element, page) -> {
          if (!found(page).contains("x")) {
            missed.add(element);
          }
        });
    assertEquals(List.of(), missed);
  }

  @Test
  void elementsThatChangeSomethingOrLeadElsewhereAreNot() {
    List<String> used = new ArrayList<>();
    useEach(
        LEFT_ALONE,
        (element, page) -> {
          if (!found(page).isEmpty() || !page.actions().isEmpty()) {
            used.add(element);
          }
        });
    assertEquals(List.of(), used);
    assertEquals(
        List.of(), asked.stream().filter(it -> it.kind() != PageRequest.Kind.PICTURE).toList());
  }

  /** Uses pages with these elements, each of which adds a link if it is clicked. */
  private void useEach(List<String> elements, BiConsumer<String, RenderedPage> result) {
    String script = "<script>addEventListener('click', () => add(document.body, 'x'))</script>";
    BROWSERS.in(
        options(A_LIFE, true),
        browser -> {
          for (String element : elements) {
            result.accept(
                element,
                browser.show(PAGE, answer("text/html", ADD + element + script), this::reply));
          }
          return true;
        });
  }

  @Test
  void anActionThatRemovesWhatItBroughtIsUndone() {
    RenderedPage page =
        used(
            """
            <div id=list></div><button id=more>More</button><script>
            more.onclick = () => list.firstChild ? list.replaceChildren() : add(list, 'x');
            </script>
            """);
    assertTrue(page.html().contains("/found/x"), page.html());
    assertEquals(
        List.of("clicked \"More\"", "clicked \"More\"", "clicked again \"More\""),
        page.actions().stream().map(Action::text).toList());
  }

  @Test
  void thirtyActionsAreDoneAtMost() {
    RenderedPage page =
        used(
            "<div id=list></div><button onclick='add(list, ++n)'>More</button><script>n = 0</script>");
    assertEquals(Interaction.MOST_ACTIONS, page.actions().size());
    assertEquals(30, found(page).size());
  }

  @Test
  void theTextOfAnElementIsCut() {
    RenderedPage page =
        used("<details><summary>" + "much text ".repeat(20) + "</summary></details>");
    assertEquals(
        List.of(new Action("opened \"" + "much text ".repeat(6) + "...\"", 0)), page.actions());
  }

  @ParameterizedTest
  @ValueSource(strings = {"while (true) {}", "while (true) alert('a')"})
  void aPageThatAnActionMakesEndlessKeepsWhatWasTakenBefore(String endless) {
    RenderedPage page =
        used(
            "<a href=/found/first>first</a><div id=list></div><button id=more>More</button>"
                + "<script>let n = 0; more.onclick = () => { if (++n > 1) { "
                + endless
                + " } add(list, 'second') }</script>",
            options(Duration.ofSeconds(2), true));
    assertTrue(page.html().contains("/found/first"), page.html());
    assertEquals(Set.of("first", "second"), found(page));
    assertEquals(
        List.of(new Action("clicked \"More\"", 1), new Action("clicked \"More\"", 0)),
        page.actions());
    assertEquals("its scripts do not come to rest within 2 s after clicked \"More\"", page.lack());
  }

  @Test
  void dialogsAndBlockingRequestsOfAnActionAreHandled() {
    RenderedPage page =
        used(
            """
            <button onclick="alert('a'); if (!confirm('c')) {
              const x = new XMLHttpRequest(); x.open('GET', '/data', false); x.send();
              add(document.body, x.responseText) }">Load more</button>
            """);
    assertEquals(Set.of("data"), found(page), page.actions()::toString);
  }

  @Test
  void aSelectThatSubmitsAFormIsChosen() {
    RenderedPage page =
        used(
            """
            <form action=/list><select name=by onchange=this.form.submit()>
            <option>name<option>price<option>delete all</select></form>
            <form action=/other><select id=s name=size><option>1<option>2</select></form>
            <form action=/posted method=post><select onchange=this.form.submit()>
            <option>a<option>b</select></form>
            <select onchange="location = this.value"><option><option value=/jump>x</select>
            <script>s.addEventListener('change', () => s.form.requestSubmit())</script>
            """);
    assertEquals(
        Set.of(SITE + "/list?by=price", SITE + "/other?size=2", SITE + "/jump"),
        page.leads().stream().map(RenderedPage.Lead::url).collect(Collectors.toSet()));
    assertEquals(
        List.of(
            new Action("chose \"price\"", 1),
            new Action("chose \"2\"", 1),
            new Action("chose \"x\"", 1)),
        page.actions());
  }

  @Test
  void inputsWithTheNamesOfMethodsAreNoHindrance() {
    RenderedPage page =
        used(
            """
            <form action=/x method=post target=_blank><input name=getAttribute><input name=method>
            <input name=elements><input name=querySelector><input name=closest><input name=shadowRoot>
            <button>More</button><select><option>a<option>b</select></form>
            <button onclick="add(document.body, 'x')">More</button>
            """);
    assertEquals(Set.of("x"), found(page), page.actions()::toString);
  }

  @Test
  void withoutTheOptionNothingIsDone() {
    RenderedPage page =
        used(
            "<details><summary>x</summary></details><button onclick=\"add(document.body, 'x')\">More</button>",
            options(A_LIFE, false));
    assertEquals(Set.of(), found(page));
    assertEquals(List.of(), page.actions());
  }

  /** The names of the links in the document, and of the leads. */
  private static Set<String> found(RenderedPage page) {
    Set<String> found = leads(page, Way.ACTION_LINK);
    for (String part : page.html().split("href=\"/found/", -1)) {
      if (!part.startsWith("<")) {
        found.add(part.substring(0, part.indexOf('"')));
      }
    }
    return found;
  }

  private static Set<String> leads(RenderedPage page, Way way) {
    return page.leads().stream()
        .filter(lead -> lead.way() == way)
        .map(lead -> lead.url().replace(SITE + "/found/", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private RenderedPage used(String page) {
    return used(page, options(A_LIFE, true));
  }

  private RenderedPage used(String page, BrowserOptions options) {
    return BROWSERS.in(
        options, browser -> browser.show(PAGE, answer("text/html", ADD + page), this::reply));
  }

  private PageReply reply(PageRequest request) {
    asked.add(request);
    return request.url().equals(SITE + "/data")
        ? answer("text/plain", "data")
        : new PageReply.Refused();
  }

  private static PageReply.Answer answer(String type, String body) {
    return new PageReply.Answer(
        200, List.of(new Field("Content-Type", type + "; charset=utf-8")), body.getBytes(UTF_8));
  }

  private static BrowserOptions options(Duration life, boolean interacts) {
    return LocalBrowser.options(life, Set.of(), interacts);
  }
}
