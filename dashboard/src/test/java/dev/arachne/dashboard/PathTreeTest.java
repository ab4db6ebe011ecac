package dev.arachne.dashboard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class PathTreeTest {
  private final PathTree tree = new PathTree();

  private JsonNode json() {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), text)) {
      tree.write(json);
    }
    return new ObjectMapper().readTree(text.toString());
  }

  @Test
  void aUrlCountsForItsHostAndForEachFolderThatItIsIn() {
    tree.add("http://a/docs/api/x?y=/z/", Outcome.PENDING, 1, 0);
    tree.add("http://a/docs/", Outcome.PENDING, 1, 0);
    tree.decide("http://a/docs/api/x?y=/z/", Outcome.BROKEN, 7);
    JsonNode host = json().get(0);
    assertEquals("http://a", host.get("name").asString());
    assertEquals(2, host.get("urls").asInt());
    assertEquals(1, host.get("pending").asInt());
    assertEquals(1, host.get("broken").asInt());
    assertEquals(7, host.get("bytes").asInt());
    JsonNode docs = host.get("inside").get(0);
    assertEquals("http://a/docs/", docs.get("path").asString());
    assertEquals("api/", docs.get("inside").get(0).get("name").asString());
    assertEquals(0, docs.get("inside").get(0).get("inside").size(), "a query has no folders");
  }

  @Test
  void aTrapOfAMillionFoldersIsCountedInBoundedMemoryAndText() {
    for (int i = 0; i < 1_000_000; i++) {
      tree.add("http://a/trap/" + i + "/" + i + "/", Outcome.PENDING, 1, 0);
    }
    tree.add("http://a/real/", Outcome.FINE, 1, 0);
    JsonNode host = json().get(0);
    assertEquals(1_000_001, host.get("urls").asInt());
    JsonNode trap = host.get("inside").get(0);
    assertEquals(1_000_000, trap.get("urls").asInt());
    assertTrue(trap.get("folders").asInt() <= 20_000);
    assertTrue(json().toString().length() < 100_000);
  }
}
