package dev.arachne.options;

import dev.arachne.items.ItemRules;
import dev.arachne.items.RenderRule;
import dev.arachne.url.CrawlUrl;
import java.util.Optional;

/**
 * Which pages of a crawl are rendered: the rules of a scrape decide on pages of their kinds, and
 * the policy of the crawl on all others. Immutable. Thread-safe.
 *
 * @param others the policy for pages on which the rules do not decide
 * @param rules of the scrape; empty if they have no kind with a policy of its own
 */
public record RenderPlan(RenderPolicy others, Optional<ItemRules> rules) {
  public RenderPlan {
    rules = rules.filter(its -> !its.renderings().isEmpty());
  }

  /**
   * The policy for a page.
   *
   * @param kind of the page in the rules, in words for people; empty if the rules do not decide
   */
  public record Choice(RenderPolicy policy, String kind) {
    /** Whether the rules have decided. */
    public boolean isByRules() {
      return !kind.isEmpty();
    }
  }

  /** Whether a page may be rendered, so that a browser is needed. */
  public boolean needsBrowser() {
    return has(RenderPolicy.ALWAYS) || judgesPages();
  }

  /** Whether the scripts of a page may decide on it. */
  public boolean judgesPages() {
    return has(RenderPolicy.AUTO);
  }

  /** Returns the policy for the page of a URL. */
  public Choice of(CrawlUrl url) {
    return rules
        .flatMap(its -> its.rendering(url))
        .map(rule -> new Choice(policy(rule.way()), kind(rule)))
        .orElseGet(() -> new Choice(others, ""));
  }

  private boolean has(RenderPolicy policy) {
    return others == policy
        || rules.stream()
            .flatMap(its -> its.renderings().stream())
            .anyMatch(way -> policy(way) == policy);
  }

  private static String kind(RenderRule rule) {
    return rule.kind().isEmpty() ? "all other pages" : "pages of kind " + rule.kind();
  }

  private static RenderPolicy policy(RenderRule.Way way) {
    return switch (way) {
      case ALWAYS -> RenderPolicy.ALWAYS;
      case AUTO -> RenderPolicy.AUTO;
      case NEVER -> RenderPolicy.NEVER;
    };
  }
}
