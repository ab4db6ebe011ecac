package dev.arachne.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.frontier.PathBudget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

final class CrawlOptionsTest {
  static final List<UnaryOperator<CrawlOptions.Builder>> OUT_OF_RANGE =
      List.of(
          b -> b.maxDepth(-1),
          b -> b.maxPages(0),
          b -> b.delay(Duration.ofMillis(-1)),
          b -> b.tasks(0),
          b -> b.loops(0),
          b -> b.maxRedirects(-1),
          b -> b.maxFileSize(-1),
          b -> b.limitRate(0),
          b -> b.limitRatePerHost(-1),
          b -> b.maxTries(0),
          b -> b.timeout(Duration.ZERO),
          b -> b.userAgent(" "),
          b -> b.userAgent("a\r\nCookie: b"),
          b -> b.userAgent("ä"));

  @ParameterizedTest
  @FieldSource("OUT_OF_RANGE")
  void aValueOutOfItsRangeIsRejected(UnaryOperator<CrawlOptions.Builder> change) {
    assertThrows(
        IllegalArgumentException.class,
        () -> change.apply(CrawlOptions.crawlOf("http://a/")).build());
  }

  @Test
  void aCrawlNeedsARootThatIsNotBlank() {
    assertThrows(IllegalArgumentException.class, () -> CrawlOptions.crawlOf().build());
    assertThrows(IllegalArgumentException.class, () -> CrawlOptions.crawlOf("a", " ").build());
  }

  @Test
  void theLeastValuesAreAccepted() {
    var options =
        CrawlOptions.crawlOf("a")
            .maxDepth(0)
            .maxPages(1)
            .tasks(1)
            .loops(1)
            .maxRedirects(0)
            .maxTries(1)
            .build();
    assertEquals(0, options.limits().maxDepth());
    assertEquals(1, options.limits().maxPages());
  }

  @Test
  void budgetsArePathsOfHosts() {
    List<PathBudget> read =
        OptionTable.BUDGETS
            .type()
            .read(List.of("/blog/=100", "Bücher.example:443/é=/=7", "a.example:81/=0"));
    assertEquals(
        List.of(
            new PathBudget(Optional.empty(), "/blog/", 100),
            new PathBudget(Optional.of("xn--bcher-kva.example"), "/%C3%A9=/", 7),
            new PathBudget(Optional.of("a.example:81"), "/", 0)),
        read);
    for (String wrong : List.of("blog=1", "/blog/", "/blog/=x", "/a?b=1", "/a=-1", "a b/=1")) {
      assertThrows(
          IllegalArgumentException.class,
          () -> OptionTable.BUDGETS.type().read(List.of(wrong)),
          wrong);
    }
  }

  @Test
  void laterChangesToTheRootsDoNotReachTheOptions() {
    var roots = new ArrayList<>(List.of("a"));
    var options = CrawlOptions.crawlOf(roots).build();
    roots.add("b");
    assertEquals(List.of("a"), options.seeds().roots());
  }

  @Test
  void withoutOtherWordRobotsRulesAreObeyedAndPagesFollowed() {
    var options = CrawlOptions.crawlOf("a").build();
    assertEquals(RobotsPolicy.OBEY, options.politeness().robots());
    assertEquals(SeedScope.HOST, options.scope().seeds());
    assertEquals(Set.of(LinkGroup.PAGES), options.scope().follow());
    assertTrue(options.outputs().pages().isEmpty() && options.outputs().save().isEmpty());
  }
}
