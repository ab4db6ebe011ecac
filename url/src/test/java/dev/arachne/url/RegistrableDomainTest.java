package dev.arachne.url;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class RegistrableDomainTest {

  @TestFactory
  Stream<DynamicTest> agreesWithTheTestVectorsOfThePublicSuffixList() {
    return Suites.read("psl/cases.json")
        .valueStream()
        .map(row -> dynamicTest(row.get("input").toString(), () -> check(row)));
  }

  @ParameterizedTest
  @CsvSource({
    "www.example.co.uk, example.co.uk",
    "example.com., example.com",
    "alice.github.io, alice.github.io",
    "localhost, ",
    "127.0.0.1, ",
    "[::1], ",
    "co.uk, ",
    "'', ",
    "., ",
    "a..com, ",
  })
  void aHostThatCanBeCrawledHasOneOrNone(String host, @Nullable String domain) {
    assertEquals(Optional.ofNullable(domain), RegistrableDomain.of(host));
  }

  @Test
  void everyInternationalRuleIsSpeltAsIdnaSpellsIt() throws IOException {
    try (var list = getClass().getResourceAsStream(PublicSuffixes.LIST)) {
      var names =
          new String(requireNonNull(list).readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.startsWith("//") && line.chars().anyMatch(c -> c >= 0x80))
              .toList();
      assertTrue(names.size() > 100);
      for (String name : names) {
        assertEquals(name, Idna.toUnicode(requireNonNull(Idna.toAscii(name))));
      }
    }
  }

  private static void check(JsonNode row) {
    assertEquals(
        text(row, "registrable_domain"), RegistrableDomain.of(text(row, "input").orElse("")));
  }

  private static Optional<String> text(JsonNode row, String field) {
    return row.get(field).isNull() ? Optional.empty() : Optional.of(row.get(field).asString());
  }
}
