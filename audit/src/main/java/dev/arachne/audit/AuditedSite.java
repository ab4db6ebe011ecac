package dev.arachne.audit;

import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.PolitenessTerms;
import dev.arachne.robots.Purpose;
import dev.arachne.robots.RobotsAccess;
import dev.arachne.robots.RobotsRecord;
import dev.arachne.robots.RobotsRules;
import dev.arachne.robots.RobotsVerdict;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One host in an audit: its treatment, and its robots.txt at the time. Confined to one thread. */
final class AuditedSite {
  /** The time for which requests may still follow old rules after new ones were fetched. */
  private static final Duration OVERLAP = Duration.ofMinutes(2);

  /** The treatment of its server, which another site may share. */
  final RequestHistory history;

  private final Origin origin;
  private final AuditedRules rules;
  private @Nullable Rules now;
  private @Nullable Rules before;

  AuditedSite(Origin origin, AuditedRules rules, RequestHistory history) {
    this.origin = origin;
    this.history = history;
    this.rules = rules;
  }

  /**
   * The position of rules, and the time from which they were known.
   *
   * @param asked when they were last requested; in vain, if that was later than {@code from}
   */
  private record Rules(Instant from, Instant asked, long position, AuditedRules rules) {
    boolean areSaid() {
      return !(access() instanceof RobotsAccess.Unreachable);
    }

    RobotsAccess access() {
      return rules.at(position);
    }

    /** The verdict on access, and where that is allowed on the purpose of the crawl. */
    RobotsVerdict verdict(PolitenessTerms terms, CrawlUrl url) {
      RobotsRules its = access().rules();
      RobotsVerdict verdict = its.verdict(terms.agent(), url);
      Optional<Purpose> purpose = terms.politeness().purpose();
      return verdict.allowed() && purpose.isPresent()
          ? its.usage(terms.agent(), purpose.get(), url)
          : verdict;
    }

    Duration delay(PolitenessTerms terms) {
      Duration asked = access().rules().crawlDelay(terms.agent()).orElse(Duration.ZERO);
      Duration longest = terms.politeness().maxCrawlDelay();
      return asked.compareTo(longest) > 0 ? longest : asked;
    }
  }

  /**
   * The time at which the rules of an entry were known: that of the last answer, before the entry.
   */
  static Instant known(LedgerEntry.RulesFetched fetched) {
    return fetched.exchanges().isEmpty() ? fetched.at() : fetched.exchanges().getLast().ended();
  }

  /** Takes in a fetch of its robots.txt. */
  void learn(LedgerEntry.RulesFetched fetched, long position) {
    Instant asked = known(fetched);
    var next = new Rules(asked, asked, position, rules);
    if (now != null && now.areSaid() && !next.areSaid()) {
      now = new Rules(now.from, asked, now.position, rules); // Still in force (RFC 9309 2.3.1.4).
    } else {
      before = now;
      now = next;
    }
  }

  /** Looks up the rules known at {@code at}, if none were learnt here. */
  void recall(Ledger ledger, CrawlUrl url, Instant at) {
    if (now == null) {
      Optional<Long> said = ledger.rulesAt(url.origin(), at, RobotsRecord::isSaid);
      Optional<Long> last = ledger.rulesAt(url.origin(), at, _ -> true);
      Stream.concat(said.stream(), last.stream())
          .distinct()
          .forEach(it -> learn((LedgerEntry.RulesFetched) ledger.entry(it), it));
    }
  }

  /** The gap that a request at {@code at} has to keep, where robots rules are obeyed. */
  Duration gap(PolitenessTerms terms, Instant at) {
    Duration asked = now == null ? Duration.ZERO : now.delay(terms);
    if (isOverlap(at) && before != null && before.delay(terms).compareTo(asked) < 0) {
      asked = before.delay(terms);
    }
    Duration least = terms.delay(origin);
    return asked.compareTo(least) > 0 ? asked : least;
  }

  /** The reason why a request breaks robots rules; empty if it does not. */
  Optional<String> robotsFault(PolitenessTerms terms, CrawlUrl url, Instant at) {
    if (now == null) {
      return Optional.of("its site's robots.txt had not been asked for");
    }
    if (Duration.between(now.asked, at).compareTo(RobotsAccess.MAX_AGE.plus(OVERLAP)) > 0) {
      return Optional.of("its site's robots.txt was last asked for at " + now.asked);
    }
    RobotsVerdict verdict = now.verdict(terms, url);
    boolean allowed =
        verdict.allowed()
            || (isOverlap(at) && before != null && before.verdict(terms, url).allowed());
    return allowed
        ? Optional.empty()
        : Optional.of("robots.txt of " + now.from + ", " + verdict.reason());
  }

  private boolean isOverlap(Instant at) {
    return now != null && before != null && now.from.plus(OVERLAP).isAfter(at);
  }
}
