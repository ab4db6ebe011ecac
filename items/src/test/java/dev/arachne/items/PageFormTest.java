package dev.arachne.items;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.url.CrawlUrl;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Forms of pages, and what a browser would send of them. */
class PageFormTest {
  private static final CrawlUrl URL = CrawlUrl.of("https://a.example/in/login?x=1");

  private static Optional<PageForm> find(String html, String... names) {
    PageDocument page = PageDocument.parse(html.getBytes(UTF_8), "text/html; charset=utf-8", URL);
    return PageForm.find(page, URL, Set.of(names));
  }

  private static String body(String html, Map<String, String> typed) {
    String[] names = typed.keySet().toArray(String[]::new);
    return new String(find(html, names).orElseThrow().body(typed), UTF_8);
  }

  @Test
  void typedFieldsReplaceDefaultsAndOthersAreSentUnchanged() {
    assertEquals(
        "csrf=a%2Bb%22&user=me&password=%C3%BC+%26&lang=de&note=x%0Ay&keep=on&kind=2",
        body(
            """
            <form method=POST><input type=hidden name=csrf value='a+b&quot;'>
            <input name=user value=old><input type=password name=password>
            <select name=lang><option value=en>E<option value=de selected>D</select>
            <textarea name=note>x
            y</textarea><input type=checkbox name=keep checked><input type=checkbox name=no>
            <input type=radio name=kind value=1><input type=radio name=kind value=2 checked>
            <input name=off disabled value=1><input name=nameless type=submit value=Go>
            <input value=x></form>
            """,
            Map.of("user", "me", "password", "ü &")));
  }

  @Test
  void aBoxIsTickedByTypingItsValue() {
    assertEquals(
        "u=me&keep=yes",
        body(
            "<form method=post><input name=u><input type=checkbox name=keep></form>",
            Map.of("u", "me", "keep", "yes")));
  }

  @Test
  void theFirstFormWithAllNamesIsFound() {
    String html =
        "<form action=/search><input name=q></form>"
            + "<form action=one><input name=u></form>"
            + "<form action=two method=post><input name=u><input name=p></form>";
    PageForm both = find(html, "u", "p").orElseThrow();
    assertEquals(Optional.of(CrawlUrl.of("https://a.example/in/two")), both.action());
    assertTrue(both.isPost());
    PageForm one = find(html, "u").orElseThrow();
    assertEquals(Optional.of(CrawlUrl.of("https://a.example/in/one")), one.action());
    assertFalse(one.isPost());
    assertEquals(Optional.empty(), find(html, "u", "q"));
  }

  @Test
  void aFormWithoutActionGoesToItsPageAndOneWithABaseBelowThat() {
    assertEquals(Optional.of(URL), find("<form><input name=u>", "u").orElseThrow().action());
    assertEquals(
        Optional.of(CrawlUrl.of("https://b.example/c/x")),
        find("<base href=//b.example/c/><form action=x><input name=u>", "u")
            .orElseThrow()
            .action());
    assertEquals(
        Optional.empty(),
        find("<form action='javascript:x()'><input name=u>", "u").orElseThrow().action());
  }
}
