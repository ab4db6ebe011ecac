package dev.arachne.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;

class RegistrableDomainTest {

  @TestFactory
  Stream<DynamicTest> agreesWithTheTestVectorsOfThePublicSuffixList() {
    return Suites.read("psl/cases.json")
        .valueStream()
        .map(row -> dynamicTest(row.get("input").toString(), () -> check(row)));
  }

  private static void check(JsonNode row) {
    assertEquals(
        text(row, "registrable_domain"), RegistrableDomain.of(text(row, "input").orElse("")));
  }

  private static Optional<String> text(JsonNode row, String field) {
    return row.get(field).isNull() ? Optional.empty() : Optional.of(row.get(field).asString());
  }
}
