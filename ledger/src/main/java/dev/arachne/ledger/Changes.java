package dev.arachne.ledger;

import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The changes of a crawl that are in force after some entries of its ledger: a function of these
 * entries, in their order. Patterns and opened templates add up. Of other changes of a kind, or of
 * delays of a host, the latest is in force; once it is undone, the one before is again. Immutable.
 */
public final class Changes {
  /** The most changes that are not taken back: each costs every lease a look. */
  private static final int MOST = 256;

  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** A crawl without changes. */
  public static final Changes NONE = new Changes(List.of(), 0);

  /** The changes that are not taken back, in order; later ones may override some of them. */
  private final List<LedgerEntry.Changed> standing;

  private final int made;
  private final List<LedgerEntry.Changed> inForce;
  private final List<Exclusion> exclusions = new ArrayList<>();
  private final Map<String, Duration> delays = new HashMap<>();
  private final Set<String> opened = new HashSet<>();
  private LedgerEntry.@Nullable Changed pause;
  private LedgerEntry.@Nullable Changed depth;
  private OptionalLong maxPages = OptionalLong.empty();
  private int maxDepth = Integer.MAX_VALUE;

  private record Exclusion(LedgerEntry.Changed by, Pattern pattern) {}

  private Changes(List<LedgerEntry.Changed> standing, int made) {
    this.standing = List.copyOf(standing);
    this.made = made;
    this.inForce = inForce(standing);
    for (LedgerEntry.Changed each : inForce) {
      switch (each.change()) {
        case Change.Pause _ -> pause = each;
        case Change.Exclude exclude -> exclusions.add(new Exclusion(each, exclude.pattern()));
        case Change.Open(String template) -> opened.add(template);
        case Change.Delay(var host, Duration time) -> delays.put(host.orElse(""), time);
        case Change.MaxPages(long pages) -> maxPages = OptionalLong.of(pages);
        case Change.MaxDepth(int links) -> {
          depth = each;
          maxDepth = links;
        }
        case Change.Resume _, Change.Stop _, Change.Undo _ -> {}
      }
    }
  }

  private static List<LedgerEntry.Changed> inForce(List<LedgerEntry.Changed> standing) {
    Map<String, LedgerEntry.Changed> latest = new HashMap<>();
    for (LedgerEntry.Changed each : standing) {
      latest.put(place(each), each);
    }
    var inOrder = new TreeMap<Integer, LedgerEntry.Changed>();
    latest.values().forEach(each -> inOrder.put(each.number(), each));
    return List.copyOf(inOrder.values());
  }

  /** The same for changes of which one alone can hold. */
  private static String place(LedgerEntry.Changed changed) {
    return switch (changed.change()) {
      case Change.Exclude _, Change.Open _ -> "sum " + changed.number();
      case Change.Delay(var host, var _) -> "delay " + host.orElse("");
      case Change.MaxPages _ -> "pages";
      case Change.MaxDepth _ -> "depth";
      case Change.Pause _, Change.Resume _, Change.Stop _, Change.Undo _ -> "pause";
    };
  }

  /** The changes after another entry, which has the {@link #next} number. */
  public Changes with(LedgerEntry.Changed entry) {
    List<LedgerEntry.Changed> then = new ArrayList<>(standing);
    switch (entry.change()) {
      case Change.Pause _,
          Change.Delay _,
          Change.Exclude _,
          Change.Open _,
          Change.MaxPages _,
          Change.MaxDepth _ ->
          then.add(entry);
      case Change.Resume _ -> then.removeIf(each -> each.change() instanceof Change.Pause);
      case Change.Undo(OptionalInt number) ->
          then.removeIf(each -> each.number() == number.orElse(latest()));
      case Change.Stop _ -> {}
    }
    return new Changes(then, Math.max(made, entry.number()));
  }

  /** The reason why a change would have no effect, or cannot be made; empty if it can. */
  public Optional<String> refusal(Change change) {
    return switch (change) {
      case Change.Pause _ when pause != null ->
          Optional.of("the crawl is paused already, by change " + pause.number());
      case Change.Resume _ when pause == null -> Optional.of("the crawl is not paused");
      case Change.Undo _ when standing.isEmpty() ->
          Optional.of("nothing is changed that could be undone");
      case Change.Undo(OptionalInt number)
          when number.isPresent()
              && standing.stream().noneMatch(each -> each.number() == number.getAsInt()) ->
          Optional.of("no change " + number.getAsInt() + " can be undone; use one of " + numbers());
      case Change.Exclude _, Change.Open _
          when standing.stream().anyMatch(each -> each.change().equals(change)) ->
          Optional.of(change.text() + " is in force already");
      case Change.Resume _, Change.Undo _, Change.Stop _ -> Optional.empty();
      case Change _ when standing.size() >= MOST ->
          Optional.of(MOST + " changes are in force, which is the most; undo one of them first");
      case Change _ -> Optional.empty();
    };
  }

  private String numbers() {
    return String.join(
        ", ", standing.stream().map(each -> Integer.toString(each.number())).toList());
  }

  /** The change with the number that an undo of the latest takes back; the others as they are. */
  public Change named(Change change) {
    return change instanceof Change.Undo(OptionalInt number)
            && number.isEmpty()
            && !standing.isEmpty()
        ? new Change.Undo(OptionalInt.of(latest()))
        : change;
  }

  private int latest() {
    return standing.isEmpty() ? 0 : standing.getLast().number();
  }

  /** The number of the next change, from 1. */
  public int next() {
    return made + 1;
  }

  /** Whether the crawl is as it was started. */
  public boolean areNone() {
    return inForce.isEmpty();
  }

  /** The changes in force, in order. */
  public List<LedgerEntry.Changed> inForce() {
    return inForce;
  }

  /** Whether the change of a number is in force. */
  public boolean has(int number) {
    return inForce.stream().anyMatch(each -> each.number() == number);
  }

  /** The change of a number, which is in force. */
  public LedgerEntry.Changed inForce(int number) {
    return inForce.stream().filter(each -> each.number() == number).findFirst().orElseThrow();
  }

  /** The change that keeps requests from starting; empty if the crawl is not paused. */
  public Optional<LedgerEntry.Changed> pause() {
    return Optional.ofNullable(pause);
  }

  /** The change that excludes a URL; empty if it may be requested. */
  public Optional<LedgerEntry.Changed> exclusion(Discovery discovery) {
    if (!exclusions.isEmpty()) {
      String url = discovery.url().toString();
      for (Exclusion each : exclusions) {
        if (BoundedSearch.find(each.pattern, url) != BoundedSearch.Result.ABSENT) {
          return Optional.of(each.by);
        }
      }
    }
    return discovery.depth() > maxDepth && !discovery.priority().isSitemap()
        ? Optional.ofNullable(depth)
        : Optional.empty();
  }

  /** The templates whose URLs are requested however little their pages have brought. */
  public Set<String> opened() {
    return Collections.unmodifiableSet(opened);
  }

  /** The delay that changes set for a host; zero if none does. */
  public Duration delay(String host, int port) {
    if (delays.isEmpty()) {
      return Duration.ZERO;
    }
    Duration its = delays.get(host + ":" + (port == HTTPS ? HTTP : port));
    its = its == null ? delays.get(host) : its;
    its = its == null ? delays.get("") : its;
    return its == null ? Duration.ZERO : its;
  }

  /** The same of the server of an origin. */
  public Duration delay(Origin origin) {
    return delay(origin.host(), origin.port());
  }

  /** URLs fetched at most; empty if no change sets it. */
  public OptionalLong maxPages() {
    return maxPages;
  }

  @Override
  public String toString() {
    return inForce.stream().map(LedgerEntry.Changed::text).toList().toString();
  }
}
