package dev.arachne.cli;

import dev.arachne.testkit.GeneratedPage;
import dev.arachne.testkit.JsonSchema;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The page {@code docs/json.md}, which is made from the schemas. */
class JsonPageTest {
  private static final GeneratedPage PAGE = new GeneratedPage("json.md", "cli", JsonPageTest.class);

  @Test
  void thePageIsThatOfTheSchemas() throws Exception {
    PAGE.check(page());
  }

  private static String page() throws IOException {
    var page =
        new StringBuilder(
            """
            # JSON

            The JSON that Arachne writes, with a [JSON Schema](https://json-schema.org/) each. The tests validate the output of every verb below against its schema. Within a version
            of the program, members are only added; a removed or renamed member is announced in the [changelog](../CHANGELOG.md).

            Times are in UTC, in the form `2026-11-23T21:00:00.123Z`. Durations are numbers of seconds, unless the name ends in `ms` or `Ms`; sizes are in bytes. Records of `arachne scrape`
            have the members that your rules name. SARIF of `arachne report` has a [schema of its own](https://docs.oasis-open.org/sarif/sarif/v2.1.0/).

            This page is made from the schemas; after a change there, type

            ```
            COMMAND
            ```

            | output | schema |
            | --- | --- |
            """
                .replace("COMMAND", PAGE.command()));
    for (JsonOutput output : JsonOutput.ALL) {
      page.append("| `%s` | ".formatted(output.example()));
      page.append(
          output.schemas().stream()
              .map(name -> "[%s.schema.json](schemas/%s.schema.json)".formatted(name, name))
              .collect(Collectors.joining(", ")));
      page.append(" |\n");
    }
    List<String> schemas =
        JsonOutput.ALL.stream().flatMap(output -> output.schemas().stream()).distinct().toList();
    for (String name : schemas) {
      section(JsonSchema.of(name), page);
    }
    return page.toString();
  }

  private static void section(JsonSchema schema, StringBuilder page) {
    page.append("\n## ").append(schema.root().get("title").asString()).append("\n\n");
    page.append(schema.root().get("description").asString()).append("\n\n");
    page.append("| member | type | meaning |\n| --- | --- | --- |\n");
    for (JsonSchema.Member member : schema.members()) {
      JsonNode its = member.schema();
      page.append(
          "| `%s`%s | %s | %s%s |\n"
              .formatted(
                  member.path(),
                  member.isRequired() ? "" : " (optional)",
                  its.has("format") ? "time" : its.get("type").asString(),
                  its.get("description").asString(),
                  its.has("enum")
                      ? its.get("enum")
                          .valueStream()
                          .map(JsonNode::asString)
                          .collect(Collectors.joining(", ", " One of ", "."))
                      : ""));
    }
  }
}
