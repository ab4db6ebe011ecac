package dev.arachne.archive;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;

/**
 * A record of a WARC file while a {@link WarcReader} is at it: its head is read, its block is a
 * stream. Confined to the thread of its reader.
 */
public final class WarcRecord implements WarcEntry {
  private final WarcReader reader;
  private final long offset;
  private final String version;
  private final WarcFields fields;
  private final long blockLength;
  private final InputStream block;

  WarcRecord(
      WarcReader reader,
      long offset,
      String version,
      WarcFields fields,
      long blockLength,
      InputStream block) {
    this.reader = reader;
    this.offset = offset;
    this.version = version;
    this.fields = fields;
    this.blockLength = blockLength;
    this.block = block;
  }

  /** The file, as it was named to the reader. */
  public String file() {
    return reader.file();
  }

  /** The offset of the record in the file as stored: that of the gzip member, if it has one. */
  public long offset() {
    return offset;
  }

  /** The first line of the record, such as {@code WARC/1.1}. */
  public String version() {
    return version;
  }

  /** The named fields. */
  public WarcFields fields() {
    return fields;
  }

  /** The bytes of the block, by its field Content-Length. */
  public long blockLength() {
    return blockLength;
  }

  /**
   * The block as a stream, once, until the reader continues. Where the file is damaged, reading
   * throws a {@link DamagedArchiveException}.
   */
  public InputStream block() {
    return block;
  }

  /**
   * Skips the rest of the block and returns the number of bytes of the file that the record takes;
   * -1 if it shares a gzip member with others, or is damaged.
   */
  public long storedLength() throws IOException {
    return reader.storedLength(this);
  }

  /** The type; empty if it is missing, or not of the standard. */
  public Optional<WarcType> type() {
    return fields.type();
  }

  /** The URI, without the angle brackets that some programs write around it. */
  public Optional<String> targetUri() {
    return fields.first(WarcFields.TARGET_URI).map(WarcRecord::bare);
  }

  /** The time of the capture; empty if it is missing or not a date. */
  public Optional<Instant> date() {
    return fields.first(WarcFields.DATE).flatMap(WarcRecord::instant);
  }

  /** The media type of the block, in lower case and without parameters; empty if it has none. */
  public String blockType() {
    String type = fields.first(WarcFields.CONTENT_TYPE).orElse("");
    return mediaType(type);
  }

  /** Whether the block is an HTTP message. */
  public boolean isHttp() {
    return blockType().equals("application/http");
  }

  static String mediaType(String value) {
    int parameters = value.indexOf(';');
    String type = parameters < 0 ? value : value.substring(0, parameters);
    return type.strip().toLowerCase(Locale.ROOT);
  }

  static String bare(String uri) {
    return uri.startsWith("<") && uri.endsWith(">") ? uri.substring(1, uri.length() - 1) : uri;
  }

  static Optional<Instant> instant(String date) {
    try {
      return Optional.of(OffsetDateTime.parse(date).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
