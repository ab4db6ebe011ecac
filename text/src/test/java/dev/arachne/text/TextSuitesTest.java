package dev.arachne.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.testkit.Suites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tables of single values: what a header or the first bytes of a page say of its encoding. */
class TextSuitesTest {

  @TestFactory
  Stream<DynamicTest> aMediaTypeIsParsedAsInTheTable() {
    return cases("url/mime-types.json")
        .filter(JsonNode::isObject)
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkMediaType(test)));
  }

  @TestFactory
  Stream<DynamicTest> severalContentTypeFieldsMakeTheMediaTypeOfTheTable() {
    return cases("html/wpt-content-types.json")
        .map(test -> dynamicTest(test.get("input").toString(), () -> checkFields(test)));
  }

  @TestFactory
  Stream<DynamicTest> theEncodingIsThatOfTheSniffingTable() {
    return cases("html/encoding-sniffing.json")
        .map(test -> dynamicTest(test.get("file").asString(), () -> checkSniffing(test)));
  }

  @TestFactory
  Stream<DynamicTest> theEncodingIsThatOfTheDerivedTable() {
    return cases("html/derived-encoding.json")
        .map(test -> dynamicTest(test.get("file").asString(), () -> checkPrescan(test)));
  }

  private static void checkMediaType(JsonNode test) {
    Optional<MediaType> type = MediaType.parse(test.get("input").asString());
    assertEquals(stringOrNull(test.get("output")), type.map(MediaType::toString).orElse(null));
    if (test.has("encoding")) {
      assertEquals(stringOrNull(test.get("encoding")), encodingOf(type));
    }
  }

  private static void checkFields(JsonNode test) {
    List<String> fields = new ArrayList<>();
    test.get("input").forEach(field -> fields.add(field.asString()));
    Optional<MediaType> type = MediaType.ofFields(fields);
    assertEquals(stringOrNull(test.get("mimeType")), type.map(MediaType::toString).orElse(null));
    assertEquals(
        stringOrNull(test.get("documentContentType")), type.map(MediaType::essence).orElse(null));
    assertEquals(stringOrNull(test.get("encoding")), encodingOf(type));
  }

  private static void checkSniffing(JsonNode test) {
    byte[] bytes = Base64.getDecoder().decode(test.get("bytes_b64").asString());
    Optional<MediaType> type =
        Optional.ofNullable(stringOrNull(test.get("http_charset")))
            .flatMap(charset -> MediaType.parse("text/html;charset=" + charset));
    Encoding fallback = Encoding.forLabel(test.get("default").asString()).orElseThrow();
    Encoding encoding = EncodingSniffer.declared(bytes, 0, bytes.length, type).orElse(fallback);
    assertEquals(test.get("expect").asString(), encoding.standardName());
  }

  private static void checkPrescan(JsonNode test) {
    byte[] bytes = Base64.getDecoder().decode(test.get("bytes_b64").asString());
    Encoding encoding =
        EncodingSniffer.declared(bytes, 0, bytes.length, Optional.empty())
            .orElse(Encoding.WINDOWS_1252);
    Encoding expected = Encoding.forLabel(test.get("encoding").asString()).orElseThrow();
    if (test.get("prescan_agrees").asBoolean()) {
      assertEquals(expected, encoding);
    } else {
      assertEquals(Encoding.WINDOWS_1252, encoding, "declared behind the first 1024 bytes");
    }
  }

  private static @Nullable String encodingOf(Optional<MediaType> type) {
    return type.flatMap(MediaType::charset)
        .flatMap(Encoding::forLabel)
        .map(Encoding::standardName)
        .orElse(null);
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
