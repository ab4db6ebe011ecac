package dev.arachne.robots;

import static dev.arachne.robots.UsagePreferences.Vocabulary.CONTENT_SIGNAL;
import static dev.arachne.robots.UsagePreferences.Vocabulary.CONTENT_USAGE;

import dev.arachne.robots.RobotsVerdict.Ruling;
import dev.arachne.robots.UsagePreferences.Vocabulary;
import dev.arachne.url.CrawlUrl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rules of one site's robots.txt (RFC 9309). Immutable in effect; thread-safe.
 *
 * <p>Rules hold for one {@linkplain CrawlUrl#origin() origin}, which the caller keeps. The rules
 * for an agent are those of all groups that name its product token, compared without regard to
 * case. Without such a group they are those of the groups for {@code *} (2.2.1). The matching rule
 * of most octets decides; of two as long, the one that allows (2.2.2).
 */
public final class RobotsRules {

  /**
   * The bytes of a file that are read: more than the 500 KiB of RFC 9309 2.5. A line cut at this
   * limit is omitted, so that half a rule is never obeyed. More need not be fetched.
   */
  public static final int MAX_BYTES = 512 << 10;

  /**
   * Allow and Disallow lines that are kept of a file. The rest of a longer one is unknown, so URLs
   * that no kept rule allows are disallowed.
   */
  public static final int MAX_RULES = 10_000;

  private static final String ROBOTS_TXT = "/robots.txt";
  private static final RobotsVerdict ALWAYS_ALLOWED =
      RobotsVerdict.withoutLine(Ruling.ALLOWED, "robots.txt itself is always allowed");
  private static final RobotsVerdict NO_GROUP =
      RobotsVerdict.withoutLine(Ruling.ALLOWED, "robots.txt has no rules for this agent");

  private static final RobotsVerdict TOO_MANY =
      RobotsVerdict.withoutLine(
          Ruling.DISALLOWED, "robots.txt has more than " + MAX_RULES + " rules");

  private final List<RobotsGroup> groups;
  private final List<String> sitemaps;

  /** The verdict for agents that no group names. */
  private final RobotsVerdict ungrouped;

  /**
   * The rules of the last agent: a crawler uses one agent all day. Two threads may both compile;
   * either result will do.
   */
  private volatile @Nullable AgentRules latest;

  private volatile @Nullable Usage latestUsage;

  /** The last use that was looked up, and its rules. */
  private record Usage(String agent, Purpose purpose, List<AgentRules> rules) {}

  /** The verdict where no rule of an agent's group matches. */
  private final RobotsVerdict unmatched;

  RobotsRules(
      List<RobotsGroup> groups,
      List<String> sitemaps,
      RobotsVerdict ungrouped,
      RobotsVerdict unmatched) {
    this.unmatched = unmatched;
    this.groups = List.copyOf(groups);
    this.sitemaps = List.copyOf(sitemaps);
    this.ungrouped = ungrouped;
  }

  /**
   * Reads a robots.txt. Every body has rules: invalid lines are skipped, and an empty or garbled
   * file allows everything.
   *
   * @param body the file's bytes; those beyond {@link #MAX_BYTES} are not looked at
   */
  public static RobotsRules parse(byte[] body) {
    var parser = new RobotsParser(body);
    parser.run();
    return new RobotsRules(
        parser.groups(),
        parser.sitemaps(),
        parser.isCut() ? TOO_MANY : NO_GROUP,
        parser.isCut() ? TOO_MANY : AgentRules.NO_RULE);
  }

  /** Rules that allow everything, and why. */
  public static RobotsRules allowAll(String why) {
    return ruledBy(RobotsVerdict.withoutLine(Ruling.ALLOWED, why));
  }

  /** Rules that disallow everything but robots.txt itself, and why. */
  public static RobotsRules disallowAll(String why) {
    return ruledBy(RobotsVerdict.withoutLine(Ruling.DISALLOWED, why));
  }

  private static RobotsRules ruledBy(RobotsVerdict verdict) {
    return new RobotsRules(List.of(), List.of(), verdict, AgentRules.NO_RULE);
  }

  /**
   * Whether this agent may fetch this URL of the site. It takes a few milliseconds at most: a URL
   * that needs a longer search is disallowed.
   *
   * @param agent the crawler's product token: letters, {@code -} and {@code _} (2.2.1). No
   *     robots.txt has another character, so a token with one is treated as an unknown agent.
   */
  public RobotsVerdict verdict(String agent, CrawlUrl url) {
    return verdict(agent, url.pathAndQuery());
  }

  RobotsVerdict verdict(String agent, String pathAndQuery) {
    return pathAndQuery.equals(ROBOTS_TXT) ? ALWAYS_ALLOWED : forAgent(agent).verdict(pathAndQuery);
  }

  /**
   * The Crawl-delay of the site for this agent, the longest if it has several. An extension of RFC
   * 9309; honour it within reason.
   */
  public Optional<Duration> crawlDelay(String agent) {
    return forAgent(agent).crawlDelay();
  }

  /**
   * Whether the content of a URL may be used for a purpose, by the Content-Usage and Content-Signal
   * lines for this agent. The line with the longest matching path decides, of each kind, and a
   * refusal by one kind is final. Where no line decides, the use is not stated.
   *
   * @param agent as for {@link #verdict}
   */
  public RobotsVerdict usage(String agent, Purpose purpose, CrawlUrl url) {
    RobotsVerdict said = AgentRules.NO_RULE;
    for (AgentRules rules : usageRules(agent, purpose)) {
      RobotsVerdict verdict = rules.verdict(url.pathAndQuery());
      if (!verdict.allowed()) {
        return verdict;
      }
      said = verdict.line() > 0 ? verdict : said;
    }
    return said;
  }

  private List<AgentRules> usageRules(String agent, Purpose purpose) {
    Usage usage = latestUsage;
    if (usage == null || !usage.agent.equals(agent) || usage.purpose != purpose) {
      usage =
          new Usage(
              agent,
              purpose,
              List.of(of(agent, purpose, CONTENT_USAGE), of(agent, purpose, CONTENT_SIGNAL)));
      latestUsage = usage;
    }
    return usage.rules;
  }

  private AgentRules of(String agent, Purpose purpose, Vocabulary vocabulary) {
    return AgentRules.of(
        agent,
        groups,
        group -> group.usages(vocabulary, purpose),
        AgentRules.NO_RULE,
        AgentRules.NO_RULE);
  }

  /** The sitemaps the file names, as written and in order: resolve them against its URL. */
  public List<String> sitemaps() {
    return sitemaps;
  }

  /** Memory that the rules take, in bytes, with those compiled for one agent; roughly. */
  public long bytes() {
    long bytes = 0;
    for (RobotsGroup group : groups) {
      bytes += group.bytes();
    }
    for (String sitemap : sitemaps) {
      bytes += RobotsGroup.TEXT_BYTES + 2L * sitemap.length();
    }
    return bytes;
  }

  private AgentRules forAgent(String agent) {
    AgentRules rules = latest;
    if (rules == null || !rules.agent().equals(agent)) {
      rules = AgentRules.of(agent, groups, RobotsGroup::rules, ungrouped, unmatched);
      latest = rules;
    }
    return rules;
  }
}
