package dev.arachne.cli;

import static dev.arachne.testkit.Reply.html;
import static dev.arachne.testkit.Reply.redirect;
import static dev.arachne.testkit.Reply.reset;
import static dev.arachne.testkit.Reply.text;
import static dev.arachne.testkit.Route.route;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.arachne.testkit.TestSite;
import dev.arachne.testkit.TestWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** JSON outputs against the schemas in docs/schemas. */
class JsonOutputsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path temporary;

  private static TestSite site() {
    return TestSite.of(
        route("/robots.txt", text("User-agent: *\nDisallow: /closed\nCrawl-delay: 0\n")),
        route(
            "/",
            html(
                "<title>The  start</title><a href=/a rel=next>A</a><a href=/gone><a href=/closed><a href=/moved>")),
        route("/a", html("<a href=http://other.invalid/><a href=/broken>")),
        route("/moved", redirect(301, "/a")),
        route("/broken", reset()));
  }

  @Test
  void everyJsonOutputIsOfItsSchema() throws Exception {
    String kept = temporary.resolve("x.crawl").toString();
    Path pages = temporary.resolve("pages.jsonl");
    try (TestWeb web = TestWeb.serve(site())) {
      String crawl =
          "crawl -q --max-tries 1 --dir %s --save %s -o %s %s"
              .formatted(kept, temporary.resolve("saved"), pages, web.url("/"));
      assertEquals(0, CapturedOutput.by(crawl.split(" ")).code());
      CapturedOutput.by("tell", kept, "exclude=/x/");
      validate("pages", Files.readString(pages), 6);
      validate("list", printed("list", "--json", kept), 6);
      validate("status", printed("status", "--json", kept), 1);
      validate("audit", printed("audit", "--json", kept), 1);
      validate("links", printed("links", "--json", web.url("/")), 4);
      validate("robots", printed("robots", "--json", web.url("/closed")), 1);
      validate("robots", printed("robots", "--json", web.url("/a")), 1);
    }
  }

  @Test
  void violationsOfASchemaAreFound() throws Exception {
    JsonNode schema = schema("links");
    assertEquals(
        List.of("$.url: missing", "$.kind: missing", "$.more: unknown", "$.text: not a string"),
        faults(schema, JSON.readTree("{\"rel\":\"\",\"text\":1,\"more\":2}"), "$"));
  }

  private static String printed(String... arguments) {
    CapturedOutput told = CapturedOutput.by(arguments);
    return told.out() + told.body();
  }

  private static JsonNode schema(String name) throws IOException {
    return JSON.readTree(Files.readString(Path.of("../docs/schemas/" + name + ".schema.json")));
  }

  private static void validate(String name, String lines, int least) throws IOException {
    JsonNode schema = schema(name);
    List<String> all = lines.lines().toList();
    assertFalse(all.size() < least, name + ": " + lines);
    for (String line : all) {
      assertEquals(List.of(), faults(schema, JSON.readTree(line), "$"), name + ": " + line);
    }
  }

  /** The words of JSON Schema that the schemas use, and no others. */
  private static List<String> faults(JsonNode schema, JsonNode value, String at) {
    List<String> faults = new ArrayList<>();
    String type = schema.path("type").asString("");
    boolean isOfType =
        switch (type) {
          case "object" -> value.isObject();
          case "array" -> value.isArray();
          case "string" -> value.isString();
          case "integer" -> value.isIntegralNumber();
          case "number" -> value.isNumber();
          case "boolean" -> value.isBoolean();
          default -> throw new AssertionError("a schema of type " + type);
        };
    if (!isOfType) {
      return List.of(at + ": not a" + (type.matches("[aeiou].*") ? "n " : " ") + type);
    }
    for (JsonNode name : schema.path("required")) {
      if (!value.has(name.asString())) {
        faults.add(at + "." + name.asString() + ": missing");
      }
    }
    if (value.isObject() && schema.has("properties")) {
      value.properties().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(member -> {
            JsonNode its = schema.get("properties").get(member.getKey());
            if (its == null) {
              faults.add(at + "." + member.getKey() + ": unknown");
            } else {
              faults.addAll(faults(its, member.getValue(), at + "." + member.getKey()));
            }
          });
    }
    if (schema.has("enum") && schema.get("enum").valueStream().noneMatch(value::equals)) {
      faults.add(at + ": not one of " + schema.get("enum"));
    }
    if (value.isArray() && schema.has("items")) {
      value.forEach(item -> faults.addAll(faults(schema.get("items"), item, at + "[]")));
    }
    return faults;
  }
}
