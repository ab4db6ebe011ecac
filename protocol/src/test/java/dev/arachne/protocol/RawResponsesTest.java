package dev.arachne.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.arachne.protocol.ResponseParser.Event;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The replies that the tests of llhttp and Go's net/http are made of, each cut in many ways. */
final class RawResponsesTest {

  private static final List<String> BINDING = List.of("strong", "good", "consensus");

  @TestFactory
  List<DynamicTest> repliesOfOtherProjectsAreReadAsTheyExpect() throws Exception {
    Path file = Path.of(System.getProperty("arachne.suites", ""), "http", "raw-responses.json");
    assumeTrue(Files.isRegularFile(file), () -> "SKIPPED: no suite at " + file);
    var tests = new ArrayList<DynamicTest>();
    for (JsonNode entry : new ObjectMapper().readTree(Files.readAllBytes(file))) {
      tests.add(dynamicTest(entry.get("id").asString(), () -> check(entry)));
    }
    return tests;
  }

  private static void check(JsonNode entry) {
    byte[] reply = Base64.getDecoder().decode(entry.get("reply_b64").asString());
    Parsed parsed = Parsed.whole(reply);
    assertEquals(parsed, Parsed.byteByByte(reply));
    var random = new SplittableRandom(reply.length);
    for (int i = 0; i < 50; i++) {
      assertEquals(parsed, Parsed.inRandomPieces(reply, random));
    }
    JsonNode expect = entry.get("expect");
    boolean binding = BINDING.contains(entry.get("grade").asString());
    switch (expect.get("outcome").asString()) {
      case "ok" -> {
        if (binding) {
          assertEquals(Event.COMPLETE, parsed.end(), parsed::toString);
          assertEquals(expect.get("status").asInt(), parsed.status());
          assertEquals(bodyOf(expect), parsed.body());
        } else if (parsed.end() == Event.COMPLETE) {
          assertTrue(
              parsed.body().length() >= Math.min(1, bodyOf(expect).length()), parsed::toString);
        }
      }
      case "error" -> {
        if (binding) {
          assertNotEquals(Event.COMPLETE, parsed.end(), parsed::toString);
        }
      }
      default -> assertNotEquals(Event.NEED_INPUT, parsed.end());
    }
  }

  private static String bodyOf(JsonNode expect) {
    byte[] body = Base64.getDecoder().decode(expect.get("body_b64").asString());
    return new String(body, StandardCharsets.ISO_8859_1);
  }
}
