package dev.arachne.frontier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.arachne.ledger.Change;
import dev.arachne.ledger.CommittedEntry;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.DropReason;
import dev.arachne.ledger.EarlierRuns;
import dev.arachne.ledger.FrontierCounts;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.ledger.LedgerKeys;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.PageSummary;
import dev.arachne.ledger.Verdict;
import dev.arachne.ledger.VisitNote;
import dev.arachne.pace.HostSignal;
import dev.arachne.pace.Politeness;
import dev.arachne.runtime.EventLoop;
import dev.arachne.runtime.Task;
import dev.arachne.runtime.TaskFailedException;
import dev.arachne.runtime.TaskGroup;
import dev.arachne.simulation.Simulation;
import dev.arachne.simulation.SimulationOptions;
import dev.arachne.store.TransactionalStore;
import dev.arachne.url.CrawlUrl;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One simulated crawl over all its processes, each of which may die at any moment. */
final class CrashingCrawl {
  static final CrawlUrl ROOT = url(0);

  /** The output that has a line for each URL when it is fetched. */
  static final String FETCHED = "fetched";

  private static final String READER = "reader";

  /** Entries that the reader reads at a time. */
  private static final int MOST_READ = 7;

  private static final int PAGES = 60;
  private static final int HOSTS = 7;
  private static final int WORKERS = 5;
  private static final Disposition.Answer ANSWER =
      new Disposition.Answer(200, "text/html", 0, Duration.ZERO);

  private final SplittableRandom random;
  private final SimulatedDisk disk;
  private final boolean storeBlocks;
  private final FrontierOptions options;
  private final Map<String, SimulatedFile> files =
      Map.of(OutputRecord.LINES, new SimulatedFile(), FETCHED, new SimulatedFile());

  /** What the reader of the ledger has had, on a disk of its own that loses nothing. */
  private final List<String> read = new ArrayList<>();

  private final Map<String, Integer> fetches = new TreeMap<>();

  /** Visits whose end was acknowledged. */
  private final TreeSet<String> acknowledged = new TreeSet<>();

  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  /** Whether a user changes what the crawl does. */
  private final boolean isChanged;

  private int changes;
  private int crashesLeft;
  private int crashes;
  private int revisits;
  private int repeatsAllowed;

  /** Leases whose end was not yet acknowledged. */
  private int inFlight;

  CrashingCrawl(long seed, int mostCrashes) {
    this(seed, mostCrashes, false);
  }

  /** The same, while a user pauses it, excludes URLs, lengthens delays, and takes that back. */
  static CrashingCrawl changed(long seed, int mostCrashes) {
    return new CrashingCrawl(seed, mostCrashes, true);
  }

  private CrashingCrawl(long seed, int mostCrashes, boolean isChanged) {
    this.isChanged = isChanged;
    random = new SplittableRandom(seed);
    storeBlocks = random.nextInt(4) > 0;
    disk = new SimulatedDisk(random.nextLong(), storeBlocks ? random.nextInt(20) : 0);
    Politeness politeness =
        Politeness.NONE.withDelay(Duration.ofMillis(random.nextInt(3) * 20), Duration.ofSeconds(1));
    options =
        FrontierOptions.DEFAULT
            .withMemory(random.nextBoolean() ? 1 : 1 << 20)
            .withPoliteness(random.nextBoolean() ? politeness : politeness.obeyingRobots());
    crashesLeft = mostCrashes;
  }

  /**
   * What a page links to, which its number decides. A far link leads too far from the roots; some
   * pages can be reached by other ways, some by none.
   */
  static List<Discovery> links(CrawlUrl page) {
    List<Discovery> links = new ArrayList<>();
    int number = Integer.parseInt(page.path().substring(1));
    var random = new SplittableRandom(number);
    for (int link : new int[] {2 * number + 1, 2 * number + 2, random.nextInt(PAGES)}) {
      if (link < PAGES) {
        links.add(found(link, page, random.nextInt(4) == 0 ? DropReason.TOO_DEEP : null));
      }
    }
    links.add(found(PAGES + random.nextInt(PAGES), page, DropReason.OTHER_HOST));
    return links;
  }

  private static Discovery found(int page, CrawlUrl via, @Nullable DropReason rejection) {
    return new Discovery(url(page), via, 1, 0, Optional.ofNullable(rejection));
  }

  private static CrawlUrl url(int page) {
    return CrawlUrl.of("http://h" + page % HOSTS + "/" + page);
  }

  private static final InetAddress ADDRESS = InetAddress.ofLiteral("192.0.2.1");

  private static final HostSignal ANSWERED = new HostSignal.Answered(Duration.ofMillis(5));

  /** Starts processes until one comes to the end of the crawl. */
  void run() {
    while (new Process().dies()) {
      crash();
    }
  }

  /** Pages that were fetched, in whatever process. */
  TreeSet<String> fetched() {
    return urls(fetches.keySet());
  }

  /** The URLs of visits. */
  static TreeSet<String> urls(Iterable<String> visits) {
    var urls = new TreeSet<String>();
    visits.forEach(visit -> urls.add(visit.substring(0, visit.indexOf('#'))));
    return urls;
  }

  private static String visit(CrawlUrl url, int number) {
    return url + "#" + number;
  }

  /** URLs with a verdict; proves that the store agrees with itself. */
  TreeSet<String> decided() {
    StoreAudit audit = StoreAudit.of(disk.openAtHand());
    assertEquals(audit.decided(), audit.all());
    return audit.decided();
  }

  /** Whether a reader has read the ledger along, however often it died. */
  boolean hasReader() {
    return storeBlocks;
  }

  /** URLs that a change has kept from being visited at all. */
  TreeSet<String> excluded() {
    var excluded = new TreeSet<String>();
    Ledger ledger = Ledger.of(disk.openAtHand());
    ledger.read((entry, _) -> {
      if (entry instanceof LedgerEntry.Decided decided
          && decided.visit() == 1
          && isOfChange(decided)) {
        excluded.add(ledger.found(decided.found()).url().toString());
      }
    });
    return excluded;
  }

  private static boolean isOfChange(LedgerEntry.Decided decided) {
    return decided.disposition() instanceof Disposition.Dropped(DropReason reason, String _, var _)
        && reason == DropReason.EXCLUDED;
  }

  /** Changes that the user has made. */
  int changes() {
    return changes;
  }

  /** The entries that the reader has had, in the order in which it had them. */
  List<String> read() {
    return read;
  }

  /** The entries of the ledger; proves that no note is left of those that were read. */
  List<String> ledger() {
    TransactionalStore store = disk.openAtHand();
    assertEquals(List.of(), store.range(LedgerKeys.kind('N'), LedgerKeys.kind('N' + 1), 1));
    List<String> entries = new ArrayList<>();
    Ledger.of(store).read((entry, position) -> entries.add(text(position, entry)));
    return entries;
  }

  private static String text(long position, LedgerEntry entry) {
    return position + " " + HexFormat.of().formatHex(entry.value(position));
  }

  List<String> lines(String output) {
    return file(output).lines();
  }

  private SimulatedFile file(String output) {
    return Objects.requireNonNull(files.get(output));
  }

  int crashes() {
    return crashes;
  }

  /** How often a page was visited again because that was asked for. */
  int revisits() {
    return revisits;
  }

  int repeats() {
    return fetches.values().stream().mapToInt(times -> times - 1).sum();
  }

  /** What was in flight at the crashes, and what a power cut took with it. */
  int repeatsAllowed() {
    return repeatsAllowed;
  }

  private void crash() {
    crashes++;
    crashesLeft--;
    boolean powerCut = random.nextBoolean();
    if (powerCut) {
      disk.cutPower(random);
      files.values().forEach(file -> file.cutPower(random));
    }
    repeatsAllowed += inFlight;
    inFlight = 0;
    StoreAudit audit = StoreAudit.of(disk.openAtHand());
    assertTrue(audit.all().containsAll(audit.decided()));
    acknowledged.removeAll(audit.verdicts());
    assertTrue(powerCut || acknowledged.isEmpty(), () -> "lost: " + acknowledged);
    repeatsAllowed += acknowledged.size();
    acknowledged.clear();
    acknowledged.addAll(audit.verdicts());
  }

  /** The end of a process. */
  private static final class Death extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** One process, which is the listener of its frontier. Nothing it does after its death counts. */
  private final class Process implements FrontierListener {
    private final TreeSet<String> decided = new TreeSet<>();
    private final List<OutputRecord> written = new ArrayList<>();
    private boolean isDead;

    /** Runs it; returns whether it died before the crawl was over. */
    boolean dies() {
      var world =
          SimulationOptions.FAULT_FREE.withStart(now.plusSeconds(1)).withLimit(Duration.ofDays(9));
      try {
        EventLoop.run(
            Simulation.of(random.nextLong(), world), "main", () -> TaskGroup.run(this::live));
        return false;
      } catch (TaskFailedException e) {
        if (isDead) {
          return true;
        }
        throw e;
      }
    }

    private @Nullable Void live(TaskGroup group) throws Exception {
      EventLoop loop = EventLoop.current();
      TransactionalStore store = storeBlocks ? disk.open() : disk.openAtHand();
      Frontier frontier = Frontier.open(loop, store, options, this);
      resume(frontier);
      Task<?> commits = group.spawn("frontier", frontier);
      Task<?> death = group.spawn("death", () -> die(loop));
      LedgerReader reader = storeBlocks ? frontier.reader(READER, READER) : null;
      Task<?> reading = group.spawn("reader", () -> read(reader));
      Task<?> user = group.spawn("user", () -> change(frontier));
      frontier.begun("terms");
      frontier.offer(Discovery.root(ROOT));
      TaskGroup.run(workers -> {
        for (int i = 0; i < WORKERS; i++) {
          workers.spawn("worker " + i, () -> work(loop, frontier));
        }
        return null;
      });
      user.cancel();
      if (reader != null) {
        reader.finish();
        reading.await();
      }
      frontier.close();
      commits.await();
      death.cancel();
      return null;
    }

    private void resume(Frontier frontier) {
      EarlierRuns history = frontier.history();
      history
          .checkpoint()
          .ifPresent(
              urls -> decided.addAll(new String(urls, StandardCharsets.UTF_8).lines().toList()));
      history.verdicts().forEach(this::decided);
      assertEquals(acknowledged, decided, "what was resumed");
      for (OutputRecord record : history.records()) {
        file(record.output()).write(record);
      }
      for (String output : files.keySet()) {
        file(output).cut(history.outputEnd(output));
      }
      written.addAll(history.records());
      settle(frontier);
    }

    private @Nullable Void die(EventLoop loop) {
      EventLoop.sleep(Duration.ofMillis(crashesLeft > 0 ? random.nextInt(4_000) : 86_400_000));
      isDead = true;
      disk.kill();
      now = loop.time().now();
      throw new Death();
    }

    private @Nullable Void work(EventLoop loop, Frontier frontier) {
      for (Lease lease = frontier.lease(); lease != null; lease = frontier.lease()) {
        if (isDead) {
          return null;
        }
        int page = lease.purpose() == Lease.Purpose.PAGE ? 1 : 0;
        inFlight += page;
        EventLoop.sleep(Duration.ofMillis(random.nextInt(100)));
        if (!frontier.depart(lease, lease.url().origin(), ADDRESS)) {
          inFlight -= isDead ? 0 : page;
          continue;
        }
        assertAllowed(frontier, lease);
        EventLoop.sleep(Duration.ofMillis(random.nextInt(400)));
        switch (lease.purpose()) {
          case RULES -> frontier.complete(lease, rules());
          case PAGE -> fetch(frontier, lease);
        }
        assertSums(frontier);
        if (!isDead) {
          inFlight -= page;
        }
        if (random.nextInt(8) == 0) {
          loop.after(Duration.ofMillis(random.nextInt(200)), () -> settle(frontier));
        }
        if (random.nextInt(6) == 0) {
          revisit(frontier);
        }
        if (random.nextInt(8) == 0) {
          frontier.checkpoint(String.join("\n", decided).getBytes(StandardCharsets.UTF_8));
        }
      }
      return null;
    }

    /** A user who ends each pause at last. */
    private @Nullable Void change(Frontier frontier) {
      for (int left = isChanged ? random.nextInt(20) : 0; left > 0 || isPaused(frontier); left--) {
        EventLoop.sleep(Duration.ofMillis(random.nextInt(400)));
        Change change =
            switch (left <= 0 ? 1 : random.nextInt(7)) {
              case 0 -> new Change.Pause();
              case 1 -> new Change.Resume();
              case 2 -> new Change.Exclude("/\\d*" + random.nextInt(10) + "$");
              case 3 -> Change.Delay.ofAll(Duration.ofMillis(random.nextInt(80)));
              default -> new Change.Undo(OptionalInt.empty());
            };
        Duration barrier = Duration.ofMillis(random.nextInt(30));
        if (frontier.change(change, () -> EventLoop.sleep(barrier)) instanceof Change.Made
            && !isDead) {
          changes++;
        }
        assertSums(frontier);
      }
      return null;
    }

    private static boolean isPaused(Frontier frontier) {
      return frontier.changes().pause().isPresent();
    }

    private static void assertAllowed(Frontier frontier, Lease lease) {
      assertFalse(isPaused(frontier), lease::toString);
      assertTrue(
          lease.purpose() == Lease.Purpose.RULES
              || frontier.changes().exclusion(lease.discovery()).isEmpty(),
          lease::toString);
    }

    /** Has a page visited again, if one can be. */
    private void revisit(Frontier frontier) {
      CrawlUrl page = url(random.nextInt(2 * PAGES));
      boolean isAgain = frontier.revisit(page);
      boolean isDecided = decided.stream().anyMatch(its -> its.startsWith(page + "#"));
      assertTrue(isDead || isDecided || !isAgain, () -> page + " was not decided");
      revisits += isAgain && !isDead ? 1 : 0;
    }

    private @Nullable Void read(@Nullable LedgerReader reader) {
      if (reader == null) {
        return null;
      }
      assertTrue(reader.begin() <= read.size(), "it has kept what was not read");
      reader.goOn(read.size());
      for (var entries = reader.read(MOST_READ); !entries.isEmpty(); ) {
        if (isDead) {
          return null;
        }
        entries.forEach(this::read);
        EventLoop.sleep(Duration.ofMillis(random.nextInt(2) * random.nextInt(1_000)));
        if (random.nextInt(3) > 0) {
          reader.keep();
        }
        entries = reader.read(MOST_READ);
      }
      reader.keep();
      return null;
    }

    private void read(CommittedEntry its) {
      read.add(text(its.position(), its.entry()));
      assertEquals(read.size() - 1, its.position());
      if (its.note().isPresent()) {
        String noted = new String(its.note().get(), StandardCharsets.UTF_8);
        var verdict = (LedgerEntry.Decided) its.entry();
        assertEquals(visit(its.found().orElseThrow().url(), verdict.visit()), noted);
      } else {
        boolean isVisit = its.entry() instanceof LedgerEntry.Decided last && !isOfChange(last);
        assertFalse(isVisit, "the note is gone");
      }
    }

    private RulesVisit rules() {
      boolean fails = random.nextInt(4) == 0;
      return new RulesVisit(
          new byte[random.nextInt(9)],
          fails ? Optional.of("reset") : Optional.empty(),
          Duration.ofMillis(random.nextInt(3) * 20),
          List.of(),
          Optional.of(fails ? new HostSignal.Broken() : ANSWERED));
    }

    private void fetch(Frontier frontier, Lease lease) {
      if (random.nextInt(100) < 15) {
        Duration backOff = Duration.ofMillis(random.nextInt(3_000));
        frontier.complete(lease, Visit.of(new Disposition.Retry(backOff, "reset")));
        return;
      }
      String url = visit(lease.url(), lease.visit());
      if (!isDead) {
        fetches.merge(url, 1, Integer::sum);
      }
      var line = new OutputRecord(FETCHED, (url + "\n").getBytes(StandardCharsets.UTF_8));
      var note = new VisitNote(READER, url.getBytes(StandardCharsets.UTF_8));
      frontier.complete(
          lease,
          Visit.of(disposition(), links(lease.url())).with(List.of(line)).noted(List.of(note)));
      if (!isDead) {
        acknowledged.add(url);
      }
    }

    private Disposition disposition() {
      return switch (random.nextInt(4)) {
        case 0 -> new Disposition.Moved(ANSWER, "http://elsewhere/");
        case 1 -> new Disposition.Dropped(DropReason.FETCH, "reset");
        case 2 -> new Disposition.Dropped(DropReason.ROBOTS, "line 1: Disallow: /");
        default -> new Disposition.Done(ANSWER);
      };
    }

    private static void assertSums(Frontier frontier) {
      FrontierCounts counts = frontier.counts();
      assertEquals(counts.discovered(), counts.decided() + counts.pending(), counts::toString);
    }

    /** The files have all that was written to them for good. */
    private void settle(Frontier frontier) {
      if (!isDead) {
        files.values().forEach(SimulatedFile::sync);
        frontier.settled(List.copyOf(written));
        written.clear();
      }
    }

    @Override
    public void decided(Verdict verdict) {
      assertTrue(decided.add(visit(verdict.discovery().url(), verdict.visit())), verdict::toString);
    }

    @Override
    public void recorded(List<OutputRecord> records) {
      if (!isDead) {
        records.forEach(record -> file(record.output()).write(record));
        written.addAll(records);
      }
    }

    @Override
    public List<OutputRecord> lines(Verdict verdict, PageSummary page) {
      String line = visit(verdict.discovery().url(), verdict.visit()) + "\n";
      return List.of(new OutputRecord(OutputRecord.LINES, line.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
