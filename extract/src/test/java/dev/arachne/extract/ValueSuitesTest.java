package dev.arachne.extract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tables of single values: what an attribute means. */
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
