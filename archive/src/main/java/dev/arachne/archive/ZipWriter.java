package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Writes a zip file whose entries are stored as they are, each in one pass: sizes and checksums are
 * put into an entry's header when its end has come. Large entries and files are in the form of
 * Zip64 (APPNOTE 4.3.9, 4.5.3). Confined to one thread.
 *
 * <p>(The JDK's writer needs size and checksum of a stored entry before its bytes, which would be
 * two passes.)
 */
final class ZipWriter implements Closeable {
  private static final long MAX_32 = 0xffffffffL;
  private static final int LOCAL = 0x04034b50;
  private static final int CENTRAL = 0x02014b50;
  private static final int END = 0x06054b50;
  private static final int END_64 = 0x06064b50;
  private static final int LOCATOR_64 = 0x07064b50;
  private static final int LOCAL_BYTES = 30;
  private static final int EXTRA_BYTES = 20;
  private static final short VERSION = 45;
  private static final short UTF8_NAMES = 1 << 11;

  /** 1980-01-01, the first day of this format: the same files make the same zip. */
  private static final short DATE = 1 << 5 | 1;

  /** An entry as it was written. */
  record Entry(String name, boolean isWide, long offset, long size, long crc, String sha256) {}

  private final FileChannel channel;

  /** Sizes and offsets from here on are in the form of Zip64. */
  private final long large;

  private final List<Entry> entries = new ArrayList<>();
  private String name = "";

  /** Whether the sizes of this entry are in the form of Zip64. */
  private boolean isWide;

  private long entryOffset;
  private long size;
  private CRC32 crc = new CRC32();
  private MessageDigest sha256 = WarcDigest.Algorithm.SHA256.digest();

  ZipWriter(Path file) throws IOException {
    this(file, MAX_32);
  }

  ZipWriter(Path file, long large) throws IOException {
    this.large = large;
    channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
  }

  /**
   * Begins an entry; the one before must be ended. Its header has room for large sizes only if they
   * are expected: some readers take it for granted that there is no more than the name if the
   * directory has no more.
   *
   * @param expected bytes; up to twice as many may come
   */
  void begin(String entryName, long expected) throws IOException {
    name = entryName;
    isWide = expected >= large / 2;
    entryOffset = channel.position();
    size = 0;
    crc = new CRC32();
    sha256 = WarcDigest.Algorithm.SHA256.digest();
    write(local(0, 0));
  }

  void bytes(byte[] bytes, int from, int length) throws IOException {
    crc.update(bytes, from, length);
    sha256.update(bytes, from, length);
    size += length;
    write(ByteBuffer.wrap(bytes, from, length));
  }

  Entry end() throws IOException {
    if (size >= large && !isWide) {
      throw new IOException(name + " has grown while it was packed; pack it again");
    }
    long position = channel.position();
    channel.position(entryOffset);
    write(local(crc.getValue(), size));
    channel.position(position);
    String hex = HexFormat.of().formatHex(sha256.digest());
    var entry = new Entry(name, isWide, entryOffset, size, crc.getValue(), hex);
    entries.add(entry);
    return entry;
  }

  Entry add(String entryName, byte[] bytes) throws IOException {
    begin(entryName, bytes.length);
    bytes(bytes, 0, bytes.length);
    return end();
  }

  private ByteBuffer local(long checksum, long bytes) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int extra = isWide ? EXTRA_BYTES : 0;
    int stored = (int) (isWide ? MAX_32 : bytes);
    ByteBuffer header = buffer(LOCAL_BYTES + text.length + extra);
    header.putInt(LOCAL).putShort(VERSION).putShort(UTF8_NAMES).putShort((short) 0);
    header.putShort((short) 0).putShort(DATE).putInt((int) checksum);
    header.putInt(stored).putInt(stored);
    header.putShort((short) text.length).putShort((short) extra).put(text);
    if (isWide) {
      header.putShort((short) 1).putShort((short) 16).putLong(bytes).putLong(bytes);
    }
    return header.flip();
  }

  /** Writes the directory, and syncs the file. */
  void finish() throws IOException {
    long start = channel.position();
    for (Entry entry : entries) {
      write(central(entry));
    }
    long length = channel.position() - start;
    boolean isLarge = start + length >= large || entries.size() >= 0xffff;
    if (isLarge) {
      ByteBuffer end = buffer(56 + 20);
      end.putInt(END_64).putLong(44).putShort(VERSION).putShort(VERSION).putInt(0).putInt(0);
      end.putLong(entries.size()).putLong(entries.size()).putLong(length).putLong(start);
      end.putInt(LOCATOR_64).putInt(0).putLong(start + length).putInt(1);
      write(end.flip());
    }
    short count = (short) (isLarge ? 0xffff : entries.size());
    ByteBuffer end = buffer(22);
    end.putInt(END).putShort((short) 0).putShort((short) 0).putShort(count).putShort(count);
    end.putInt((int) (isLarge ? MAX_32 : length)).putInt((int) (isLarge ? MAX_32 : start));
    end.putShort((short) 0);
    write(end.flip());
    channel.force(true);
  }

  private ByteBuffer central(Entry entry) {
    byte[] text = entry.name().getBytes(StandardCharsets.UTF_8);
    boolean isLarge = entry.isWide();
    boolean isFar = entry.offset() >= large;
    int wide = (isLarge ? 16 : 0) + (isFar ? 8 : 0);
    int extra = wide == 0 ? 0 : wide + 4;
    int stored = (int) (isLarge ? MAX_32 : entry.size());
    ByteBuffer header = buffer(46 + text.length + extra);
    header.putInt(CENTRAL).putShort(VERSION).putShort(VERSION).putShort(UTF8_NAMES);
    header.putShort((short) 0).putShort((short) 0).putShort(DATE).putInt((int) entry.crc());
    header.putInt(stored).putInt(stored);
    header.putShort((short) text.length).putShort((short) extra).putShort((short) 0);
    header.putShort((short) 0).putShort((short) 0).putInt(0);
    header.putInt((int) (isFar ? MAX_32 : entry.offset())).put(text);
    if (extra > 0) {
      header.putShort((short) 1).putShort((short) wide);
    }
    if (isLarge) {
      header.putLong(entry.size()).putLong(entry.size());
    }
    if (isFar) {
      header.putLong(entry.offset());
    }
    return header.flip();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
