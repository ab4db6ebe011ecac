package dev.arachne.cluster;

import dev.arachne.cli.Arachne;
import dev.arachne.terminal.Streams;
import dev.arachne.testkit.ChildJvm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Workers of a crawl as processes, and the verbs that tell them what to do. With {@code
 * -Darachne.cluster.launcher=$PWD/arachne} they start as those of users do.
 */
final class Workers implements AutoCloseable {
  private static final String HEAP = "-Xmx384m";
  private static final String NO_MORE = " no more";
  private static final String LAUNCHER = System.getProperty("arachne.cluster.launcher", "");

  private final Path directory;
  private final String bootstrap;
  private final Path names;
  private final String crawl;
  private final List<Worker> all = new ArrayList<>();
  private List<String> compilers = List.of("-XX:TieredStopAtLevel=1");

  Workers(Path directory, String bootstrap, Path names, String crawl) {
    this.directory = directory;
    this.bootstrap = bootstrap;
    this.names = names;
    this.crawl = crawl;
  }

  /** Gives processes all compilers, as those of users have; without them they start sooner. */
  Workers withAllCompilers() {
    compilers = List.of();
    return this;
  }

  /** One worker. */
  static final class Worker {
    private final Process process;
    private final Path output;

    private Worker(Process process, Path output) {
      this.process = process;
      this.output = output;
    }

    /** Sends a signal by its name. */
    void signal(String name) throws IOException, InterruptedException {
      new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start().waitFor();
    }

    /** The CPU time that it has used. */
    Duration used() {
      return process.info().totalCpuDuration().orElseThrow();
    }

    /** Waits for its end for a moment. */
    boolean endsSoon() {
      try {
        return process.waitFor(100, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    /** Waits for its end; its exit code. */
    int await(long seconds) throws InterruptedException, IOException {
      if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
        signal("QUIT"); // It prints what its threads wait for.
        process.waitFor(2, TimeUnit.SECONDS);
        throw new AssertionError("it still runs:\n" + output());
      }
      return process.exitValue();
    }

    /** Waits for its end, as {@link #await} does; the CPU time that it has used. */
    Duration awaitCounting(long seconds) throws InterruptedException, IOException {
      Duration used = Duration.ZERO;
      for (long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
          System.nanoTime() < end && !process.waitFor(20, TimeUnit.MILLISECONDS); ) {
        used = process.info().totalCpuDuration().orElse(used);
      }
      if (await(0) != 0) {
        throw new AssertionError(output());
      }
      return used;
    }

    /** The time at which it was given a shard for the last time. */
    Instant lastGiven() {
      return last(line -> line.contains(" has shard ") && !line.endsWith(NO_MORE));
    }

    /** The time at which a shard was taken from it for the last time. */
    Instant lastTaken() {
      return last(line -> line.endsWith(NO_MORE));
    }

    private Instant last(Predicate<String> isIt) {
      return output()
          .lines()
          .filter(isIt)
          .map(line -> Instant.parse(line.substring(0, line.indexOf(' '))))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }

    String output() {
      try {
        return Files.readString(output);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Starts one more. */
  Worker start(String... more) throws IOException {
    String name = "w" + all.size();
    Path place = Files.createDirectories(directory.resolve(name));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "cluster",
                "start",
                "--bootstrap",
                bootstrap,
                "--name",
                crawl,
                "--worker",
                name,
                "--dir",
                place.resolve("kept").toString(),
                "--verbose"));
    arguments.addAll(List.of(more));
    return start(place, arguments);
  }

  /** Starts a crawl of this machine alone, as another process. */
  Worker crawlAlone(Path kept, String... arguments) throws IOException {
    Path place = Files.createDirectories(directory.resolve("alone" + all.size()));
    List<String> all = new ArrayList<>(List.of("crawl", "--dir", kept.toString(), "--quiet"));
    all.addAll(List.of(arguments));
    return start(place, all);
  }

  private Worker start(Path place, List<String> arguments) throws IOException {
    Path output = place.resolve("output");
    Process process =
        (LAUNCHER.isEmpty() ? new ProcessBuilder(command(arguments)) : launched(arguments))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    var worker = new Worker(process, output);
    all.add(worker);
    return worker;
  }

  private List<String> command(List<String> arguments) {
    List<String> command = ChildJvm.command(HEAP, Main.class, arguments.toArray(String[]::new));
    command.addAll(
        1,
        List.of(
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            hostsFile()));
    command.addAll(1, compilers);
    return command;
  }

  private ProcessBuilder launched(List<String> arguments) {
    var builder =
        new ProcessBuilder(Stream.concat(Stream.of(LAUNCHER), arguments.stream()).toList());
    builder
        .environment()
        .merge("ARACHNE_JAVA_OPTS", HEAP + " " + hostsFile(), (given, ours) -> given + " " + ours);
    return builder;
  }

  private String hostsFile() {
    return "-Djdk.net.hosts.file=" + names;
  }

  /** Runs a verb here, which has to succeed; what it prints. */
  String tell(String verb, String... arguments) {
    Result result = run(verb, arguments);
    if (result.code != 0) {
      throw new AssertionError(verb + " ended with " + result.code + ": " + result.text);
    }
    return result.text;
  }

  /** What is wrong with the archives that a worker has written; empty if nothing is. */
  String faultsOfArchives(int worker) {
    var text = new StringWriter();
    var out = new PrintWriter(text, true);
    String kept = directory.resolve("w" + worker).resolve("kept").toString();
    int code = Arachne.run(new String[] {"archive", "check", kept}, out, out);
    return code == 0 ? "" : text.toString();
  }

  /** The orders and the states of all shards, for people who look for a fault. */
  String control() {
    try (var control = ControlTopic.open(new Topics(crawl), WorkerOptions.client(bootstrap))) {
      var text = new StringBuilder(control.orders().toString()).append('\n');
      control.states().forEach((shard, its) -> text.append(shard + ": " + its + "\n"));
      return text.toString();
    }
  }

  /** What a verb printed, in a terminal that does not know UTF-8, and its exit code. */
  record Result(int code, String text) {}

  Result run(String verb, String... arguments) {
    var bytes = new ByteArrayOutputStream();
    var out = new PrintWriter(new OutputStreamWriter(bytes, StandardCharsets.ISO_8859_1), true);
    int code = run(new Streams(System.in, bytes, () -> false), out, verb, arguments);
    out.flush();
    return new Result(code, bytes.toString(StandardCharsets.UTF_8));
  }

  /** Runs a verb here; its exit code. */
  int run(PrintWriter out, String verb, String... arguments) {
    return run(Streams.ofProcess(), out, verb, arguments);
  }

  private int run(Streams streams, PrintWriter out, String verb, String... arguments) {
    List<String> typed = new ArrayList<>(List.of("cluster", verb, "--bootstrap", bootstrap));
    typed.addAll(List.of(arguments));
    return Arachne.run(new ClusterVerb(streams), typed.toArray(String[]::new), out, out);
  }

  @Override
  public void close() throws InterruptedException {
    for (Worker worker : all) {
      worker.process.destroyForcibly();
      worker.process.waitFor();
    }
  }
}
