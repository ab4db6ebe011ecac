package dev.arachne.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.HttpLimits;
import dev.arachne.protocol.Limit;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** HPACK by the examples of RFC 7541 appendix C, and at its bounds. */
final class HpackTest {

  private final HpackDecoder decoder = new HpackDecoder(4096);

  /** Sections of one connection, in order, each with its fields and the table's size after it. */
  record Example(String name, int table, List<String> sections, List<String> fields) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final String GET =
      ":method: GET|:scheme: http|:path: /|:authority: www.example.com";
  private static final String CACHE = GET + "|cache-control: no-cache";
  private static final String CUSTOM =
      ":method: GET|:scheme: https|:path: /index.html|:authority: www.example.com"
          + "|custom-key: custom-value";
  private static final String FIRST =
      ":status: 302|cache-control: private|date: Mon, 21 Oct 2013 20:13:21 GMT"
          + "|location: https://www.example.com";
  private static final String SECOND = FIRST.replace("302", "307");
  private static final String THIRD =
      ":status: 200|cache-control: private|date: Mon, 21 Oct 2013 20:13:22 GMT"
          + "|location: https://www.example.com|content-encoding: gzip"
          + "|set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1";

  static Stream<Example> examples() {
    return Stream.of(
        new Example(
            "C.2.1",
            4096,
            List.of("400a637573746f6d2d6b65790d637573746f6d2d686561646572"),
            List.of("custom-key: custom-header")),
        new Example(
            "C.2.2", 4096, List.of("040c2f73616d706c652f70617468"), List.of(":path: /sample/path")),
        new Example(
            "C.2.3",
            4096,
            List.of("100870617373776f726406736563726574"),
            List.of("password: secret")),
        new Example("C.2.4", 4096, List.of("82"), List.of(":method: GET")),
        new Example(
            "C.3",
            4096,
            List.of(
                "828684410f7777772e6578616d706c652e636f6d",
                "828684be58086e6f2d6361636865",
                "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565"),
            List.of(GET, CACHE, CUSTOM)),
        new Example(
            "C.4",
            4096,
            List.of(
                "828684418cf1e3c2e5f23a6ba0ab90f4ff",
                "828684be5886a8eb10649cbf",
                "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"),
            List.of(GET, CACHE, CUSTOM)),
        new Example(
            "C.5",
            256,
            List.of(
                "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a3231"
                    + "20474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d",
                "4803333037c1c0bf",
                "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a697077"
                    + "38666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d61"
                    + "67653d333630303b2076657273696f6e3d31"),
            List.of(FIRST, SECOND, THIRD)),
        new Example(
            "C.6",
            256,
            List.of(
                "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad17"
                    + "1863c78f0b97c8e9ae82ae43d3",
                "4883640effc1c0bf",
                "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6"
                    + "c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007"),
            List.of(FIRST, SECOND, THIRD)));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleOfTheStandardIsReadAsItSays(Example example) throws Exception {
    var its = new HpackDecoder(example.table());
    for (int i = 0; i < example.sections().size(); i++) {
      assertEquals(example.fields().get(i), decode(its, example.sections().get(i)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "80, index 0",
    "be, an index beyond the tables",
    "ffffffffff0f, an index beyond all numbers",
    "ff8080808080808000, an index with more zeros than it needs",
    "41, a literal without its value",
    "4105616263, a string longer than the section",
    "0003616263, a name without its value",
    "8220, a table size behind a field",
    "202020, three table sizes",
    "3fe21f, a table larger than was allowed",
    "4082ffff0161, EOS in a string",
    "4081ff0161, a string of padding alone",
    "408127ff, a padding of zeros",
    "4087a8eb10649cbfff0161, padding of more than seven bits",
  })
  void aSectionThatIsNotWellFormedIsRefused(String hex, String what) {
    assertThrows(Http2Exception.class, () -> decode(decoder, hex), what);
  }

  @Test
  void aTableSizeAtTheBoundIsTaken() throws Exception {
    assertEquals(":method: GET", decode(decoder, "3fe11f82"));
  }

  @Test
  void aSmallSectionThatExpandsIsBoundedByTheSizeOfTheList() throws Exception {
    var section = new FieldSection(HttpLimits.DEFAULT.withHeadBytes(16_384));
    var bomb = new ByteArrayOutputStream();
    bomb.writeBytes(HexFormat.of().parseHex("400161" + "7fa11e")); // a: 4,000 bytes, to the table
    bomb.writeBytes("x".repeat(4_000).getBytes(StandardCharsets.ISO_8859_1));
    for (int i = 0; i < 12_000; i++) {
      bomb.write(0xBE);
    }
    decoder.decode(bomb.toByteArray(), 0, bomb.size(), section);
    assertEquals(Limit.HEAD_BYTES, section.exceeded());
    assertTrue(section.bytes().length <= 32_768);
    assertEquals("a: " + "x".repeat(4_000), decode(decoder, "be")); // The table is as it should be.
  }

  @Test
  void tinyFieldsAreBoundedByTheirNumber() throws Exception {
    var section = new FieldSection(HttpLimits.DEFAULT.withFields(100));
    byte[] many = new byte[5_000];
    Arrays.fill(many, (byte) 0x82);
    decoder.decode(many, 0, many.length, section);
    assertEquals(Limit.FIELDS, section.exceeded());
    assertEquals(100, section.count());
  }

  @Test
  void aFieldLargerThanTheTableEmptiesIt() throws Exception {
    var small = new HpackDecoder(64);
    decode(small, "4001610162");
    decode(small, "400161" + "40" + "78".repeat(64));
    assertThrows(Http2Exception.class, () -> decode(small, "be"));
  }

  @Test
  void theYoungestFieldsAreKeptAsTheTableGrowsAndForgets() throws Exception {
    for (int i = 0; i < 500; i++) {
      String value = HexFormat.of().formatHex("%03d".formatted(i).getBytes(StandardCharsets.UTF_8));
      decode(decoder, "400161" + "03" + value);
      assertEquals("a: %03d".formatted(i), decode(decoder, "be"));
      int oldest = Math.min(i, 4096 / 36 - 1);
      int number = 62 + oldest - 127;
      String hex =
          number < 0
              ? HexFormat.of().formatHex(new byte[] {(byte) (0x80 | 62 + oldest)})
              : "ff" + HexFormat.of().formatHex(new byte[] {(byte) number});
      assertEquals("a: %03d".formatted(i - oldest), decode(decoder, hex));
    }
  }

  @Test
  void anythingIsReadAsThisEncoderWroteIt() throws Exception {
    var all = new StringBuilder();
    for (char c = 0; c < 256; c++) {
      all.append(c);
    }
    var encoder = new HpackEncoder();
    for (String value : List.of("", "a", all.toString(), "~".repeat(300), "\u00ff".repeat(200))) {
      encoder.begin();
      encoder.field("user-agent", value);
      encoder.field("x-other", value);
      String hex = HexFormat.of().formatHex(encoder.bytes(), 0, encoder.length());
      var section = new FieldSection(HttpLimits.DEFAULT);
      byte[] wire = HexFormat.of().parseHex(hex);
      decoder.decode(wire, 0, wire.length, section);
      assertEquals(value, section.headers(0).latin1Value(0));
      assertEquals(value, section.headers(0).latin1Value(1));
    }
  }

  @Test
  void repeatedFieldsTakeAByteAndSecretsStayOutOfTables() throws Exception {
    var encoder = new HpackEncoder();
    encoder.begin();
    encoder.field("user-agent", "Arachne/0.1");
    encoder.begin();
    encoder.field("user-agent", "Arachne/0.1");
    assertEquals(1, encoder.length());
    for (String name : List.of("cookie", "authorization")) {
      encoder.begin();
      encoder.field(name, "secret");
      assertEquals(0x10, encoder.bytes()[0] & 0xF0, name);
    }
  }

  @Test
  void aSmallerTableIsSaidBeforeTheNextField() throws Exception {
    var encoder = new HpackEncoder();
    encoder.allowTable(0);
    encoder.allowTable(100);
    encoder.begin();
    encoder.field("user-agent", "a".repeat(100));
    assertEquals(0x20, encoder.bytes()[0]);
    assertEquals(0x3f, encoder.bytes()[1]);
    encoder.begin();
    encoder.field("user-agent", "a".repeat(100));
    assertTrue(encoder.length() > 1, "no entry of the table");
    assertEquals(0x40, encoder.bytes()[0] & 0xC0);
  }

  private static String decode(HpackDecoder its, String hex) throws Http2Exception {
    byte[] wire = HexFormat.of().parseHex(hex);
    var section = new FieldSection(HttpLimits.DEFAULT);
    its.decode(wire, 0, wire.length, section);
    Headers headers = section.headers(0);
    var fields = new ArrayList<String>();
    for (int i = 0; i < headers.count(); i++) {
      fields.add(headers.name(i) + ": " + headers.value(i));
    }
    return String.join("|", fields);
  }
}
