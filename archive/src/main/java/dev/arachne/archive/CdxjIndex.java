package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An index of the captures in WARC files, sorted within bounded memory: a line for each response,
 * revisit and resource, and for metadata and conversions that are not fields. Confined to one
 * thread.
 */
public final class CdxjIndex implements Closeable {
  private static final int BUFFER_BYTES = 64 << 10;

  private final LineSorter sorter;
  private long lines;

  /** An index without lines. */
  public CdxjIndex() {
    this(LineSorter.DEFAULT_MEMORY);
  }

  CdxjIndex(long memory) {
    sorter = new LineSorter(memory);
  }

  /**
   * Adds the captures of a file. Records that cannot be read alone, since they share a gzip member
   * or are damaged, are omitted.
   *
   * @param faults gets the faults of the file
   */
  public void add(WarcFile file, Consumer<WarcFault> faults) throws IOException {
    add(file, file.fileName(), faults);
  }

  /** The same, with another name for the file in the lines of the index. */
  public void add(WarcFile file, String name, Consumer<WarcFault> faults) throws IOException {
    try (WarcReader reader = WarcReader.open(file)) {
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        switch (entry) {
          case WarcFault fault -> faults.accept(fault);
          case WarcRecord record -> {
            Optional<Cdxj> line = lineOf(record, name);
            if (line.isPresent()) {
              add(line.get());
            }
          }
        }
      }
    }
  }

  /** Adds the capture at an offset of a file, if one is there. */
  public void addAt(WarcFile file, long offset) throws IOException {
    try (WarcReader reader = WarcReader.openAt(file, offset)) {
      if (reader.next() instanceof WarcRecord record) {
        Optional<Cdxj> line = lineOf(record, file.fileName());
        if (line.isPresent()) {
          add(line.get());
        }
      }
    }
  }

  /** Adds a capture. */
  public void add(Cdxj capture) throws IOException {
    sorter.add(capture.line());
    lines++;
  }

  /** Adds the captures of another index, which is empty afterwards. */
  public void addAll(CdxjIndex other) throws IOException {
    other.drain(line -> sorter.add(new String(line, StandardCharsets.US_ASCII)));
    lines += other.lines;
  }

  /** How many lines there are. */
  public long lines() {
    return lines;
  }

  /** The bytes of all lines, with their ends. */
  long bytes() {
    return sorter.bytes();
  }

  /** Writes the lines in order, once. */
  public void writeTo(OutputStream out) throws IOException {
    sorter.drain(line -> {
      out.write(line);
      out.write('\n');
    });
  }

  void drain(LineSorter.Sink sink) throws IOException {
    sorter.drain(sink);
  }

  /**
   * The line of a record, whose block is read by this; empty if it is not a capture, or cannot be
   * read alone.
   */
  static Optional<Cdxj> lineOf(WarcRecord record, String filename) throws IOException {
    if (!isCapture(record)) {
      return Optional.empty();
    }
    boolean isRevisit = record.type().equals(Optional.of(WarcType.REVISIT));
    Optional<HttpPayload> http;
    Optional<String> digest = record.fields().first(WarcFields.PAYLOAD_DIGEST);
    try {
      http = record.isHttp() ? HttpPayload.of(record.block()) : Optional.empty();
      if (digest.isEmpty()) {
        digest = Optional.of(digestOf(http.map(HttpPayload::body).orElse(record.block())));
      }
    } catch (DamagedArchiveException e) {
      return Optional.empty(); // The reader reports it next.
    }
    long length = record.storedLength();
    if (length < 0) {
      return Optional.empty();
    }
    String url = record.targetUri().orElseThrow();
    String type =
        http.map(HttpPayload::mediaType).orElse(record.isHttp() ? "" : record.blockType());
    return Optional.of(
        new Cdxj(
            CdxKey.of(url),
            Cdxj.timestamp(record.date().orElseThrow()),
            url,
            isRevisit ? "warc/revisit" : type,
            http.map(each -> each.head().status()),
            digest.get(),
            length,
            record.offset(),
            filename));
  }

  static boolean isCapture(WarcRecord record) {
    if (record.targetUri().isEmpty() || record.date().isEmpty() || record.type().isEmpty()) {
      return false;
    }
    return switch (record.type().get()) {
      case RESPONSE, REVISIT -> true;
      case RESOURCE, METADATA, CONVERSION -> !record.blockType().equals("application/warc-fields");
      case WARCINFO, REQUEST, CONTINUATION -> false;
    };
  }

  private static String digestOf(InputStream payload) throws IOException {
    MessageDigest sha1 = WarcDigest.Algorithm.SHA1.digest();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int n = payload.read(buffer); n >= 0; n = payload.read(buffer)) {
      sha1.update(buffer, 0, n);
    }
    return WarcDigest.of(WarcDigest.Algorithm.SHA1, sha1.digest()).toString();
  }

  /** Deletes temporary files. */
  @Override
  public void close() throws IOException {
    sorter.close();
  }
}
