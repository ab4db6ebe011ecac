package dev.arachne.robots;

import static dev.arachne.robots.RobotsDirective.NOARCHIVE;
import static dev.arachne.robots.RobotsDirective.NOFOLLOW;
import static dev.arachne.robots.RobotsDirective.NOINDEX;
import static dev.arachne.robots.RobotsDirective.NOSNIPPET;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RobotsDirectivesTest {

  private static Set<RobotsDirective> meta(String content) {
    return RobotsDirectives.ofMeta(content).all();
  }

  private static Set<RobotsDirective> headers(String... values) {
    return RobotsDirectives.ofHeaders(List.of(values), "arachne").all();
  }

  @Test
  void directivesAreReadWithoutRegardToCaseAndSpace() {
    assertEquals(Set.of(NOINDEX, NOFOLLOW), meta(" NoIndex ,nofollow"));
    assertEquals(Set.of(NOARCHIVE), meta("nocache,"));
    assertEquals(Set.of(), meta("index, follow, all, noodp, max-snippet:-1, nofollows"));
    assertEquals(Set.of(), meta(""));
  }

  @Test
  void noneIsNeitherIndexNorFollow() {
    assertEquals(Set.of(NOINDEX, NOFOLLOW), meta("none"));
    assertEquals(Set.of(), meta("max-image-preview:none"));
  }

  @Test
  void aHeaderForAnotherAgentIsNotForUs() {
    assertEquals(Set.of(NOFOLLOW), headers("nofollow", "otherbot: noindex, nosnippet"));
    assertEquals(Set.of(NOINDEX, NOSNIPPET), headers("Arachne: noindex, nosnippet"));
    assertEquals(
        Set.of(NOARCHIVE, NOINDEX), headers("noarchive, otherbot: nofollow, arachne: noindex"));
  }

  @Test
  void aDirectiveWithAValueDoesNotNameAnAgent() {
    assertEquals(
        Set.of(NOINDEX),
        headers("unavailable_after: Friday, 25-Jun-10 15:00:00 PST", "max-snippet: 5, noindex"));
  }

  @Test
  void elementsAndHeadersAddUp() {
    var both = RobotsDirectives.ofMeta("noindex").and(RobotsDirectives.ofMeta("nofollow"));
    assertTrue(both.has(NOINDEX) && both.has(NOFOLLOW));
    assertFalse(RobotsDirectives.NONE.and(RobotsDirectives.NONE).has(NOINDEX));
  }
}
