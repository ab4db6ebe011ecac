package dev.arachne.coding;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The content coding {@code zstd} (RFC 8878, RFC 9659): frames one after another, skippable ones
 * too, without dictionaries. Reading past an early end is an {@link EOFException}, other bytes are
 * a {@link ZipException}. A frame of another length than announced, or with a wrong checksum, is
 * also a {@link ZipException}. Confined to its user.
 */
final class ZstdStream extends InputStream {

  private static final int MAGIC = 0xFD2FB528;
  private static final int SKIPPABLE_MAGIC = 0x184D2A50;

  /** The largest window of the content coding, in bytes (RFC 9659). */
  private static final int MAX_WINDOW = 8 << 20;

  /** The room that a frame gets at first, unless it announces less, in bytes. */
  private static final int TRUSTED = 4 * ZstdBlock.MAX_BYTES;

  private final InputStream coded;
  private final long maxBytes;
  private byte[] block = {};

  /** The window and the last block behind it; unread bytes begin at {@code unread}. */
  private byte[] window = {};

  private int unread;
  private int filled;
  private int windowBytes;
  private int blockBytes;

  /** The announced number of bytes of the frame, or -1, and the number decoded until now. */
  private long frameBytes;

  private long frameFilled;
  private @Nullable XxHash64 checksum;
  private @Nullable ZstdBlock frame;

  /**
   * A stream of the decoded bytes of another.
   *
   * @param maxBytes the end of the reader's interest, which bounds the window of a frame in one
   *     segment
   */
  ZstdStream(InputStream coded, long maxBytes) {
    this.coded = coded;
    this.maxBytes = maxBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    while (unread == filled) {
      if (frame == null && !beginFrame()) {
        return -1;
      }
      if (frame != null) {
        readBlock(frame);
      }
    }
    int n = Math.min(length, filled - unread);
    System.arraycopy(window, unread, into, offset, n);
    unread += n;
    return n;
  }

  /** Whether another frame follows; a skippable one is skipped. */
  private boolean beginFrame() throws IOException {
    int first = coded.read();
    if (first < 0) {
      return false;
    }
    int magic = first | take() << 8 | take() << 16 | take() << 24;
    if ((magic & ~0xF) == SKIPPABLE_MAGIC) {
      coded.skipNBytes(takeNumber(4));
      return true;
    }
    if (magic != MAGIC) {
      throw new ZipException("no zstd frame");
    }
    int descriptor = take();
    boolean singleSegment = (descriptor & 0x20) != 0;
    if ((descriptor & 8) != 0) {
      throw new ZipException("reserved bits");
    }
    long size = singleSegment ? 0 : windowSize(take());
    if (takeNumber((1 << (descriptor & 3)) >> 1) != 0) {
      throw new ZipException("a dictionary");
    }
    int sizeBytes = descriptor >> 6 == 0 ? (singleSegment ? 1 : 0) : 1 << (descriptor >> 6);
    long content = takeNumber(sizeBytes) + (sizeBytes == 2 ? 256 : 0);
    size = singleSegment ? Math.clamp(content, 0, maxBytes) : size;
    frameBytes = sizeBytes == 0 ? -1 : content;
    frameFilled = 0;
    if (!singleSegment && size > MAX_WINDOW) {
      throw new ZipException("a window that is too large");
    }
    windowBytes = (int) size;
    blockBytes = Math.min(windowBytes, ZstdBlock.MAX_BYTES);
    unread = 0;
    filled = 0;
    checksum = (descriptor & 4) != 0 ? new XxHash64() : null;
    frame = new ZstdBlock(blockBytes);
    return true;
  }

  private static long windowSize(int descriptor) {
    long base = 1L << (10 + (descriptor >> 3));
    return base + base / 8 * (descriptor & 7);
  }

  private void readBlock(ZstdBlock blocks) throws IOException {
    int header = (int) takeNumber(3);
    int size = header >> 3;
    int type = header >> 1 & 3;
    int room = makeRoom();
    if (size > (type == 2 ? blockBytes : room) || type == 3) {
      throw new ZipException("a block that is none");
    }
    int before = filled;
    switch (type) {
      case 0 -> {
        readFully(window, filled, size);
        filled += size;
      }
      case 1 -> {
        Arrays.fill(window, filled, filled + size, (byte) take());
        filled += size;
      }
      default -> {
        if (block.length < size + ReverseBitReader.PADDING) {
          block = new byte[blockBytes + ReverseBitReader.PADDING];
        }
        readFully(block, 0, size);
        Arrays.fill(block, size, size + ReverseBitReader.PADDING, (byte) 0);
        blocks.decode(block, size, new Sink(before + room));
      }
    }
    frameFilled += filled - before;
    if (checksum != null) {
      checksum.update(window, before, filled);
    }
    if ((header & 1) != 0) {
      endFrame();
    }
  }

  private void endFrame() throws IOException {
    if (frameBytes >= 0 && frameFilled != frameBytes) {
      throw new ZipException("a frame of another length");
    }
    if (checksum != null && takeNumber(4) != (checksum.value() & 0xFFFFFFFFL)) {
      throw new ZipException("the checksum is wrong");
    }
    frame = null;
  }

  /**
   * Makes room for a block behind the window, which slides or grows; returns the room for the
   * block. Room for the announced size of a frame is made as its bytes come.
   */
  private int makeRoom() {
    long left = frameBytes < 0 ? Long.MAX_VALUE : frameBytes - frameFilled;
    int room = (int) Math.min(blockBytes, left);
    if (window.length - filled >= room) {
      return room;
    }
    int kept = Math.min(filled, windowBytes);
    if (window.length >= 2 * (windowBytes + ZstdBlock.MAX_BYTES)) {
      System.arraycopy(window, filled - kept, window, 0, kept);
      filled = kept;
      unread = filled;
    } else {
      long all = filled + Math.max(room, Math.min(left, maxBytes));
      window = Arrays.copyOf(window, (int) Math.min(2L * window.length + TRUSTED, all));
    }
    return room;
  }

  /** Writes a block into the window. */
  private final class Sink implements ZstdBlock.Output {
    private final int blockEnd;

    Sink(int blockEnd) {
      this.blockEnd = blockEnd;
    }

    @Override
    public void literals(byte[] from, int offset, int length) throws ZipException {
      check(length);
      System.arraycopy(from, offset, window, filled, length);
      filled += length;
    }

    @Override
    public void match(int distance, int length) throws ZipException {
      check(length);
      int source = filled - distance;
      if (distance <= 0 || source < 0) {
        throw new ZipException("a match before the beginning");
      }
      if (distance >= length) {
        System.arraycopy(window, source, window, filled, length);
      } else {
        for (int i = 0; i < length; i++) {
          window[filled + i] = window[source + i];
        }
      }
      filled += length;
    }

    private void check(int length) throws ZipException {
      if (length > blockEnd - filled) {
        throw new ZipException("a block that is too large");
      }
    }
  }

  private int take() throws IOException {
    int b = coded.read();
    if (b < 0) {
      throw new EOFException();
    }
    return b;
  }

  private long takeNumber(int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) take() << (8 * i);
    }
    return number;
  }

  private void readFully(byte[] into, int offset, int length) throws IOException {
    if (coded.readNBytes(into, offset, length) < length) {
      throw new EOFException();
    }
  }
}
