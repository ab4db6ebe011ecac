package dev.arachne.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.compare.Assignment.Parse;
import dev.arachne.compare.Assignment.Timed;
import dev.arachne.compare.Assignment.Wait;
import dev.arachne.compare.Assignment.WarmUp;
import dev.arachne.compare.Assignment.Work;
import dev.arachne.road.CrawlingStage;
import dev.arachne.road.FetchedPage;
import dev.arachne.road.LinkFinder;
import dev.arachne.road.Road;
import dev.arachne.road.Stage;
import dev.arachne.url.CrawlUrl;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The inside of a {@link StageJvm}: reads {@link Assignment}s, does them, writes {@link Finding}s,
 * until its input ends.
 */
final class StageAtWork {
  /** The processor time that warming up may take. */
  private static final Duration WARM_UP_BOUND = Duration.ofSeconds(4);

  /** The pause between two checks whether all fetches wait; next, the number of checks. */
  private static final Duration LOOK = Duration.ofMillis(50);

  private static final int LOOKS = 600;

  private final ProcessFigures process = new ProcessFigures();
  private final Road road;
  private final int concurrency;
  private final Stage stage;
  private volatile @Nullable Exception waitFailure;

  private StageAtWork(Road road, int concurrency) {
    this.road = road;
    this.concurrency = concurrency;
    this.stage = road.stage(concurrency);
  }

  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    var work = new StageAtWork(Road.valueOf(arguments[0]), Integer.parseInt(arguments[1]));
    var out = new ObjectOutputStream(System.out);
    out.flush();
    var in = new ObjectInputStream(System.in);
    try {
      while (true) {
        out.writeObject(work.find((Assignment) in.readObject()));
        out.flush();
      }
    } catch (EOFException e) {
      Runtime.getRuntime().halt(0); // pages that were held are waited for no longer
    }
  }

  private Finding find(Assignment assignment) {
    try {
      return switch (assignment) {
        case WarmUp(var urls, int fetches) -> warmUp(urls(urls), fetches);
        case Timed(Work work, var urls, int runs) -> times(work, urls(urls), runs);
        case Parse(var urls, int runs, int warmUp) -> parse(stage.fetch(urls(urls)), runs, warmUp);
        case Wait(var held, String holding) -> memory(urls(held), CrawlUrl.of(holding));
      };
    } catch (IOException e) {
      return new Finding.Failed(String.valueOf(e.getMessage()));
    } catch (InterruptedException | RuntimeException e) {
      return new Finding.Failed(e.toString());
    }
  }

  private Finding.Warm warmUp(List<CrawlUrl> urls, int fetches)
      throws IOException, InterruptedException {
    long begin = process.cpuNanos();
    for (int done = 0;
        done < fetches && process.cpuNanos() - begin < WARM_UP_BOUND.toNanos();
        done += urls.size()) {
      stage.fetch(urls);
    }
    return new Finding.Warm();
  }

  private Finding.Times times(Work work, List<CrawlUrl> urls, int runs)
      throws IOException, InterruptedException {
    var walls = new ArrayList<Duration>();
    var cpus = new ArrayList<Duration>();
    Result last = Result.NONE;
    int threads = 0;
    for (int i = 0; i < runs; i++) {
      System.gc(); // garbage of the last run does not burden this one
      process.forgetPeak();
      long cpu = process.cpuNanos();
      long begin = System.nanoTime();
      last = done(work, urls);
      walls.add(Duration.ofNanos(System.nanoTime() - begin));
      cpus.add(Duration.ofNanos(process.cpuNanos() - cpu));
      threads = Math.max(threads, process.peakThreads());
    }
    int children = road == Road.PROCESS_POOL ? road.atATime(concurrency) : 0;
    return new Finding.Times(walls, cpus, threads + children, digests(last.pages), last.titles);
  }

  private record Result(List<FetchedPage> pages, List<String> titles) {
    private static final Result NONE = new Result(List.of(), List.of());
  }

  private Result done(Work work, List<CrawlUrl> urls) throws IOException, InterruptedException {
    return switch (work) {
      case FETCH -> new Result(stage.fetch(urls), List.of());
      case CRAWL -> {
        List<CrawlUrl> root = List.of(urls.getFirst());
        var pages = ((CrawlingStage) stage).crawl(root, LinkFinder.SAME_SERVER);
        yield new Result(List.copyOf(pages.values()), List.of());
      }
      case TITLES -> {
        List<FetchedPage> pages = stage.fetch(urls);
        yield new Result(pages, titles(FilmParser.REGEX, pages));
      }
    };
  }

  private Finding.Parsed parse(List<FetchedPage> pages, int runs, int warmUp) throws IOException {
    var times = new EnumMap<FilmParser, List<Duration>>(FilmParser.class);
    var titles = new EnumMap<FilmParser, List<String>>(FilmParser.class);
    for (FilmParser parser : FilmParser.values()) {
      long beginWarmUp = process.cpuNanos();
      for (int done = 0;
          done < warmUp && process.cpuNanos() - beginWarmUp < WARM_UP_BOUND.toNanos();
          done += pages.size()) {
        titles.put(parser, titles(parser, pages));
      }
      var walls = new ArrayList<Duration>();
      for (int i = 0; i < runs; i++) {
        System.gc();
        long begin = System.nanoTime();
        titles.put(parser, titles(parser, pages));
        walls.add(Duration.ofNanos(System.nanoTime() - begin));
      }
      times.put(parser, walls);
    }
    return new Finding.Parsed(times, titles);
  }

  private static List<String> titles(FilmParser parser, List<FetchedPage> pages) {
    return pages.stream().flatMap(page -> parser.titles(page).stream()).toList();
  }

  private Finding.Memory memory(List<CrawlUrl> held, CrawlUrl holding)
      throws IOException, InterruptedException {
    Stage patient = road.stage(held.size());
    Stage counter = Road.BLOCKING_SOCKET.stage(1);
    long heap = process.liveHeap();
    long resident = process.resident();
    Thread.ofPlatform().daemon().start(() -> await(held, patient));
    int waiting = 0;
    for (int look = 0; look < LOOKS && waiting < held.size(); look++) {
      Thread.sleep(LOOK);
      FetchedPage told = counter.fetch(List.of(holding)).getFirst();
      waiting = Integer.parseInt(new String(told.body(), UTF_8));
    }
    if (waiting < held.size()) {
      throw new IOException(
          "%d fetches of %d wait at a time, %s".formatted(waiting, held.size(), waitFailure));
    }
    long waitingHeap = process.liveHeap() - heap;
    // The JVM may give back more meanwhile than a few waits take.
    return new Finding.Memory(waitingHeap, Math.max(0, process.resident() - resident));
  }

  private void await(List<CrawlUrl> held, Stage patient) {
    try {
      patient.fetch(held);
    } catch (IOException | InterruptedException | RuntimeException e) {
      waitFailure = e;
    }
  }

  private static List<CrawlUrl> urls(List<String> texts) {
    return texts.stream().map(CrawlUrl::of).toList();
  }

  private static Map<String, String> digests(List<FetchedPage> pages) {
    var digests = new HashMap<String, String>();
    for (FetchedPage page : pages) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(page.body());
        digests.put(page.url().toString(), page.status() + " " + HexFormat.of().formatHex(digest));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every JDK has SHA-256", e);
      }
    }
    return digests;
  }
}
