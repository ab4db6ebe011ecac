package dev.arachne.archive;

import dev.arachne.url.CrawlUrl;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/*
 * A temporary file of entries of 48 bytes, sorted by their bytes:
 *
 *   0  key       16   of SHA-256 of the URL, or of the digest of the payload
 *  16  time       8   of the capture, in milliseconds since 1970
 *  24  file       4   its number in the list of files
 *  28  offset     8   of the record in the file, or of the gzip member in which it is
 *  36  ordinal    3   of the record among those at this offset, from 0
 *  39  kind       1   the kinds of key and record; the algorithm of its digest
 *  40  length     8   bytes of the file that the record takes; -1 if it cannot be read alone
 *
 * CDXJ lines would do as well, but their keys join URLs that differ, and each would have to be
 * parsed. Entries of payloads are for revisits.
 */

/**
 * The places of the captures of URLs in WARC files: an index on the disk that is made by reading
 * the files through once. A lookup takes as many steps as the number of captures has bits, and no
 * memory of the heap. Confined to one thread at a time.
 */
public final class CaptureIndex implements Closeable {
  private static final int ENTRY_BYTES = 48;
  private static final int TIME = 16;
  private static final int FILE = 24;
  private static final int OFFSET = 28;
  private static final int ORDINAL = 36;
  private static final int LENGTH = 40;
  private static final int KEY_BYTES = 16;
  private static final int MOST_ORDINALS = 1 << 24;
  private static final int BUFFER_BYTES = 64 << 10;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final int ORDINAL_BYTES = 3;
  private static final long NONE = -1;

  private static final byte RESPONSE = 0;
  private static final byte RESOURCE = 1;
  private static final byte REVISIT = 2;

  /** The key is of a payload, not of a URL. */
  private static final byte PAYLOAD = 3;

  private static final int KIND_BITS = 2;

  /** The algorithms of digests, from 1; two digests of others are not compared. */
  private static final List<String> ALGORITHMS = List.of("sha1", "sha256", "md5", "sha512");

  private final List<WarcFile> files;
  private final Arena arena;
  private final MemorySegment entries;
  private final long count;
  private final long captures;
  private final long others;
  private final Optional<Instant> begin;

  private CaptureIndex(List<WarcFile> files, Path sorted, Building built) throws IOException {
    this.files = files;
    this.captures = built.captures;
    this.others = built.others;
    this.begin = Optional.ofNullable(built.earliest);
    this.arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(sorted, StandardOpenOption.READ)) {
      this.entries = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
    }
    this.count = entries.byteSize() / ENTRY_BYTES;
  }

  /**
   * Reads the files through, and makes an index of their captures of http and https URLs: responses
   * and revisits with HTTP in them, and resources.
   *
   * @param faults gets the faults of the files, except in blocks whose gzip members state their
   *     length: these are not decoded. A capture in a damaged record is in the index
   */
  public static CaptureIndex of(List<WarcFile> files, Consumer<WarcFault> faults)
      throws IOException {
    Path sorted = Files.createTempFile("arachne-captures", ".index");
    try (var building = new Building(faults)) {
      for (int i = 0; i < files.size(); i++) {
        building.add(files.get(i), i);
      }
      building.writeTo(sorted);
      return new CaptureIndex(List.copyOf(files), sorted, building);
    } finally {
      Files.delete(sorted); // The mapping stays until it is unmapped.
    }
  }

  /**
   * A record with a capture, and where it is.
   *
   * @param type response, resource or revisit
   * @param file the WARC file
   * @param offset of the record, or of the gzip member in which it is
   * @param ordinal of the record among those at this offset, from 0
   * @param length bytes of the file that the record takes; -1 if it cannot be read alone
   * @param time of the capture, to the millisecond
   */
  public record Place(
      WarcType type, WarcFile file, long offset, int ordinal, long length, Instant time) {}

  /** How many captures there are. */
  public long captures() {
    return captures;
  }

  /** The number of captures that are omitted, since their URLs are not http or https. */
  public long others() {
    return others;
  }

  /** The time of the first capture; empty for an index without captures. */
  public Optional<Instant> begin() {
    return begin;
  }

  /** The capture of a URL that is nearest to a time; the later one if two are. */
  public Optional<Place> nearest(CrawlUrl url, Instant time) {
    return found(nearest(keyOf(url), millis(time), true));
  }

  /** The capture of a URL with this number, from 1 for the first; empty beyond the last. */
  public Optional<Place> numbered(CrawlUrl url, int number) {
    byte[] key = keyOf(url);
    long entry = first(key) + number - 1;
    return begins(entry, key) ? Optional.of(place(entry)) : Optional.empty();
  }

  /** Whether a record has a capture, of any URL. */
  static boolean isCapture(WarcRecord record) {
    return Building.kindOf(record).isPresent() && record.date().isPresent();
  }

  /** Reads the files through once more, and passes on the URL of each capture, in their order. */
  public void urls(Consumer<CrawlUrl> sink) throws IOException {
    for (WarcFile file : files) {
      try (WarcReader reader = WarcReader.ofHeads(file)) {
        for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
          if (entry instanceof WarcRecord record
              && isCapture(record)
              && record.targetUri().map(CrawlUrl::parse).orElse(null) instanceof CrawlUrl url) {
            sink.accept(url);
          }
        }
      }
    }
  }

  /**
   * The capture with the payload of a revisit; empty if it is not in the files. That is the capture
   * that the revisit names if its digest is the same, or cannot be compared; otherwise one with
   * this digest.
   */
  public Optional<Place> original(WarcFields revisit) {
    long time =
        revisit
            .first(WarcFields.REFERS_TO_DATE)
            .or(() -> revisit.first(WarcFields.DATE))
            .flatMap(WarcRecord::instant)
            .map(CaptureIndex::millis)
            .orElse(Long.MAX_VALUE);
    long named =
        revisit
            .first(WarcFields.REFERS_TO_TARGET_URI)
            .or(() -> revisit.first(WarcFields.TARGET_URI))
            .map(WarcRecord::bare)
            .map(CrawlUrl::parse)
            .map(parsed -> parsed instanceof CrawlUrl url ? nearest(keyOf(url), time, false) : NONE)
            .orElse(NONE);
    Optional<String> digest = revisit.first(WarcFields.PAYLOAD_DIGEST);
    if (digest.isEmpty() || named != NONE && isNotModified(revisit)) {
      return found(named);
    }
    byte[] payload = keyOf(digest.get());
    if (named != NONE && hasPayload(named, payload)) {
      return found(named);
    }
    long same = nearest(payload, time, false);
    return found(same != NONE || isComparable(named, digest.get()) ? same : named);
  }

  /**
   * Whether a revisit is after an answer of 304. Some programs give such a revisit the digest of no
   * bytes.
   */
  private static boolean isNotModified(WarcFields revisit) {
    return revisit.first(WarcFields.PROFILE).orElse("").endsWith("/server-not-modified");
  }

  private Optional<Place> found(long entry) {
    return entry == NONE ? Optional.empty() : Optional.of(place(entry));
  }

  private boolean hasPayload(long capture, byte[] payload) {
    byte[] entry = Arrays.copyOf(payload, ORDINAL + ORDINAL_BYTES);
    long at = capture * ENTRY_BYTES + KEY_BYTES;
    MemorySegment.copy(
        entries, ValueLayout.JAVA_BYTE, at, entry, KEY_BYTES, entry.length - KEY_BYTES);
    return begins(first(entry), entry);
  }

  private boolean isComparable(long capture, String digest) {
    int algorithm = algorithm(digest);
    return capture != NONE && algorithm != 0 && algorithm == kindByte(capture) >> KIND_BITS;
  }

  /** The entry with a key that is nearest to a time; the later one if two are. */
  private long nearest(byte[] key, long time, boolean takesRevisits) {
    long later = first(ByteBuffer.allocate(TIME + Long.BYTES).put(key).putLong(time + 1).array());
    long best = NONE;
    long distance = Long.MAX_VALUE;
    for (long i = later - 1; best == NONE && begins(i, key); i--) {
      if (takesRevisits || kind(i) != REVISIT) {
        best = i;
        distance = time - time(i);
      }
    }
    for (long i = later; begins(i, key) && time(i) - time <= distance; i++) {
      if (takesRevisits || kind(i) != REVISIT) {
        best = i;
        distance = time(i) - time;
      }
    }
    return best;
  }

  /** The first entry whose bytes are not less than these. */
  private long first(byte[] bytes) {
    MemorySegment sought = MemorySegment.ofArray(bytes);
    long from = 0;
    long to = count;
    while (from < to) {
      long middle = (from + to) >>> 1;
      if (isLess(middle, sought)) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private boolean isLess(long entry, MemorySegment sought) {
    long differs = mismatch(entry, sought);
    return differs >= 0
        && Byte.compareUnsigned(
                entries.get(ValueLayout.JAVA_BYTE, entry * ENTRY_BYTES + differs),
                sought.get(ValueLayout.JAVA_BYTE, differs))
            < 0;
  }

  private boolean begins(long entry, byte[] bytes) {
    return entry >= 0 && entry < count && mismatch(entry, MemorySegment.ofArray(bytes)) < 0;
  }

  /** The first difference between an entry's first bytes and these; -1 if they are equal. */
  private long mismatch(long entry, MemorySegment bytes) {
    long at = entry * ENTRY_BYTES;
    return MemorySegment.mismatch(entries, at, at + bytes.byteSize(), bytes, 0, bytes.byteSize());
  }

  private long time(long entry) {
    return entries.get(LONG, entry * ENTRY_BYTES + TIME);
  }

  private int kind(long entry) {
    return kindByte(entry) & (1 << KIND_BITS) - 1;
  }

  private byte kindByte(long entry) {
    return entries.get(ValueLayout.JAVA_BYTE, entry * ENTRY_BYTES + ORDINAL + ORDINAL_BYTES);
  }

  private Place place(long entry) {
    long at = entry * ENTRY_BYTES;
    WarcType type =
        switch (kind(entry)) {
          case RESOURCE -> WarcType.RESOURCE;
          case REVISIT -> WarcType.REVISIT;
          default -> WarcType.RESPONSE;
        };
    return new Place(
        type,
        files.get(entries.get(INT, at + FILE)),
        entries.get(LONG, at + OFFSET),
        entries.get(INT, at + ORDINAL) >>> 8,
        entries.get(LONG, at + LENGTH),
        Instant.ofEpochMilli(entries.get(LONG, at + TIME)));
  }

  /** Since 1970, not less than 0; the bounds of a long are bounds of time. */
  private static long millis(Instant time) {
    return Math.max(0, TimeUnit.MILLISECONDS.convert(Duration.between(Instant.EPOCH, time)));
  }

  private static byte[] keyOf(CrawlUrl url) {
    return keyOf('u', url.toString());
  }

  private static byte[] keyOf(String digest) {
    String plain = label(digest) + ":" + digest.substring(digest.indexOf(':') + 1).strip();
    return keyOf('p', WarcDigest.parse(digest).map(WarcDigest::toString).orElse(plain));
  }

  /** The key of a text: a cryptographic hash, since pages choose their URLs. */
  private static byte[] keyOf(char kind, String text) {
    byte[] bytes = (kind + text).getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(WarcDigest.Algorithm.SHA256.digest().digest(bytes), KEY_BYTES);
  }

  private static int algorithm(String digest) {
    return ALGORITHMS.indexOf(label(digest)) + 1;
  }

  private static String label(String digest) {
    String label = digest.substring(0, Math.max(0, digest.indexOf(':')));
    return label.strip().replace("-", "").toLowerCase(Locale.ROOT);
  }

  @Override
  public void close() {
    arena.close();
  }

  /** An index while its files are read. */
  private static final class Building implements Closeable {
    private final LineSorter sorter = new LineSorter(LineSorter.DEFAULT_MEMORY);
    private final Consumer<WarcFault> faults;
    private long captures;
    private long others;
    private @Nullable Instant earliest;

    Building(Consumer<WarcFault> faults) {
      this.faults = faults;
    }

    void add(WarcFile file, int number) throws IOException {
      try (WarcReader reader = WarcReader.ofHeads(file)) {
        long offset = -1;
        int ordinal = 0;
        for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
          switch (entry) {
            case WarcFault fault -> faults.accept(fault);
            case WarcRecord record -> {
              ordinal = record.offset() == offset ? ordinal + 1 : 0;
              offset = record.offset();
              add(record, number, ordinal);
            }
          }
        }
      }
    }

    private void add(WarcRecord record, int file, int ordinal) throws IOException {
      Optional<Byte> kind = kindOf(record);
      Optional<Instant> date = record.date();
      if (kind.isEmpty() || date.isEmpty() || ordinal >= MOST_ORDINALS) {
        return;
      }
      if (!(record.targetUri().map(CrawlUrl::parse).orElse(null) instanceof CrawlUrl url)) {
        others++;
        return;
      }
      if (earliest == null || date.get().isBefore(earliest)) {
        earliest = date.get();
      }
      captures++;
      Optional<String> digest = record.fields().first(WarcFields.PAYLOAD_DIGEST);
      long length = record.storedLength();
      long time = millis(date.get());
      long offset = record.offset();
      int algorithm = digest.map(CaptureIndex::algorithm).orElse(0);
      byte typed = (byte) (kind.get() | algorithm << KIND_BITS);
      add(keyOf(url), time, file, offset, ordinal, typed, length);
      if (kind.get() != REVISIT && digest.isPresent()) {
        add(keyOf(digest.get()), time, file, offset, ordinal, PAYLOAD, length);
      }
    }

    private void add(
        byte[] key, long time, int file, long offset, int ordinal, byte kind, long length)
        throws IOException {
      ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
      entry.put(key).putLong(time).putInt(file).putLong(offset);
      entry.putInt(ordinal << 8 | kind).putLong(length);
      sorter.add(entry.array());
    }

    private static Optional<Byte> kindOf(WarcRecord record) {
      return record
          .type()
          .flatMap(type ->
              switch (type) {
                case RESPONSE -> record.isHttp() ? Optional.of(RESPONSE) : Optional.empty();
                case REVISIT -> Optional.of(REVISIT);
                case RESOURCE -> Optional.of(RESOURCE);
                case WARCINFO, REQUEST, METADATA, CONVERSION, CONTINUATION -> Optional.empty();
              });
    }

    void writeTo(Path file) throws IOException {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES)) {
        sorter.drain(out::write);
      }
    }

    @Override
    public void close() throws IOException {
      sorter.close();
    }
  }
}
