package dev.arachne.cluster;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Values;
import dev.arachne.options.OptionType;
import dev.arachne.options.UsageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** {@code arachne cluster start}: crawls together with all other workers that were started so. */
final class StartVerb extends CrawlVerb {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);
  private static final int MOST_THREADS = 256;
  private static final int MOST_STANDBYS = 10;

  /** The form of a worker's name, which is a part of file names. */
  private static final Pattern WORKER = Pattern.compile("[a-z0-9-]{1,40}");

  private final Argument<String> crawl =
      options.option("--name", "CRAWL", text -> text).help("The name of the crawl.");
  private final Argument<String> worker =
      options
          .option("--worker", "NAME", text -> text)
          .help(
              "What this worker is called; the same at each start. Default: the name of the machine,"
                  + " and a number for --dir.");
  private final Argument<Path> directory =
      options
          .option("--dir", "DIR", Path::of)
          .help(
              "Where this worker keeps its copy of rows, archives and logs; the same at each start,"
                  + " and of this worker alone. Default: CRAWL.worker.");
  private final Argument<Integer> threads =
      options
          .option("--threads", "N", text -> (int) Values.number(text, 1, MOST_THREADS))
          .help("Threads that keep rows. Default: half of the processors.");
  private final Argument<Integer> loops =
      options
          .option("--loops", "N", text -> (int) Values.number(text, 1, MOST_THREADS))
          .help("Threads that fetch and read pages. Default: half of the processors.");
  private final Argument<Integer> standbys =
      options
          .option("--standbys", "N", text -> (int) Values.number(text, 0, MOST_STANDBYS))
          .help("Copies of each shard's rows at other workers, for when one is lost. Default: 1.");
  private final Argument<InetSocketAddress> listen =
      options
          .option("--listen", "ADDRESS:PORT", Values.of(OptionType.listening()))
          .help(
              "With an index: where arachne cluster search asks this worker. Others than 127.0.0.1"
                  + " allow searches from other machines. Default: a free port of 127.0.0.1.");
  private final Argument<Boolean> stay =
      options
          .flag("--stay")
          .help(
              "When the crawl is over, wait for more seeds and answer searches, until SIGTERM or"
                  + " arachne cluster stop.");
  private final Argument<Boolean> verbose =
      options.flag("--verbose").help("Tells what led to a failure.");

  StartVerb() {
    super("start", "[OPTION]... --name CRAWL", "Starts a worker of a crawl, on each machine.");
    footer(
        """
        Workers are equal and may come and go. One that gets SIGTERM ends what is in flight and hands its
        shards over. It ends by itself when the crawl is over, or is stopped by arachne cluster stop.
        Exit code: 0 the crawl is over, or was stopped; 143 it was asked to leave; 3 it could not go on:
        the same command does.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    if (!crawl.isGiven()) {
      throw mistake("which crawl? type --name CRAWL");
    }
    if (listen.value().filter(its -> its.getAddress().isAnyLocalAddress()).isPresent()) {
      throw mistake("--listen needs the address by which others reach this machine");
    }
    if (worker.value().filter(its -> !WORKER.matcher(its).matches()).isPresent()) {
      throw mistake("--worker has small letters, digits and hyphens, not so " + worker.typed());
    }
    Topics topics = Topics.of(crawl.typed());
    int shards;
    int replicas;
    try (var brokers = Brokers.at(bootstrap())) {
      brokers.check();
      shards = awaitCrawl(topics, brokers);
      replicas = Math.min(3, brokers.count());
    }
    try (var controlTopic = ControlTopic.open(topics, client())) {
      while (controlTopic.orders().crawl().isEmpty()) {
        controlTopic.read(LOOK_EVERY);
      }
      Path place = directory.or(Path.of(topics.crawl() + ".worker")).toAbsolutePath();
      Files.createDirectories(place);
      return run(
          new ClusterWorker(
              workerOptions(place, replicas), topics, shards, controlTopic, this::tell));
    }
  }

  private int awaitCrawl(Topics topics, Brokers brokers)
      throws UsageException, IOException, InterruptedException {
    Optional<Integer> shards = brokers.shards(topics);
    if (shards.isEmpty()) {
      tell("waits for arachne cluster crawl " + topics.crawl() + " URL");
    }
    while (shards.isEmpty()) {
      Thread.sleep(LOOK_EVERY.toMillis());
      shards = brokers.shards(topics);
    }
    return shards.get();
  }

  private WorkerOptions workerOptions(Path place, int replicas) throws UsageException {
    int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
    return new WorkerOptions(
        bootstrap(),
        worker.or(machine() + "-" + Integer.toHexString(place.hashCode())),
        place,
        threads.or(half),
        loops.or(half),
        standbys.or(1),
        replicas,
        verbose.isOn(),
        listen.or(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0)),
        stay.isOn() ? WorkerOptions.Staying.STAYS : WorkerOptions.Staying.ENDS);
  }

  private static String machine() {
    String name;
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      name = "localhost";
    }
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
  }

  private int run(ClusterWorker worker) {
    var end = new Thread(() -> leave(worker), "leaving");
    Runtime.getRuntime().addShutdownHook(end);
    ClusterWorker.Outcome outcome = worker.run();
    return switch (outcome) {
      case ClusterWorker.Outcome.Over _ -> told("the crawl is over", ExitCode.DONE);
      case ClusterWorker.Outcome.Stopped _ -> told("the crawl was stopped", ExitCode.DONE);
      case ClusterWorker.Outcome.Left _ -> told("has left", ExitCode.SIGNALLED + 15);
      case ClusterWorker.Outcome.Failed(String why) -> told("failed: " + why, ExitCode.MACHINE);
    };
  }

  private int told(String text, int code) {
    tell(text);
    return code;
  }

  private static void leave(ClusterWorker worker) {
    worker.stop();
    worker.awaitEnd();
  }

  private synchronized void tell(String text) {
    out().println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + text);
    out().flush();
  }
}
