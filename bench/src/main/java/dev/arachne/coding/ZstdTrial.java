package dev.arachne.coding;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A comparison of our decoder of zstd with that of aircompressor and the reference in C (zstd-jni),
 * in this package because ours is package-private. It runs first on frames that the program zstd
 * makes of real pages, and on these cut and flipped, then for speed, in turns. Two minutes. Needs
 * the program zstd and the Debian package openjdk-17-doc.
 *
 * <pre>java -Xmx1g --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow \
 *   -cp bench/target/bench.jar dev.arachne.coding.ZstdTrial</pre>
 */
public final class ZstdTrial {
  private static final Path PAGES = Path.of("/usr/share/doc/openjdk-17-doc/api");
  private static final List<String> NAMES =
      List.of(
          "index.html",
          "java.base/module-summary.html",
          "java.base/java/lang/String.html",
          "index-files/index-19.html");
  private static final int MAX_BYTES = 8 << 20;
  private static final int HIGHEST_LEVEL = 22;
  private static final int DAMAGES = 1_000;
  private static final int WARM_UPS = 3;
  private static final int ROUNDS = 7;
  private static final long ROUND_NANOS = 500_000_000;

  private static final byte[] SKIPPABLE = {0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};

  /** A decoder as a stream. */
  private interface Opening {
    InputStream open(InputStream coded) throws IOException;
  }

  private record Decoder(String name, Opening opening) {

    /** Returns how much of {@code into} was filled. */
    int decode(byte[] coded, byte[] into) throws IOException {
      try (InputStream decoding = opening.open(new ByteArrayInputStream(coded))) {
        return decoding.readNBytes(into, 0, into.length);
      }
    }
  }

  private record Sample(byte[] plain, byte[] coded) {}

  /** The result of a decoder for a sample. */
  private enum Result {
    EQUAL("the same body"),
    OTHER("another body"),
    REFUSED("refused"),
    STRAY("other exception");

    final String title;

    Result(String title) {
      this.title = title;
    }
  }

  private final List<Decoder> decoders =
      List.of(
          new Decoder("arachne", coded -> new ZstdStream(coded, MAX_BYTES)),
          new Decoder("aircompressor", io.airlift.compress.v3.zstd.ZstdInputStream::new),
          new Decoder("zstd-jni", com.github.luben.zstd.ZstdInputStream::new));
  private final byte[] decoded = new byte[MAX_BYTES];

  private ZstdTrial() {}

  /** Runs the trial and prints its tables. */
  public static void main(String[] arguments) throws Exception {
    Path directory = Files.createTempDirectory("zstd-trial");
    try {
      new ZstdTrial().run(directory.resolve("dictionary"));
    } finally {
      Files.deleteIfExists(directory.resolve("dictionary"));
      Files.delete(directory);
    }
  }

  private void run(Path dictionary) throws Exception {
    System.out.printf(
        "%s; JDK %s; zstd %s%n",
        LocalDate.now(), Runtime.version(), new String(zstd("--version"), US_ASCII).strip());
    printResults("frames of levels 1 to 22 and other forms", wellFormed());
    printResults("frames with a dictionary", withDictionary(dictionary));
    List<Sample> checked = pagesAt("--check", 1, 3, 19);
    List<Sample> unchecked = pagesAt("--no-check", 1, 3, 19);
    printResults("cut anywhere", damaged(checked, ZstdTrial::cut));
    printResults("up to three bits flipped, with a checksum", damaged(checked, ZstdTrial::flip));
    printResults("the same without a checksum", damaged(unchecked, ZstdTrial::flip));
    for (int level : new int[] {3, 19}) {
      printSpeeds(level, pagesAt("--check", level));
    }
  }

  // Samples by the program zstd.

  private static List<Sample> wellFormed() throws IOException {
    var samples = new ArrayList<Sample>();
    for (String name : NAMES) {
      Path page = PAGES.resolve(name);
      byte[] plain = Files.readAllBytes(page);
      for (int level = 1; level <= HIGHEST_LEVEL; level++) {
        String check = level % 2 == 0 ? "--check" : "--no-check";
        samples.add(new Sample(plain, zstd("--ultra", "-" + level, check, page.toString())));
      }
      for (String form :
          List.of(
              "--fast=5",
              "--long=27",
              "--no-content-size",
              "--target-compressed-block-size=1400")) {
        samples.add(new Sample(plain, zstd(form, page.toString())));
      }
      byte[] frame = zstd("-3", page.toString());
      samples.add(new Sample(join(plain, plain), join(frame, frame)));
      samples.add(new Sample(plain, join(SKIPPABLE, frame)));
      samples.add(new Sample(plain, join(frame, SKIPPABLE)));
    }
    samples.add(new Sample(new byte[0], zstd("-3")));
    return samples;
  }

  private static List<Sample> withDictionary(Path dictionary) throws IOException {
    try (Stream<Path> pages = Files.list(PAGES.resolve("java.base/java/lang"))) {
      var training = new ArrayList<>(List.of("--train", "-o", dictionary.toString()));
      pages.filter(Files::isRegularFile).limit(100).map(Path::toString).forEach(training::add);
      zstd(training.toArray(String[]::new));
    }
    var samples = new ArrayList<Sample>();
    for (String name : NAMES) {
      Path page = PAGES.resolve(name);
      byte[] coded = zstd("-D", dictionary.toString(), page.toString());
      samples.add(new Sample(Files.readAllBytes(page), coded));
    }
    return samples;
  }

  private static List<Sample> pagesAt(String check, int... levels) throws IOException {
    var samples = new ArrayList<Sample>();
    for (int level : levels) {
      for (String name : NAMES) {
        Path page = PAGES.resolve(name);
        byte[] coded = zstd("-" + level, check, page.toString());
        samples.add(new Sample(Files.readAllBytes(page), coded));
      }
    }
    return samples;
  }

  private static byte[] zstd(String... arguments) throws IOException {
    var command = new ArrayList<>(List.of("zstd", "-q", "-c"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    byte[] output = process.getInputStream().readAllBytes();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(String.join(" ", command) + " failed");
    }
    return output;
  }

  private static byte[] join(byte[] first, byte[] second) {
    var joined = new ByteArrayOutputStream();
    joined.writeBytes(first);
    joined.writeBytes(second);
    return joined.toByteArray();
  }

  // Damage.

  private interface Damage {
    byte[] of(byte[] coded, SplittableRandom random);
  }

  /** Damages the small pages only: a flip in a large one is one among many, and takes as long. */
  private static List<Sample> damaged(List<Sample> samples, Damage damage) {
    var random = new SplittableRandom(1);
    List<Sample> small = samples.stream().filter(s -> s.plain().length < 100_000).toList();
    var damaged = new ArrayList<Sample>();
    for (int i = 0; i < DAMAGES * small.size(); i++) {
      Sample sample = small.get(i % small.size());
      damaged.add(new Sample(sample.plain(), damage.of(sample.coded(), random)));
    }
    return damaged;
  }

  private static byte[] cut(byte[] coded, SplittableRandom random) {
    return Arrays.copyOf(coded, random.nextInt(1, coded.length));
  }

  private static byte[] flip(byte[] coded, SplittableRandom random) {
    byte[] flipped = coded.clone();
    for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
    }
    return flipped;
  }

  // Tables.

  private void printResults(String what, List<Sample> samples) {
    int[][] counts = new int[decoders.size()][Result.values().length];
    int alone = 0;
    for (Sample sample : samples) {
      var results = new Result[decoders.size()];
      for (int i = 0; i < results.length; i++) {
        results[i] = result(decoders.get(i), sample);
        counts[i][results[i].ordinal()]++;
      }
      alone += results[0] == Result.OTHER && results[2] == Result.REFUSED ? 1 : 0;
    }
    System.out.printf("%n%,d %s%n  %-15s", samples.size(), what, "");
    for (Result result : Result.values()) {
      System.out.printf("%16s", result.title);
    }
    System.out.println();
    for (int i = 0; i < counts.length; i++) {
      System.out.printf("  %-15s", decoders.get(i).name());
      for (int count : counts[i]) {
        System.out.printf("%,16d", count);
      }
      System.out.println();
    }
    if (alone > 0) {
      System.out.printf("  another body by ours, and refused by the reference: %,d%n", alone);
    }
  }

  private Result result(Decoder decoder, Sample sample) {
    try {
      int length = decoder.decode(sample.coded(), decoded);
      byte[] plain = sample.plain();
      return Arrays.equals(decoded, 0, length, plain, 0, plain.length)
          ? Result.EQUAL
          : Result.OTHER;
    } catch (IOException _) {
      return Result.REFUSED;
    } catch (RuntimeException _) {
      return Result.STRAY;
    }
  }

  private void printSpeeds(int level, List<Sample> samples) throws IOException {
    double[][] speeds = new double[decoders.size()][ROUNDS];
    for (int round = -WARM_UPS; round < ROUNDS; round++) {
      for (int i = 0; i < speeds.length; i++) {
        double speed = speed(decoders.get(i), samples);
        if (round >= 0) {
          speeds[i][round] = speed;
        }
      }
    }
    System.out.printf(
        "%nMB per CPU second, four pages at level %d: median (least to most)%n", level);
    for (int i = 0; i < speeds.length; i++) {
      Arrays.sort(speeds[i]);
      System.out.printf(
          "  %-15s %,6.0f (%,.0f to %,.0f)%n",
          decoders.get(i).name(), speeds[i][ROUNDS / 2], speeds[i][0], speeds[i][ROUNDS - 1]);
    }
  }

  private double speed(Decoder decoder, List<Sample> samples) throws IOException {
    var thread = ManagementFactory.getThreadMXBean();
    long bytes = 0;
    long begin = thread.getCurrentThreadCpuTime();
    long now = begin;
    for (int i = 0; now - begin < ROUND_NANOS; i++, now = thread.getCurrentThreadCpuTime()) {
      // As many bytes of each page, since otherwise only the largest would count.
      Sample sample = samples.get(i % samples.size());
      for (int n = 0; n < MAX_BYTES; n += sample.plain().length) {
        bytes += decoder.decode(sample.coded(), decoded);
      }
    }
    return bytes * 1e3 / (now - begin);
  }
}
