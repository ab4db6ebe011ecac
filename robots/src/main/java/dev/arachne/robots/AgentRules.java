package dev.arachne.robots;

import dev.arachne.robots.RobotsVerdict.Ruling;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules for one agent, arranged to answer fast. Immutable.
 *
 * <p>Every URL that is fetched needs a verdict, and files of thousands of rules exist, so the rules
 * are not tried one by one. They are gathered by their prefix, the text before the first star, and
 * only those whose prefix begins the path are looked at:
 *
 * <pre>
 *   place  prefix     parent   rules, strongest first
 *     0    /            -      Disallow: /*?sort=   Allow: /
 *     1    /a           0      Disallow: /a
 *     2    /a/b         1      Allow: /a/b*.html$
 *     3    /c           0      Disallow: /c
 * </pre>
 *
 * <p>The prefixes are sorted, and each has its parent: the longest other prefix that begins it. Let
 * f be the last prefix not after the path in this order. A prefix q that begins the path is not
 * after it, so not after f. All texts in the order between q and a text that begins with q begin
 * with q themselves, so q begins f. Hence one binary search for f, then the way from parent to
 * parent, meets every prefix that begins the path. Where the rules of a place are all weaker than
 * the best one found, they are skipped.
 */
final class AgentRules {

  static final RobotsVerdict NO_RULE =
      RobotsVerdict.withoutLine(Ruling.ALLOWED, "no rule of robots.txt matches");

  private static final RobotsVerdict TOO_LONG =
      RobotsVerdict.withoutLine(
          Ruling.DISALLOWED, "robots.txt has too many patterns for a URL of this length");

  /** Patterns are matched without counting if all of them together look at fewer octets. */
  private static final int FEW_OCTETS = 1 << 17;

  private final String agent;
  private final String[] prefixes;
  private final int[] parents;
  private final Rule[][] rules;

  /** The number of texts between stars in all rules. */
  private final long pieces;

  private final RobotsVerdict otherwise;
  private final Duration crawlDelay;

  private AgentRules(
      String agent, List<Rule> allRules, RobotsVerdict otherwise, Duration crawlDelay) {
    this.agent = agent;
    this.otherwise = otherwise;
    this.crawlDelay = crawlDelay;
    var gathered = new TreeMap<String, List<Rule>>();
    for (Rule rule : allRules) {
      gathered.computeIfAbsent(rule.pattern().prefix(), _ -> new ArrayList<>()).add(rule);
    }
    prefixes = gathered.keySet().toArray(String[]::new);
    parents = parents(prefixes);
    rules =
        gathered.values().stream()
            .map(place -> place.stream().sorted(AgentRules::strongestFirst).toArray(Rule[]::new))
            .toArray(Rule[][]::new);
    pieces = allRules.stream().mapToLong(rule -> rule.pattern().pieces().size()).sum();
  }

  /**
   * Picks and arranges the rules for an agent.
   *
   * @param kind those of a group that matter
   * @param ungrouped the verdict where no group is for the agent
   * @param unmatched the verdict where none of its rules matches
   */
  static AgentRules of(
      String agent,
      List<RobotsGroup> groups,
      Function<RobotsGroup, List<Rule>> kind,
      RobotsVerdict ungrouped,
      RobotsVerdict unmatched) {
    boolean named = groups.stream().anyMatch(group -> group.names(agent));
    String token = named ? agent : RobotsGroup.EVERYONE;
    List<RobotsGroup> own = groups.stream().filter(group -> group.names(token)).toList();
    List<Rule> rules = own.stream().flatMap(group -> kind.apply(group).stream()).toList();
    Duration delay =
        own.stream()
            .map(group -> group.delay(token))
            .max(Comparator.naturalOrder())
            .orElse(Duration.ZERO);
    return new AgentRules(agent, rules, own.isEmpty() ? ungrouped : unmatched, delay);
  }

  private static int strongestFirst(Rule a, Rule b) {
    int order = Integer.compare(b.strength(), a.strength());
    return order == 0 ? Integer.compare(a.verdict().line(), b.verdict().line()) : order;
  }

  String agent() {
    return agent;
  }

  Optional<Duration> crawlDelay() {
    return crawlDelay.isZero() ? Optional.empty() : Optional.of(crawlDelay);
  }

  RobotsVerdict verdict(String pathAndQuery) {
    if (rules.length == 0) {
      return otherwise;
    }
    String path = NormalizedPath.decoded(pathAndQuery);
    int query = path.indexOf('?');
    String joined = query < 0 ? path : NormalizedPath.joined(path, query);
    if (pieces * path.length() <= FEW_OCTETS) {
      return verdict(path, joined, SegmentSearch.FAST);
    }
    var search = new BoundedSearch(path, joined);
    RobotsVerdict verdict = verdict(path, joined, search);
    return search.isExhausted() ? TOO_LONG : verdict;
  }

  /** The verdict of the strongest rule that matches either form of the path. */
  private RobotsVerdict verdict(String path, String joined, SegmentSearch search) {
    Rule best = strongest(null, path, search);
    if (!joined.equals(path)) {
      best = strongest(best, joined, search);
    }
    return best == null ? otherwise : best.verdict();
  }

  private @Nullable Rule strongest(@Nullable Rule known, String path, SegmentSearch search) {
    Rule best = known;
    int place = lastNotAfter(path);
    while (place >= 0 && !path.startsWith(prefixes[place])) {
      place = parents[place];
    }
    for (; place >= 0; place = parents[place]) {
      best = stronger(best, rules[place], path, search);
    }
    return best;
  }

  /** The strongest rule that matches among the present best and those of one place. */
  private static @Nullable Rule stronger(
      @Nullable Rule best, Rule[] place, String path, SegmentSearch search) {
    int least = best == null ? -1 : best.strength();
    for (Rule rule : place) {
      if (rule.strength() <= least) {
        return best;
      }
      if (rule.pattern().matchesBeyondPrefix(path, search)) {
        return rule;
      }
    }
    return best;
  }

  private int lastNotAfter(String path) {
    int low = 0;
    int high = prefixes.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (prefixes[middle].compareTo(path) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private static int[] parents(String[] sorted) {
    int[] parents = new int[sorted.length];
    var open = new ArrayDeque<Integer>();
    for (int i = 0; i < sorted.length; i++) {
      while (!open.isEmpty() && !sorted[i].startsWith(sorted[open.peek()])) {
        open.pop();
      }
      parents[i] = open.isEmpty() ? -1 : open.peek();
      open.push(i);
    }
    return parents;
  }
}
