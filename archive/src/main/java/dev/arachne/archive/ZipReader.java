package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * The entries of a zip file, and where their bytes lie (APPNOTE 4.3, with Zip64). Confined to one
 * thread.
 *
 * <p>(The JDK's reader does not give the place where an entry begins.)
 */
final class ZipReader implements Closeable {
  private static final int LOCAL = 0x04034b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int END_BYTES = 22;
  private static final int LOCATOR_BYTES = 20;
  private static final int END_64_BYTES = 56;
  private static final int LOCAL_BYTES = 30;
  private static final int CENTRAL_BYTES = 46;
  private static final long MAX_32 = 0xffffffffL;
  private static final int STORED = 0;
  private static final int DEFLATED = 8;
  private static final int ENCRYPTED = 1;

  /** A directory beyond this is refused: about a million entries. */
  private static final int MOST_DIRECTORY_BYTES = 128 << 20;

  /**
   * An entry, as the directory has it.
   *
   * @param method of compression
   * @param offset of its local header
   * @param coded bytes that it takes
   * @param size bytes that it has
   */
  record Entry(String name, int flags, int method, long offset, long coded, long size, long crc) {
    boolean isStored() {
      return method == STORED;
    }
  }

  private final Path file;
  private final FileChannel channel;
  private final List<Entry> entries = new ArrayList<>();

  private ZipReader(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Reads the directory.
   *
   * @throws ZipException if the file is not a zip, or is damaged
   */
  static ZipReader open(Path file) throws IOException {
    var zip = new ZipReader(file, FileChannel.open(file, StandardOpenOption.READ));
    try {
      zip.readDirectory();
      return zip;
    } catch (IOException e) {
      zip.close();
      throw e;
    }
  }

  Path file() {
    return file;
  }

  /** The entries in the order of the directory. */
  List<Entry> entries() {
    return entries;
  }

  /** The offset in the file at which the bytes of an entry begin. */
  long start(Entry entry) throws IOException {
    ByteBuffer local = bytes(entry.offset(), LOCAL_BYTES);
    if (local.getInt(0) != LOCAL) {
      throw damaged("no header of " + entry.name() + " at " + entry.offset());
    }
    int nameBytes = Short.toUnsignedInt(local.getShort(26));
    int extraBytes = Short.toUnsignedInt(local.getShort(28));
    String name = text(bytes(entry.offset() + LOCAL_BYTES, nameBytes), 0, nameBytes);
    if (!name.equals(entry.name())) {
      throw damaged(
          "the header of %s at %d names %s".formatted(entry.name(), entry.offset(), name));
    }
    long start = entry.offset() + LOCAL_BYTES + nameBytes + extraBytes;
    if (start + entry.coded() > channel.size()) {
      throw damaged("the file ends within " + entry.name());
    }
    return start;
  }

  /** The bytes of an entry, decompressed. */
  InputStream open(Entry entry) throws IOException {
    if ((entry.flags() & ENCRYPTED) != 0) {
      throw damaged(entry.name() + " is encrypted");
    }
    var stored = new ChannelStream(channel, start(entry), entry.coded());
    return switch (entry.method()) {
      case STORED -> stored;
      case DEFLATED -> new InflaterInputStream(stored, new Inflater(true), 16 << 10);
      default -> throw damaged(entry.name() + " is compressed by method " + entry.method());
    };
  }

  // The directory.

  private void readDirectory() throws IOException {
    long size = channel.size();
    int range = (int) Math.min(size, END_BYTES + 0xffff);
    ByteBuffer tail = bytes(size - range, range);
    int at = range - END_BYTES;
    while (at >= 0 && tail.getInt(at) != END) {
      at--;
    }
    if (at < 0) {
      throw damaged("the directory of the zip is missing: the file was cut, or is not a WACZ file");
    }
    long length = Integer.toUnsignedLong(tail.getInt(at + 12));
    long start = Integer.toUnsignedLong(tail.getInt(at + 16));
    long locator = size - range + at - LOCATOR_BYTES;
    if (locator >= 0 && bytes(locator, LOCATOR_BYTES).getInt(0) == LOCATOR_64) {
      ByteBuffer end = bytes(bytes(locator, LOCATOR_BYTES).getLong(8), END_64_BYTES);
      if (end.getInt(0) != END_64) {
        throw damaged("the end of the directory is not where it should be");
      }
      length = end.getLong(40);
      start = end.getLong(48);
    }
    if (length < 0 || length > MOST_DIRECTORY_BYTES) {
      throw damaged("the directory has " + length + " bytes");
    }
    ByteBuffer directory = bytes(start, (int) length);
    while (directory.remaining() > 0) {
      entries.add(entry(directory));
    }
  }

  private Entry entry(ByteBuffer directory) throws IOException {
    int at = directory.position();
    if (directory.remaining() < CENTRAL_BYTES || directory.getInt(at) != CENTRAL) {
      throw damaged("the directory is damaged at its entry " + (entries.size() + 1));
    }
    int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
    int extraBytes = Short.toUnsignedInt(directory.getShort(at + 30));
    int commentBytes = Short.toUnsignedInt(directory.getShort(at + 32));
    int next = at + CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
    if (next > directory.limit()) {
      throw damaged("the directory is cut at its entry " + (entries.size() + 1));
    }
    long size = Integer.toUnsignedLong(directory.getInt(at + 24));
    long coded = Integer.toUnsignedLong(directory.getInt(at + 20));
    long offset = Integer.toUnsignedLong(directory.getInt(at + 42));
    int extra = at + CENTRAL_BYTES + nameBytes;
    for (int end = extra + extraBytes; extra + 4 <= end; ) {
      int kind = Short.toUnsignedInt(directory.getShort(extra));
      int bytes = Short.toUnsignedInt(directory.getShort(extra + 2));
      int value = extra + 4;
      extra = value + bytes;
      if (kind == 1 && extra <= end) {
        boolean isWideSize = size == MAX_32 && value + 8 <= extra;
        size = isWideSize ? directory.getLong(value) : size;
        value += isWideSize ? 8 : 0;
        boolean isWideCoded = coded == MAX_32 && value + 8 <= extra;
        coded = isWideCoded ? directory.getLong(value) : coded;
        value += isWideCoded ? 8 : 0;
        offset = offset == MAX_32 && value + 8 <= extra ? directory.getLong(value) : offset;
      }
    }
    directory.position(next);
    var entry =
        new Entry(
            text(directory, at + CENTRAL_BYTES, nameBytes),
            directory.getShort(at + 8),
            directory.getShort(at + 10),
            offset,
            coded,
            size,
            Integer.toUnsignedLong(directory.getInt(at + 16)));
    boolean isSound =
        offset >= 0 && coded >= 0 && size >= 0 && (!entry.isStored() || size == coded);
    if (!isSound) {
      throw damaged("the directory has impossible sizes for " + entry.name());
    }
    return entry;
  }

  private static String text(ByteBuffer in, int from, int length) {
    byte[] text = new byte[length];
    in.get(from, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  private ByteBuffer bytes(long from, int count) throws IOException {
    if (from < 0 || from > channel.size() - count) {
      throw damaged("the file has no %d bytes at %d".formatted(count, from));
    }
    ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      if (channel.read(bytes, from + bytes.position()) < 0) {
        throw damaged("the file was cut while it was read");
      }
    }
    return bytes.flip();
  }

  private ZipException damaged(String what) {
    return new ZipException(file + ": " + what);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
