package dev.arachne.archive;

import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Fingerprint;
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
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/*
 * A temporary file of entries of 48 bytes, sorted by their bytes:
 *
 *   0  key       16   the fingerprint of the URL, or of the digest of the payload
 *  16  time       8   of the capture, in milliseconds since 1970
 *  24  file       4   its number in the list of files
 *  28  offset     8   of the record in the file, or of the gzip member in which it is
 *  36  ordinal    3   of the record among those at this offset, from 0
 *  39  kind       1   what the key is of, and what the record is
 *  40  length     8   bytes of the file that the record takes; -1 if it cannot be read alone
 *
 * CDXJ lines would do as well, but their keys join URLs that differ, and each would have to be
 * parsed. Entries of payloads are for revisits that name no URL.
 */

/**
 * Where the captures of URLs are in WARC files: an index on the disk that is made by reading the
 * files through once. A look-up takes as many steps as the number of captures has bits, and no
 * memory of the heap. Confined to one thread at a time.
 */
public final class CaptureIndex implements Closeable {
  private static final int ENTRY_BYTES = 48;
  private static final int TIME = 16;
  private static final int FILE = 24;
  private static final int OFFSET = 28;
  private static final int ORDINAL = 36;
  private static final int LENGTH = 40;
  private static final int MOST_ORDINALS = 1 << 24;
  private static final int BUFFER_BYTES = 64 << 10;

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private static final byte RESPONSE = 0;
  private static final byte RESOURCE = 1;
  private static final byte REVISIT = 2;

  /** The key is of a payload, not of a URL. */
  private static final byte PAYLOAD = 3;

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
   * @param faults is told what is wrong with the files; a capture in a damaged record is in the
   *     index
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
      Files.delete(sorted); // What is mapped stays until it is unmapped.
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

  /** How many captures there are that are left out, since they are of no http or https URL. */
  public long others() {
    return others;
  }

  /** When the first capture was made; empty if there is none. */
  public Optional<Instant> begin() {
    return begin;
  }

  /** The capture of a URL that is nearest to a time; the later one if two are. */
  public Optional<Place> nearest(CrawlUrl url, Instant time) {
    return nearest(url.fingerprint(), time, true);
  }

  /** How many captures of a URL there are. */
  public long count(CrawlUrl url) {
    Fingerprint key = url.fingerprint();
    long from = first(key);
    long to = from;
    while (to < count && compare(to, key) == 0) {
      to++;
    }
    return to - from;
  }

  /**
   * The capture of a URL with this number, from 1 for the first that was made; empty if there are
   * not so many.
   */
  public Optional<Place> numbered(CrawlUrl url, int number) {
    Fingerprint key = url.fingerprint();
    long entry = first(key) + number - 1;
    return entry < count && compare(entry, key) == 0 ? Optional.of(place(entry)) : Optional.empty();
  }

  /** Whether a record has a capture, of whatever URL. */
  static boolean isCapture(WarcRecord record) {
    return Building.kindOf(record).isPresent() && record.date().isPresent();
  }

  /** Reads the files through once more, and tells the URL of each capture, in their order. */
  public void urls(Consumer<CrawlUrl> sink) throws IOException {
    for (WarcFile file : files) {
      try (WarcReader reader = WarcReader.open(file)) {
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

  /** The capture with the payload of a revisit; empty if it is not in the files. */
  public Optional<Place> original(WarcFields revisit) {
    Optional<String> uri =
        revisit
            .first(WarcFields.REFERS_TO_TARGET_URI)
            .or(() -> revisit.first(WarcFields.TARGET_URI));
    Instant time =
        revisit
            .first(WarcFields.REFERS_TO_DATE)
            .or(() -> revisit.first(WarcFields.DATE))
            .flatMap(WarcRecord::instant)
            .orElse(Instant.MAX);
    Optional<Place> byUrl =
        uri.map(WarcRecord::bare)
            .map(CrawlUrl::parse)
            .flatMap(parsed ->
                parsed instanceof CrawlUrl url
                    ? nearest(url.fingerprint(), time, false)
                    : Optional.empty());
    return byUrl.or(() ->
        revisit
            .first(WarcFields.PAYLOAD_DIGEST)
            .flatMap(digest -> nearest(keyOf(digest), time, false)));
  }

  private Optional<Place> nearest(Fingerprint key, Instant time, boolean takesRevisits) {
    @Nullable Place best = null;
    for (long i = first(key); i < count && compare(i, key) == 0; i++) {
      if (takesRevisits || kind(i) != REVISIT) {
        Place place = place(i);
        if (best == null || !distance(best, time).minus(distance(place, time)).isNegative()) {
          best = place;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static Duration distance(Place place, Instant time) {
    return Duration.between(place.time(), time).abs();
  }

  /** The first entry whose key is not less. */
  private long first(Fingerprint key) {
    long from = 0;
    long to = count;
    while (from < to) {
      long middle = (from + to) >>> 1;
      if (compare(middle, key) < 0) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return from;
  }

  private int compare(long entry, Fingerprint key) {
    int high = Long.compareUnsigned(entries.get(LONG, entry * ENTRY_BYTES), key.high());
    return high != 0
        ? high
        : Long.compareUnsigned(entries.get(LONG, entry * ENTRY_BYTES + 8), key.low());
  }

  private byte kind(long entry) {
    return entries.get(ValueLayout.JAVA_BYTE, entry * ENTRY_BYTES + ORDINAL + 3);
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

  private static Fingerprint keyOf(String digest) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      ByteBuffer hash =
          ByteBuffer.wrap(md5.digest(digest.strip().getBytes(StandardCharsets.UTF_8)));
      return new Fingerprint(hash.getLong(), hash.getLong());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
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
      try (WarcReader reader = WarcReader.open(file)) {
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
      long time = Math.max(0, date.get().toEpochMilli());
      long offset = record.offset();
      add(url.fingerprint(), time, file, offset, ordinal, kind.get(), length);
      if (kind.get() != REVISIT && digest.isPresent()) {
        add(keyOf(digest.get()), time, file, offset, ordinal, PAYLOAD, length);
      }
    }

    private void add(
        Fingerprint key, long time, int file, long offset, int ordinal, byte kind, long length)
        throws IOException {
      ByteBuffer entry = ByteBuffer.allocate(ENTRY_BYTES);
      entry.putLong(key.high()).putLong(key.low()).putLong(time).putInt(file).putLong(offset);
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
