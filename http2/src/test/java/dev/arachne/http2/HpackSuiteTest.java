package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.testkit.Suites;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The stories of http2jp's hpack-test-case, as four encoders have written them. */
final class HpackSuiteTest {

  private static final int TAR_BLOCK = 512;

  @TestFactory
  List<DynamicTest> eachStoryIsReadAsItWasMeant() throws IOException {
    List<Path> archives = Suites.files("hpack", ".tar.gz");
    assumeTrue(!archives.isEmpty(), Suites.MISSING);
    var tests = new ArrayList<DynamicTest>();
    for (Path archive : archives) {
      stories(archive)
          .forEach((name, story) -> tests.add(dynamicTest(name, () -> checkDecoder(story))));
    }
    assertTrue(tests.size() > 120, () -> tests.size() + " stories");
    return tests;
  }

  @TestFactory
  List<DynamicTest> eachStoryIsReadAsItWasMeantWhenThisEncoderWroteIt() throws IOException {
    List<Path> archives = Suites.files("hpack", "go-hpack.tar.gz");
    assumeTrue(!archives.isEmpty(), Suites.MISSING);
    var tests = new ArrayList<DynamicTest>();
    stories(archives.getFirst())
        .forEach((name, story) -> tests.add(dynamicTest(name, () -> checkEncoder(story))));
    return tests;
  }

  private static void checkDecoder(JsonNode story) throws Http2Exception {
    int largest = 4096;
    for (JsonNode each : story.get("cases")) {
      largest = Math.max(largest, tableSize(each));
    }
    var decoder = new HpackDecoder(largest);
    for (JsonNode each : story.get("cases")) {
      byte[] wire = HexFormat.of().parseHex(each.get("wire").asString());
      assertEquals(expected(each), decoded(decoder, wire, wire.length));
    }
  }

  private static void checkEncoder(JsonNode story) throws Http2Exception {
    var encoder = new HpackEncoder();
    var decoder = new HpackDecoder(HpackEncoder.LARGEST_TABLE);
    for (JsonNode each : story.get("cases")) {
      encoder.allowTable(tableSize(each));
      encoder.begin();
      for (JsonNode field : each.get("headers")) {
        field.propertyStream().forEach(it -> encoder.field(it.getKey(), it.getValue().asString()));
      }
      assertEquals(expected(each), decoded(decoder, encoder.bytes(), encoder.length()));
    }
  }

  private static int tableSize(JsonNode each) {
    return each.has("header_table_size") ? each.get("header_table_size").asInt() : 4096;
  }

  private static List<String> expected(JsonNode each) {
    var fields = new ArrayList<String>();
    for (JsonNode field : each.get("headers")) {
      field
          .propertyStream()
          .forEach(it -> fields.add(it.getKey() + ": " + it.getValue().asString()));
    }
    return fields;
  }

  private static List<String> decoded(HpackDecoder decoder, byte[] wire, int length)
      throws Http2Exception {
    var section = new FieldSection(HttpLimits.DEFAULT);
    decoder.decode(wire, 0, length, section);
    Headers headers = section.headers(0);
    var fields = new ArrayList<String>();
    for (int i = 0; i < headers.count(); i++) {
      fields.add(headers.name(i) + ": " + headers.value(i));
    }
    return fields;
  }

  /** The JSON files of a gzipped tar archive. */
  private static Map<String, JsonNode> stories(Path archive) throws IOException {
    var stories = new TreeMap<String, JsonNode>();
    var mapper = new ObjectMapper();
    try (var gzip = new GZIPInputStream(new ByteArrayInputStream(Suites.read(archive)));
        var in = new DataInputStream(gzip)) {
      byte[] header = new byte[TAR_BLOCK];
      for (in.readFully(header); header[0] != 0; in.readFully(header)) {
        String name = text(header, 0, 100);
        int size = Integer.parseInt(text(header, 124, 11).strip(), 8);
        byte[] content = in.readNBytes(size);
        in.skipNBytes((TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
        if (name.endsWith(".json")) {
          stories.put(name, mapper.readTree(content));
        }
      }
    }
    return stories;
  }

  private static String text(byte[] header, int from, int most) {
    String field = new String(header, from, most, StandardCharsets.ISO_8859_1);
    int end = field.indexOf('\0');
    return end < 0 ? field : field.substring(0, end);
  }
}
