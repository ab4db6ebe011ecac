package dev.arachne.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The state of a store on disk at its last sync, in a file next to the store's directory. By it,
 * lost, truncated or outdated files are noticed. Immutable.
 *
 * <pre>
 *   store.proof   sequence 8123                  of the last change
 *                 manifest MANIFEST-000005 2381  and how long it was one sync earlier
 *                 log 000009.log 40112           the last log, and how much of it was synced
 *                 sum 1a2b3c4d                   CRC-32C of the lines above
 * </pre>
 *
 * <p>The database checks the rest: tables and closed logs by its manifest, blocks and records by
 * checksums. It cannot notice two losses. A manifest that has lost its end reads like an older one,
 * and a database whose directory or last log is lost reads like a new one.
 *
 * <p>The last log may be shorter than it was: a disk that lost its power may have lost writes that
 * it had confirmed. The store then has the state of an earlier commit, whole.
 *
 * @param sequence the number of the last change that was synced
 * @param log empty without a log with changes
 */
record StoreProof(
    long sequence, String manifest, long manifestBytes, Optional<String> log, long logBytes) {
  private static final Pattern LOG = Pattern.compile("(\\d+)\\.log");
  private static final Pattern MANIFEST = Pattern.compile("MANIFEST-(\\d+)");
  private static final Pattern TEXT =
      Pattern.compile(
          "sequence (\\d{1,18})\nmanifest (MANIFEST-\\d{1,18}) (\\d{1,18})\n"
              + "(?:log (\\d{1,18}\\.log) (\\d{1,18})\n)?");
  private static final Pattern SUM = Pattern.compile("sum ([0-9a-f]{8})\n");

  /** The block and header sizes of a manifest's format (db/log_format.h of RocksDB). */
  private static final int BLOCK = 1 << 15;

  private static final int HEADER = 7;

  /** The file of the proof of a store. */
  static Path path(Path store) {
    return store.resolveSibling(store.getFileName() + ".proof");
  }

  /** The proof of the present state of a store. */
  static StoreProof of(Path store, long sequence) throws IOException {
    String manifest = current(store);
    Optional<Path> log = lastLog(store);
    return new StoreProof(
        sequence,
        manifest,
        Files.size(store.resolve(manifest)),
        log.map(StoreProof::name),
        log.isEmpty() ? 0 : Files.size(log.get()));
  }

  /** The proof of a store; empty without a readable one. */
  static Optional<StoreProof> read(Path store) throws IOException {
    try {
      String text = Files.readString(path(store), StandardCharsets.ISO_8859_1);
      int end = text.lastIndexOf("sum ");
      Matcher sum = SUM.matcher(text.substring(Math.max(0, end)));
      Matcher lines = TEXT.matcher(text.substring(0, Math.max(0, end)));
      if (!sum.matches() || !lines.matches() || !sum.group(1).equals(sum(lines.group()))) {
        return Optional.empty();
      }
      @Nullable String log = lines.group(4);
      return Optional.of(
          new StoreProof(
              Long.parseLong(lines.group(1)),
              lines.group(2),
              Long.parseLong(lines.group(3)),
              Optional.ofNullable(log),
              log == null ? 0 : Long.parseLong(lines.group(5))));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /** Whether any file of a used store exists. */
  static boolean isBegun(Path store) throws IOException {
    if (Files.exists(path(store)) || Files.exists(store.resolve("CURRENT"))) {
      return true;
    }
    if (!Files.isDirectory(store)) {
      return false;
    }
    try (Stream<Path> files = Files.list(store)) {
      return files.map(StoreProof::name).anyMatch(it -> it.endsWith(".sst") || it.endsWith(".log"));
    }
  }

  /** The same with as much of the manifest as an earlier proof of it had. */
  StoreProof withManifestOf(StoreProof earlier) {
    return earlier.manifest.equals(manifest)
        ? new StoreProof(sequence, manifest, earlier.manifestBytes, log, logBytes)
        : this;
  }

  /**
   * Writes the proof. It needs no sync: an older one proves less, and a torn one nothing, but
   * neither is wrong.
   */
  void write(Path store) throws IOException {
    String text =
        "sequence %d\nmanifest %s %d\n".formatted(sequence, manifest, manifestBytes)
            + log.map(name -> "log %s %d\n".formatted(name, logBytes)).orElse("");
    ByteBuffer bytes =
        ByteBuffer.wrap((text + "sum " + sum(text) + "\n").getBytes(StandardCharsets.ISO_8859_1));
    try (var file =
        FileChannel.open(path(store), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      file.write(bytes, 0);
      file.truncate(bytes.limit());
    }
  }

  /**
   * A description of the first file of the store that is missing or damaged; empty if all are
   * intact.
   */
  Optional<String> fault(Path store) throws IOException {
    Path current = store.resolve("CURRENT");
    if (!Files.exists(current)) {
      return Optional.of(current + " is missing");
    }
    String named = current(store);
    if (number(MANIFEST, named) < number(MANIFEST, manifest)) {
      return Optional.of(current + " is damaged: it names no manifest, or an earlier one");
    }
    Path file = store.resolve(named);
    if (!Files.exists(file)) {
      return Optional.of(file + " is missing");
    }
    long proven = named.equals(manifest) ? manifestBytes : 0;
    if (wholeBytes(file) < proven) {
      return Optional.of(
          file + " is damaged: " + wholeBytes(file) + " of " + proven + " bytes are whole");
    }
    return logFault(store);
  }

  private Optional<String> logFault(Path store) throws IOException {
    if (log.isEmpty()) {
      return Optional.empty();
    }
    Path file = store.resolve(log.get());
    if (Files.exists(file)) {
      return Files.size(file) > 0 ? Optional.empty() : Optional.of(file + " is empty");
    }
    OptionalLong last = lastNumber(store);
    return last.isPresent() && last.getAsLong() > number(LOG, log.get())
        ? Optional.empty() // The database checks the earlier ones that it still needs.
        : Optional.of(file + " is missing");
  }

  private static String current(Path store) throws IOException {
    return Files.readString(store.resolve("CURRENT"), StandardCharsets.ISO_8859_1).strip();
  }

  private static Optional<Path> lastLog(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files
          .filter(file -> LOG.matcher(name(file)).matches() && file.toFile().length() > 0)
          .max((a, b) -> Long.compare(number(LOG, name(a)), number(LOG, name(b))));
    }
  }

  private static OptionalLong lastNumber(Path store) throws IOException {
    try (Stream<Path> files = Files.list(store)) {
      return files
          .map(StoreProof::name)
          .filter(name -> LOG.matcher(name).matches())
          .mapToLong(name -> number(LOG, name))
          .max();
    }
  }

  private static String name(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static long number(Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(name);
    return matcher.matches() && matcher.group(1).length() < 19
        ? Long.parseLong(matcher.group(1))
        : -1;
  }

  private static String sum(String text) {
    var crc = new CRC32C();
    crc.update(text.getBytes(StandardCharsets.ISO_8859_1));
    return "%08x".formatted(crc.getValue());
  }

  /** The length of the whole records of a manifest, from its beginning on. */
  private static long wholeBytes(Path file) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.wrap(Files.readAllBytes(file)).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    int at = 0;
    while (true) {
      int leftInBlock = BLOCK - at % BLOCK;
      int start = leftInBlock < HEADER ? at + leftInBlock : at;
      if (start + HEADER > bytes.limit()) {
        return Math.min(start, bytes.limit());
      }
      int length = Short.toUnsignedInt(bytes.getShort(start + 4));
      int end = start + HEADER + length;
      if (end > bytes.limit() || !isWhole(bytes, start, length)) {
        return at;
      }
      at = end;
    }
  }

  private static boolean isWhole(ByteBuffer bytes, int start, int length) {
    var crc = new CRC32C();
    crc.update(bytes.slice(start + 6, length + 1));
    int masked = Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
    return bytes.getInt(start) == masked;
  }
}
