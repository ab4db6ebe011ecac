package dev.arachne.cluster;

import dev.arachne.testkit.ChildJvm;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real broker of Kafka on loopback, a process of its own, with its log in a directory. */
final class KafkaBroker implements AutoCloseable {
  private final Path directory;
  private final int port;
  private Process process;

  private KafkaBroker(Path directory, int port, Process process) {
    this.directory = directory;
    this.port = port;
    this.process = process;
  }

  /** A broker that runs, alone, with nothing in it. */
  static KafkaBroker start(Path directory) throws IOException, InterruptedException {
    return start(directory, 1).getFirst();
  }

  /** Several brokers of one cluster, with nothing in them. */
  static List<KafkaBroker> start(Path directory, int count)
      throws IOException, InterruptedException {
    List<Integer> ports = new ArrayList<>();
    List<String> voters = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      ports.add(freePort());
      voters.add(id + "@127.0.0.1:" + freePort());
    }
    List<KafkaBroker> all = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      Path place = Files.createDirectories(directory.resolve("" + id));
      int port = ports.get(id - 1);
      Files.write(place.resolve("server.properties"), properties(place, id, port, voters));
      format(place);
      all.add(new KafkaBroker(place, port, null));
    }
    for (KafkaBroker broker : all) {
      broker.restart();
    }
    for (KafkaBroker broker : all) {
      broker.awaitClients();
    }
    return all;
  }

  private static List<String> properties(Path directory, int id, int port, List<String> voters) {
    String own = voters.get(id - 1);
    int copies = Math.min(3, voters.size());
    int inSync = Math.max(1, copies - 1);
    return List.of(
        "process.roles=broker,controller",
        "node.id=" + id,
        "controller.quorum.voters=" + String.join(",", voters),
        "listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://%s"
            .formatted(port, own.substring(own.indexOf('@') + 1)),
        "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
        "controller.listener.names=CONTROLLER",
        "inter.broker.listener.name=PLAINTEXT",
        "log.dirs=" + directory.resolve("log"),
        "offsets.topic.replication.factor=" + copies,
        "offsets.topic.num.partitions=1",
        "transaction.state.log.replication.factor=" + copies,
        "transaction.state.log.min.isr=" + inSync,
        "transaction.state.log.num.partitions=1",
        "share.coordinator.state.topic.replication.factor=" + copies,
        "share.coordinator.state.topic.min.isr=" + inSync,
        "group.initial.rebalance.delay.ms=0",
        "transaction.abort.timed.out.transaction.cleanup.interval.ms=500");
  }

  private static void format(Path directory) throws IOException, InterruptedException {
    Process format =
        process(
            directory,
            "kafka.tools.StorageTool",
            "format",
            "-t",
            "MkU3OEVBNTcwNTJENDM2Qk",
            "-c",
            directory.resolve("server.properties").toString());
    if (format.waitFor() != 0) {
      throw new IOException(Files.readString(directory.resolve("output")));
    }
  }

  /** Waits until it takes connections, however busy the machine is. */
  void awaitClients() throws IOException, InterruptedException {
    while (!isListening()) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
        throw new IOException(Files.readString(directory.resolve("output")));
      }
    }
  }

  private boolean isListening() throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (ConnectException e) {
      return false;
    }
  }

  /** Where clients find it. */
  String bootstrap() {
    return "127.0.0.1:" + port;
  }

  /** The CPU time that it has used. */
  Duration used() {
    return process.info().totalCpuDuration().orElseThrow();
  }

  /** Kills it, as by kill -9. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    process.waitFor();
  }

  /** Stops it, as by SIGTERM. */
  void stop() throws InterruptedException {
    process.destroy();
    process.waitFor();
  }

  /** Starts it again on what it has; returns at once. */
  void restart() throws IOException {
    process = process(directory, "kafka.Kafka", directory.resolve("server.properties").toString());
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }

  private static Process process(Path directory, String main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    List<String> like = ChildJvm.command("-Xmx384m", KafkaBroker.class);
    command.addAll(like.subList(0, like.size() - 1));
    command.add(1, "-XX:+UseSerialGC");
    command.add(1, "-XX:TieredStopAtLevel=1");
    command.add(1, "--enable-native-access=ALL-UNNAMED");
    command.add(main);
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.resolve("output").toFile()))
        .start();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
