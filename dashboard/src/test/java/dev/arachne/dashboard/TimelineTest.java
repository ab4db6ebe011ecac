package dev.arachne.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.report.Bottleneck;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class TimelineTest {
  private static final long START = 1_700_000_000_000L;

  private final Timeline timeline = new Timeline();

  private JsonNode json() {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      timeline.write(json);
    }
    return new ObjectMapper().readTree(text.toString());
  }

  private JsonNode end() {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      timeline.writeEnd(json);
    }
    return new ObjectMapper().readTree(text.toString());
  }

  private static long sum(JsonNode list) {
    long sum = 0;
    for (JsonNode each : list) {
      sum += each.asLong();
    }
    return sum;
  }

  @Test
  void eachSecondIsABitWithWhatWasDecidedAndWhatLimitedIt() {
    timeline.add(START, Outcome.FINE, 3);
    timeline.add(START, Optional.of(Bottleneck.Kind.NETWORK));
    timeline.add(START + 2_000, Outcome.FAILED, 1);
    JsonNode json = json();
    assertEquals(1, json.get("width").asInt());
    assertEquals("[3,0,0]", json.get("fine").toString());
    assertEquals("[0,0,1]", json.get("failed").toString());
    assertEquals("[" + Bottleneck.Kind.NETWORK.ordinal() + ",-1,-1]", json.get("by").toString());
  }

  @Test
  void howeverLongACrawlTakesTheBitsAreFewAndLoseNothing() {
    for (int second = 0; second < 100_000; second++) {
      timeline.add(START + second * 1_000L, Outcome.FINE, 2);
    }
    JsonNode json = json();
    assertTrue(json.get("fine").size() <= 360, () -> "" + json.get("fine").size());
    assertEquals(200_000, sum(json.get("fine")));
    assertEquals(512, json.get("width").asInt());
  }

  @Test
  void theEndIsTheLastBitsAndSaysWhereTheyBegin() {
    for (int second = 0; second < 100; second++) {
      timeline.add(START + second * 1_000L, Outcome.FINE, second + 1);
    }
    JsonNode all = json();
    JsonNode end = end();
    int from = end.get("from").asInt();
    assertEquals(0, all.get("from").asInt());
    assertEquals(all.get("width"), end.get("width"));
    assertTrue(from > 80, () -> end.toString());
    assertEquals(100, from + end.get("fine").size());
    for (int i = from; i < 100; i++) {
      assertEquals(all.get("fine").get(i), end.get("fine").get(i - from));
      assertEquals(all.get("by").get(i), end.get("by").get(i - from));
    }
  }

  @Test
  void daysBetweenTwoProcessesTakeNoRoom() {
    timeline.add(START, Outcome.FINE, 1);
    timeline.add(START + 5 * 86_400_000L, Outcome.FINE, 1);
    JsonNode json = json();
    assertEquals(1, json.get("width").asInt());
    assertEquals(2, sum(json.get("fine")));
  }

  @Test
  void verdictsBetweenTwoReadingsAreSpreadOverTheSecondsBetween() {
    timeline.add(START, Outcome.FINE, 1);
    timeline.add(START, START + 3_000, Outcome.FINE, 10);
    assertEquals("[4,3,4]", json().get("fine").toString());
  }
}
