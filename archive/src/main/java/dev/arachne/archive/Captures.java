package dev.arachne.archive;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Captures of URLs in WARC files, found by reading the files through. A URL is that of a capture if
 * both have the same key, {@link Cdxj#key}. Confined to one thread.
 */
public final class Captures {
  private final List<WarcFile> files;
  private final Consumer<WarcFault> faults;

  /**
   * The captures in these files.
   *
   * @param faults gets the faults of the files
   */
  public Captures(List<WarcFile> files, Consumer<WarcFault> faults) {
    this.files = List.copyOf(files);
    this.faults = faults;
  }

  /**
   * A record that holds a capture, and where it is.
   *
   * @param file the WARC file
   * @param offset of the record, or of the gzip member in which it is
   * @param fields of the record
   */
  public record Capture(WarcFile file, long offset, WarcFields fields) {
    /** Whether the payload is in an earlier record. */
    public boolean isRevisit() {
      return fields.type().equals(Optional.of(WarcType.REVISIT));
    }
  }

  /** Uses a record while its reader is at it. */
  @FunctionalInterface
  public interface RecordUse {
    /** Reads the record. */
    void read(WarcRecord record) throws IOException;
  }

  /** The capture of a URL that is nearest to a time, or the latest one if there is no time. */
  public Optional<Capture> nearest(String url, Optional<Instant> time) throws IOException {
    String key = Cdxj.key(url);
    return best(
        record -> record.targetUri().map(Cdxj::key).equals(Optional.of(key)),
        time.orElse(Instant.MAX));
  }

  /** The capture with the payload of a revisit; empty if it is not in the files. */
  public Optional<Capture> original(Capture revisit) throws IOException {
    WarcFields wanted = revisit.fields();
    Optional<String> uri = wanted.first(WarcFields.REFERS_TO_TARGET_URI).map(WarcRecord::bare);
    Optional<Instant> time = wanted.first(WarcFields.REFERS_TO_DATE).flatMap(WarcRecord::instant);
    Optional<String> id = wanted.first(WarcFields.REFERS_TO);
    Optional<String> digest = wanted.first(WarcFields.PAYLOAD_DIGEST);
    Predicate<WarcRecord> isOriginal;
    if (id.isPresent()) {
      isOriginal = record -> record.fields().first(WarcFields.RECORD_ID).equals(id);
    } else if (uri.isPresent()) {
      isOriginal = record -> record.targetUri().equals(uri);
    } else {
      isOriginal = record -> record.fields().first(WarcFields.PAYLOAD_DIGEST).equals(digest);
    }
    Instant near =
        time.or(() -> wanted.first(WarcFields.DATE).flatMap(WarcRecord::instant))
            .orElse(Instant.MAX);
    return best(
        record -> !record.type().equals(Optional.of(WarcType.REVISIT)) && isOriginal.test(record),
        near);
  }

  /** Opens the record of a capture once more. */
  public void read(Capture capture, RecordUse use) throws IOException {
    try (WarcReader reader = WarcReader.openAt(capture.file(), capture.offset())) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        if (entry instanceof WarcRecord record && record.fields().equals(capture.fields())) {
          use.read(record);
          return;
        }
      }
    }
    throw new IOException(capture.file().name() + " has changed while it was read");
  }

  private Optional<Capture> best(Predicate<WarcRecord> matches, Instant near) throws IOException {
    @Nullable Capture best = null;
    Duration least = Duration.ofSeconds(Long.MAX_VALUE);
    for (WarcFile file : files) {
      try (WarcReader reader = WarcReader.open(file)) {
        for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
          switch (entry) {
            case WarcFault fault -> faults.accept(fault);
            case WarcRecord record -> {
              if (isCapture(record) && matches.test(record)) {
                Duration distance = Duration.between(record.date().orElseThrow(), near).abs();
                if (distance.compareTo(least) < 0) {
                  least = distance;
                  best = new Capture(file, record.offset(), record.fields());
                }
              }
            }
          }
        }
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isCapture(WarcRecord record) {
    return record.date().isPresent()
        && record.type().isPresent()
        && switch (record.type().get()) {
          case RESPONSE, REVISIT, RESOURCE -> true;
          case WARCINFO, REQUEST, METADATA, CONVERSION, CONTINUATION -> false;
        };
  }
}
