package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tables of single values: what a header, an attribute or the first bytes of a page mean. */
class ValueSuitesTest {

  @TestFactory
  Stream<DynamicTest> aRefreshHasTheDelayAndUrlOfTheTable() {
    return cases("html/meta-refresh.json")
        .map(test -> dynamicTest(test.get("content").toString(), () -> checkRefresh(test)));
  }

  @TestFactory
  Stream<DynamicTest> theFirstCandidateOfASrcsetIsThatOfTheTable() {
    return cases("html/srcset.json")
        .map(test -> dynamicTest(test.get("srcset").toString(), () -> checkSrcset(test)));
  }

  @TestFactory
  Stream<DynamicTest> startTagsHaveTheAttributesOfTheTable() {
    return cases("html/derived-tokenizer-attributes.json")
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkAttributes(test)));
  }

  private static void checkRefresh(JsonNode test) {
    byte[] content = test.get("content").asString().getBytes(UTF_8);
    MetaRefresh refresh = MetaRefresh.parse(content, 0, content.length);
    JsonNode expected = test.get("expect");
    if (refresh == null || expected.isNull()) {
      assertEquals(expected.isNull(), refresh == null);
      return;
    }
    int length = refresh.urlTo() - refresh.urlFrom();
    String url = new String(content, refresh.urlFrom(), length, UTF_8);
    assertEquals(expected.get("delay").asInt(), refresh.seconds());
    // the table gives the URL as its parser would read it: trimmed, tabs and line ends dropped
    assertEquals(expected.get("url").asString(), url.strip().replaceAll("[\t\r\n]", ""));
  }

  private static void checkSrcset(JsonNode test) {
    byte[] value = test.get("srcset").asString().getBytes(UTF_8);
    Srcset srcset = new Srcset();
    srcset.begin(value, 0, value.length);
    @Nullable String first =
        srcset.next() ? new String(value, srcset.from(), srcset.to() - srcset.from(), UTF_8) : null;
    assertEquals(stringOrNull(test.get("selected")), first);
  }

  private static void checkAttributes(JsonNode test) {
    List<Object> expected = new ArrayList<>();
    for (JsonNode tag : test.get("start_tags")) {
      Map<String, String> attributes = new HashMap<>();
      tag.get("attrs").forEachEntry((name, value) -> attributes.put(name, value.asString()));
      if (!attributes.isEmpty()) { // the table has some tags without any and lacks others
        expected.add(List.of(tag.get("name").asString(), attributes));
      }
    }
    List<Object> actual = new ArrayList<>();
    byte[] input = test.get("input").asString().getBytes(UTF_8);
    for (List<@Nullable Object> token : TokenList.of(input, ContentModel.DATA, new byte[0])) {
      if ("StartTag".equals(token.get(0)) && !Map.of().equals(token.get(2))) {
        actual.add(token.subList(1, 3));
      }
    }
    assertEquals(expected, actual);
  }

  private static @Nullable String stringOrNull(JsonNode node) {
    return node.isNull() ? null : node.asString();
  }

  private static Stream<JsonNode> cases(String name) {
    Optional<Path> file = Suites.file(name);
    assumeTrue(file.isPresent(), Suites.MISSING);
    // As text: the byte reader rejects names whose characters beyond the BMP are escaped as a pair.
    return JsonMapper.shared().readTree(Suites.text(file.get())).valueStream();
  }
}
