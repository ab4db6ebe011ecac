package dev.arachne.crawl;

import static dev.arachne.options.CrawlOptions.crawlOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.arachne.ledger.DropReason;
import dev.arachne.options.CrawlOptions;
import dev.arachne.url.CrawlUrl;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ScopeTest {
  private static final String ROOT = "http://site.test/";

  private static final Pattern SLOW = Pattern.compile("a*a*a*a*a*a*!");

  /** Twice as many of these letters would take 128 times as long without a bound. */
  private static final CrawlUrl HOSTILE = CrawlUrl.of(ROOT + "a".repeat(10_000));

  private static Scope scope(CrawlOptions.Builder options) {
    return Scope.of(options.build(), List.of(CrawlUrl.of(ROOT)));
  }

  @Test
  @Timeout(value = 1, unit = TimeUnit.MINUTES)
  void aUrlOfWhichAPatternWouldTakeForeverIsLeft() {
    Scope excluding = scope(crawlOf(ROOT).exclude(List.of(SLOW)));
    assertEquals(Optional.of(DropReason.EXCLUDED), excluding.rejection(HOSTILE, 1));
    assertEquals(Optional.empty(), excluding.rejection(CrawlUrl.of(ROOT + "b"), 1));
    Scope including = scope(crawlOf(ROOT).include(List.of(SLOW)));
    assertEquals(Optional.of(DropReason.NOT_INCLUDED), including.rejection(HOSTILE, 1));
    assertEquals(Optional.empty(), including.rejection(CrawlUrl.of(ROOT + "aaa!"), 1));
  }
}
