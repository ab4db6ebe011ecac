package dev.arachne.cluster;

import dev.arachne.dashboard.ClusterSnapshot;
import dev.arachne.dashboard.ClusterSnapshot.Shard;
import dev.arachne.dashboard.ClusterSnapshot.State;
import dev.arachne.dashboard.ClusterSnapshot.Work;
import dev.arachne.dashboard.ClusterSnapshot.Worker;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.report.Forecast;
import dev.arachne.report.ProgressHistory;
import dev.arachne.report.Rate;
import dev.arachne.runtime.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Watches the orders and the states of all shards from outside: how fast they advance, and which of
 * them are silent. Confined to one thread.
 *
 * <p>The time since a shard was heard is by the clock of this machine, but for states that were
 * there before: these have the time of their worker's clock.
 */
final class ClusterWatch {
  /** The silence after which a shard at work is marked: it is heard twice a second. */
  static final Duration SILENCE = Duration.ofSeconds(3);

  /** How long a worker that has no shards any more is shown. */
  private static final Duration MEMORY = Duration.ofMinutes(10);

  /** The part of the time in which the pace of late is measured. */
  private static final double QUARTER = 0.25;

  private final int shards;
  private final TimeSource time;
  private final List<Watched> watched = new ArrayList<>();
  private final Map<String, Long> workersHeard = new TreeMap<>();
  private final ClusterNews news = new ClusterNews();
  private Standstill standstill;
  private @Nullable ProgressHistory course;

  /** A watch that begins with its first look. */
  ClusterWatch(int shards, TimeSource time) {
    this.shards = shards;
    this.time = time;
    this.standstill = new Standstill(shards);
    for (int shard = 0; shard < shards; shard++) {
      watched.add(new Watched());
    }
  }

  /** A shard, and when it was last heard. */
  private final class Watched {
    private @Nullable ShardState state;
    private @Nullable Rate growth;
    private long first;
    private long heard;
    private double rate;

    void look(@Nullable ShardState now) {
      if (now == null) {
        return;
      }
      if (growth == null) {
        growth = new Rate(time);
        first = now.counts().fetched();
        heard = time.nanos() - Math.max(0, time.now().toEpochMilli() - now.at()) * 1_000_000;
      } else if (!now.equals(state)) {
        heard = time.nanos();
      }
      state = now;
      rate = Math.max(0, growth.of(now.counts().fetched() - first));
    }

    Duration silence() {
      return Duration.ofNanos(time.nanos() - heard);
    }
  }

  /** The state of a crawl. */
  static State state(Orders orders, Collection<ShardState> states, int shards) {
    long over = states.stream().filter(state -> state.over() == orders.edition()).count();
    return over == shards
        ? State.OVER
        : switch (orders.will()) {
          case RUN -> State.RUNNING;
          case PAUSE -> State.PAUSED;
          case STOP -> State.STOPPED;
        };
  }

  /**
   * The crawl now.
   *
   * @param maxPages the bound on the pages of the whole crawl
   */
  ClusterSnapshot look(Orders orders, Map<Integer, ShardState> states, long maxPages) {
    State state = state(orders, states.values(), shards);
    List<Shard> seen = new ArrayList<>();
    for (int number = 0; number < shards; number++) {
      Watched its = watched.get(number);
      its.look(states.get(number));
      seen.add(shard(number, its, state));
    }
    FrontierCounts counts = ShardState.sum(states.values());
    List<Worker> workers = workers(seen);
    Optional<String> standstill = standstill(state, orders, states);
    news.look(time.now(), state, standstill, workers, seen);
    return new ClusterSnapshot(
        time.now(),
        state,
        counts,
        seen.stream().mapToDouble(Shard::rate).sum(),
        linksUnderWay(states.values()),
        states.values().stream().mapToLong(its -> its.hosts().busy()).sum(),
        states.values().stream().mapToLong(its -> its.hosts().resting()).sum(),
        left(state, counts, states.values(), maxPages),
        standstill,
        workers,
        seen,
        news.events());
  }

  /** Roughly: states of several shards are not of one moment. */
  private static long linksUnderWay(Collection<ShardState> states) {
    return Math.max(
        0, states.stream().mapToLong(its -> its.census().sent() - its.census().received()).sum());
  }

  private Shard shard(int number, Watched its, State state) {
    ShardState said = its.state;
    if (said == null) {
      return new Shard(number, "", Work.UNKNOWN, ShardState.sum(List.of()), 0, 0, Optional.empty());
    }
    boolean isOpen = state == State.RUNNING || state == State.PAUSED;
    Work work;
    if (state == State.OVER) {
      work = Work.OVER;
    } else if (said.census().isQuiet()) {
      work = Work.IDLE;
    } else if (isOpen && its.silence().compareTo(SILENCE) > 0) {
      work = Work.SILENT;
    } else {
      work = said.census().isStarved() ? Work.LIMITED : Work.WORKING;
    }
    return new Shard(
        number,
        said.worker(),
        work,
        said.counts(),
        its.rate,
        said.hosts().busy(),
        Optional.of(its.silence()));
  }

  /** The workers by name: those that have shards, and those that had some a short time ago. */
  private List<Worker> workers(List<Shard> seen) {
    Map<String, List<Shard>> byWorker =
        seen.stream()
            .filter(shard -> shard.heard().isPresent())
            .collect(Collectors.groupingBy(Shard::worker));
    long now = time.nanos();
    byWorker.forEach((name, its) -> workersHeard.put(name, now - silence(its).toNanos()));
    workersHeard
        .entrySet()
        .removeIf(
            its -> !byWorker.containsKey(its.getKey()) && now - its.getValue() > MEMORY.toNanos());
    List<Worker> workers = new ArrayList<>();
    workersHeard.forEach((name, heard) ->
        workers.add(
            worker(name, byWorker.getOrDefault(name, List.of()), Duration.ofNanos(now - heard))));
    return workers;
  }

  private static Duration silence(List<Shard> shards) {
    return shards.stream()
        .flatMap(shard -> shard.heard().stream())
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  private Worker worker(String name, List<Shard> its, Duration silence) {
    boolean isSilent =
        silence.compareTo(SILENCE) > 0
            && its.stream().anyMatch(shard -> shard.work() == Work.SILENT);
    return new Worker(
        name,
        its.stream().map(Shard::number).toList(),
        ShardState.sum(
            its.stream()
                .flatMap(shard -> Stream.ofNullable(watched.get(shard.number()).state))
                .toList()),
        its.stream().mapToDouble(Shard::rate).sum(),
        silence,
        isSilent);
  }

  private Optional<String> standstill(State state, Orders orders, Map<Integer, ShardState> states) {
    if (state != State.RUNNING || orders.isEnding()) {
      standstill = new Standstill(shards);
      return Optional.empty();
    }
    return standstill.why(states, time.nanos());
  }

  private Optional<Forecast> left(
      State state, FrontierCounts counts, Collection<ShardState> states, long maxPages) {
    long done = counts.fetched() + counts.failed();
    long known = done + counts.queued() + counts.retrying() + counts.inFlight();
    if (state != State.RUNNING) {
      course = null;
      return Optional.empty();
    }
    if (course == null) {
      course = new ProgressHistory(time, done, known);
    }
    course.note(done, known);
    Optional<ShardHosts> slowest =
        states.stream().map(ShardState::hosts).max(Comparator.comparing(ShardHosts::byPace));
    return Forecast.of(
        new Forecast.Known(
            course.seconds(),
            known - done,
            counts.inFlight(),
            maxPages - done,
            course.last(QUARTER, done, known),
            course.last(QUARTER / 2, done, known),
            states.stream().mapToLong(its -> its.hosts().byDelay().toMillis()).max().orElse(0)
                / 1e3,
            slowest.map(its -> its.byPace().toMillis() / 1e3).orElse(0.0),
            slowest.map(ShardHosts::slowest).filter(its -> !its.isEmpty())));
  }
}
