package dev.arachne.report;

import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A site of which some pages were fetched: an estimate of its size, and the page to fetch next to
 * improve the estimate. Confined to one thread at a time.
 *
 * <p>Three estimates, of which each is good where the others are not:
 *
 * <ul>
 *   <li>By levels, for sites whose pages each have a place in a tree. The pages of a level are
 *       taken to lead to as many new pages as those of its sample do (D. E. Knuth, "Estimating the
 *       efficiency of backtrack programs", Math. Comp. 29, 1975; P. C. Chen, "Heuristic sampling",
 *       SIAM J. Comput. 21(2), 1992, for samples by level). Where the sampled pages lead to the
 *       same ones, that is extrapolated as the number of species in more samples is (R. K. Colwell
 *       et al., "Models and estimators linking individual-based and sample-based rarefaction,
 *       extrapolation and comparison of assemblages", J. Plant Ecology 5, 2012).
 *   <li>By links that lead to the same pages, for sites whose pages lead to each other: the lower
 *       bound of A. Chao for incidences ("Estimating the population size for capture-recapture data
 *       with unequal catchability", Biometrics 43, 1987). Of a tree it is far too large. The lesser
 *       of these two counts.
 *   <li>By sitemaps: the URLs in sitemaps and the targets of links are two samples of the site, and
 *       their overlap gives its size (D. G. Chapman, "Some properties of the hypergeometric
 *       distribution", 1951).
 * </ul>
 *
 * <p>The next page is of the level whose sample is the most uncertain: the one with the greatest
 * product of its size and the variance of its pages' yields, in the present sample (J. Neyman,
 * 1934).
 */
public final class SampledSite {
  /** URLs that are known individually; more of them are only counted. */
  private static final int MOST_KNOWN = 250_000;

  /** URLs that both sitemaps and links lead to, at least, for an estimate by their overlap. */
  private static final int ENOUGH = 10;

  /** The variance of a barely known level, in addition to that of its sample. */
  private static final double DOUBT = 0.25;

  private static final double SIGMAS = 2;

  /**
   * How often a page of a sitemap is chosen, regardless of its level: most of them lead to few
   * others.
   */
  private static final int LISTED_ONE_IN = 4;

  /** Pages of the last level that have to be fetched for it to be the last one. */
  private static final int FEW = 3;

  private final int maxDepth;
  private final Map<CrawlUrl, Integer> numbers = new HashMap<>();
  private final List<CrawlUrl> urls = new ArrayList<>();
  private final BitSet roots = new BitSet();
  private final BitSet listed = new BitSet();
  private final BitSet linked = new BitSet();
  private final BitSet asked = new BitSet();

  /** The links of the pages that were fetched. */
  private final Map<Integer, BitSet> fetched = new HashMap<>();

  private long more;
  private long unread;

  /**
   * How many URLs a crawl of the site fetches.
   *
   * @param least as many were seen
   * @param pages the estimate
   * @param most the upper edge of the band; the size may well be larger where {@code isOpen}
   * @param isOpen whether hardly any of the pages that are furthest away were fetched, so that the
   *     depth of the site is unknown
   */
  public record Size(long least, long pages, long most, boolean isOpen) {}

  /** A level of the tree: pages at the same number of links from a seed. */
  private static final class Level {
    final BitSet known = new BitSet();

    /** The fetched ones of its pages. */
    final BitSet fetched = new BitSet();

    /** The links of these. */
    final List<BitSet> sample = new ArrayList<>();

    double pages;
    double variance;

    boolean isBarelyKnown() {
      return sample.size() < Math.min(FEW, known.cardinality());
    }

    /** The gain in certainty about the size of the next level by one page more in its sample. */
    double gain() {
      int sampled = sample.size();
      if (sampled == 0) {
        return Double.POSITIVE_INFINITY;
      }
      double rest = Math.max(0, pages - sampled);
      return rest * rest * variance / (sampled * (sampled + 1.0));
    }
  }

  /**
   * A site without known pages.
   *
   * @param maxDepth links from a seed to a page that belongs to the crawl, at most
   */
  public SampledSite(int maxDepth) {
    this.maxDepth = maxDepth;
  }

  /** The crawl starts at this page. */
  public void root(CrawlUrl url) {
    int number = number(url);
    roots.set(number);
    asked.set(number);
  }

  /** A sitemap lists this page. */
  public void listed(CrawlUrl url) {
    int number = number(url);
    if (number < 0) {
      more++;
    } else {
      listed.set(number);
    }
  }

  /** Records the number of pages in sitemaps that were not read. */
  public void unread(long pages) {
    unread = pages;
  }

  /** A page that was fetched leads to this one. */
  public void linked(CrawlUrl page, CrawlUrl target) {
    int number = number(target);
    if (number >= 0) {
      linked.set(number);
      links(page).set(number);
    }
  }

  /** Records that this page was fetched, and all of its links were reported. */
  public void fetched(CrawlUrl page) {
    links(page);
  }

  private BitSet links(CrawlUrl page) {
    int number = number(page);
    return number < 0 ? new BitSet() : fetched.computeIfAbsent(number, _ -> new BitSet());
  }

  /** The number of a URL; negative if it is not known, and there are too many. */
  private int number(CrawlUrl url) {
    Integer known = numbers.get(url);
    if (known == null && urls.size() < MOST_KNOWN) {
      known = urls.size();
      numbers.put(url, known);
      urls.add(url);
    }
    return known == null ? -1 : known;
  }

  /** All URLs that are known of it, as far as there is room for them. */
  public List<CrawlUrl> known() {
    return List.copyOf(urls);
  }

  /** Whether a page that was fetched leads to others. */
  public boolean leadsOn(CrawlUrl page) {
    return !links(page).isEmpty();
  }

  /**
   * The number of pages for which each fetched page stands: by levels, since the first levels have
   * a larger share of the sample than of the site.
   */
  public Map<CrawlUrl, Double> weights() {
    Map<CrawlUrl, Double> weights = new HashMap<>();
    for (Level level : levels()) {
      double weight = level.pages / Math.max(1, level.sample.size());
      level.fetched.stream().forEach(page -> weights.put(urls.get(page), weight));
    }
    return weights;
  }

  /** How many pages its sitemaps list. */
  public long inSitemaps() {
    return listed.cardinality() + more + unread;
  }

  /** A page to fetch; it is not named again. Empty if all that are known were. */
  public Optional<CrawlUrl> next(SplittableRandom random) {
    BitSet choice = new BitSet();
    double most = -1;
    for (Level level : levels()) {
      BitSet open = (BitSet) level.known.clone();
      open.andNot(asked);
      double gain = open.isEmpty() ? -1 : level.gain();
      if (gain > most) {
        most = gain;
        choice = open;
      }
    }
    BitSet lone = loneListed();
    if (!lone.isEmpty() && (choice.isEmpty() || random.nextInt(LISTED_ONE_IN) == 0)) {
      choice = lone;
    }
    if (choice.isEmpty()) {
      return Optional.empty();
    }
    int number = choice.stream().skip(random.nextInt(choice.cardinality())).findFirst().orElse(0);
    asked.set(number);
    return Optional.of(urls.get(number));
  }

  /** Pages in sitemaps that were not requested. */
  private BitSet loneListed() {
    BitSet lone = (BitSet) listed.clone();
    lone.andNot(asked);
    return lone;
  }

  /** The size as far as it is known. */
  public Size size() {
    List<Level> levels = levels();
    long least = seen(levels) + more;
    double byLevels = levels.stream().mapToDouble(level -> level.pages).sum();
    double byLinks = byLinks();
    double pages = Math.min(byLevels, byLinks);
    double deviation = byLevels <= byLinks ? deviation(levels) : byLinks / 8;
    boolean isOpen = byLevels <= byLinks && levels.getLast().isBarelyKnown();
    double bySitemaps = bySitemaps();
    if (bySitemaps > 0) {
      pages = bySitemaps;
      deviation = bySitemaps / Math.sqrt(Math.max(1, linked.cardinality()));
      isOpen = false;
    }
    if (loneListed().isEmpty() && isAllAsked(levels)) {
      pages = least;
      deviation = 0;
    }
    long estimate = Math.max(least + unread, Math.round(pages));
    return new Size(least, estimate, Math.round(estimate + SIGMAS * deviation), isOpen);
  }

  /** URLs that are known and within the crawl's depth. */
  private long seen(List<Level> levels) {
    if (maxDepth == Integer.MAX_VALUE) {
      return urls.size();
    }
    BitSet seen = (BitSet) listed.clone();
    levels.forEach(level -> seen.or(level.known));
    return seen.cardinality();
  }

  private boolean isAllAsked(List<Level> levels) {
    for (Level level : levels) {
      if (level.sample.size() < level.known.cardinality()) {
        return false;
      }
    }
    return true;
  }

  /** The root of the variances of the levels' sizes, each by that of the level before it. */
  private static double deviation(List<Level> levels) {
    double sum = 0;
    for (int i = 0; i + 1 < levels.size(); i++) {
      Level level = levels.get(i);
      int sampled = level.sample.size();
      if (sampled > 0 && level.pages > sampled) {
        double share = 1 - sampled / level.pages;
        sum += level.pages * level.pages * level.variance * share / sampled;
      }
    }
    return Math.sqrt(sum);
  }

  /**
   * The size by pages that several of the fetched pages lead to. A page that was requested itself
   * does not count: later links to it are not reported.
   */
  private double byLinks() {
    var counts = new HashMap<Integer, Integer>();
    for (BitSet links : fetched.values()) {
      links.stream()
          .filter(link -> !asked.get(link))
          .forEach(link -> counts.merge(link, 1, Integer::sum));
    }
    double once = counts.values().stream().filter(count -> count == 1).count();
    double twice = counts.values().stream().filter(count -> count == 2).count();
    return urls.size() + unseen(fetched.size(), once, twice);
  }

  /** Chao's estimate of how many are in no sample. */
  private static double unseen(int samples, double once, double twice) {
    return (samples - 1.0) / Math.max(1, samples) * once * (once - 1) / (2 * (twice + 1));
  }

  /** The size by the overlap of sitemaps and links; 0 if the overlap is too small. */
  private double bySitemaps() {
    BitSet both = (BitSet) listed.clone();
    both.and(linked);
    double all = inSitemaps();
    if (more + unread > 0) {
      return all;
    }
    return both.cardinality() < ENOUGH
        ? 0
        : (all + 1) * (linked.cardinality() + 1) / (both.cardinality() + 1) - 1;
  }

  /** The levels by the links of the pages that were fetched, each with its estimated size. */
  private List<Level> levels() {
    List<Level> levels = new ArrayList<>();
    var seen = new BitSet();
    BitSet next = (BitSet) roots.clone();
    double before = 0;
    double size = next.cardinality();
    long knownBefore = 0;
    long sampledBefore = 0;
    while (!next.isEmpty()) {
      var level = new Level();
      level.known.or(next);
      seen.or(next);
      level.pages = Math.max(size, next.cardinality());
      before += level.pages;
      knownBefore += next.cardinality();
      next.stream().filter(fetched::containsKey).forEach(level.fetched::set);
      level.fetched.stream()
          .mapToObj(fetched::get)
          .filter(Objects::nonNull)
          .forEach(level.sample::add);
      sampledBefore += level.sample.size();
      levels.add(level);
      if (levels.size() > maxDepth) {
        break;
      }
      double unseenShare =
          knownBefore > sampledBefore
              ? Math.max(0, before - knownBefore) / (knownBefore - sampledBefore)
              : 0;
      next = new BitSet();
      size = grow(level, seen, next, unseenShare);
    }
    return levels;
  }

  /**
   * Computes the next level: its known pages go to {@code next}, and its estimated size is the
   * result.
   *
   * @param unseenShare how many pages of this level and those before it are not known yet, for each
   *     that is known and was not fetched: links to them look new
   */
  private double grow(Level level, BitSet seen, BitSet next, double unseenShare) {
    var counts = new HashMap<Integer, Integer>();
    double back = 0;
    double sum = 0;
    double squares = 0;
    for (BitSet links : level.sample) {
      int forth = 0;
      for (int link : links.stream().toArray()) {
        if (!seen.get(link)) {
          counts.merge(link, 1, Integer::sum);
          next.set(link);
          forth++;
        } else if (!fetched.containsKey(link)) {
          back++;
        }
      }
      sum += forth;
      squares += (double) forth * forth;
    }
    int sampled = level.sample.size();
    if (sampled == 0 || counts.isEmpty()) {
      level.variance = sampled == 0 ? 0 : DOUBT / sampled;
      return 0;
    }
    double mean = sum / sampled;
    double variance = sampled > 1 ? (squares - sum * mean) / (sampled - 1) : mean * mean + 1;
    level.variance = Math.max(0, variance) + DOUBT * (mean * mean + 1) / sampled;
    double once = counts.values().stream().filter(count -> count == 1).count();
    double twice = counts.values().stream().filter(count -> count == 2).count();
    double found = counts.size();
    double share = Math.max(0, 1 - back * unseenShare / sum);
    return share * extrapolated(found, sampled, level.pages, once, twice);
  }

  /** The number of different pages in {@code wanted} samples, extrapolated from fewer samples. */
  private static double extrapolated(
      double found, int samples, double wanted, double once, double twice) {
    if (wanted <= samples || once == 0) {
      return found;
    }
    if (twice == 0 || samples == 1) {
      return found + (wanted - samples) * once / samples;
    }
    double unseen = unseen(samples, once, twice);
    return found + unseen * (1 - Math.pow(1 - once / (samples * unseen + once), wanted - samples));
  }
}
