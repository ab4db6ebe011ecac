package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A file of records as bytes: the members of a gzip file (RFC 1952), decoded one after another, or
 * a plain file, which is one member. Takes two buffers, regardless of the size of the file.
 * Confined to one thread.
 */
final class StoredBytes implements Closeable {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int ID_1 = 0x1f;
  private static final int ID_2 = 0x8b;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xe0;

  /** Bytes of the extra field that has the length of a member. */
  private static final int LENGTHS = 8;

  /** Bytes that may be read again in a small file, however damaged it is. */
  private static final long REREAD_FLOOR = 64 << 20;

  private static final byte[] RECORD = "WARC/".getBytes(StandardCharsets.US_ASCII);

  /** Sees each byte of the file once, in order. */
  @FunctionalInterface
  interface Tap {
    void bytes(byte[] bytes, int from, int length) throws IOException;
  }

  private final FileChannel channel;

  /** The part of the channel with the file: the place of its first byte, and its length. */
  private final WarcFile file;

  private final Tap tap;
  private final boolean isGzip;
  private final byte[] raw = new byte[BUFFER_BYTES];
  private int position;
  private int end;

  /** The end of the buffer, as an offset in the file. */
  private long bufferEnd;

  /** How many bytes of the file the tap has seen. */
  private long tapped;

  private long reread;

  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private long memberStart;

  /** The length of the member in its header, compressed and not; 0 if the header has no length. */
  private long memberLength;

  private long memberContent;
  private boolean inMember;
  private boolean isBroken;

  private StoredBytes(WarcFile file, FileChannel channel, long offset, Tap tap) throws IOException {
    this.file = file;
    this.channel = channel;
    this.tap = tap;
    this.bufferEnd = offset;
    this.tapped = offset;
    channel.position(file.start() + offset);
    this.isGzip = peek(0) == ID_1 && peek(1) == ID_2;
  }

  /** The bytes of a file, from an offset at which a member begins. */
  static StoredBytes open(WarcFile file, long offset, Tap tap) throws IOException {
    FileChannel channel = FileChannel.open(file.path(), StandardOpenOption.READ);
    try {
      return new StoredBytes(file, channel, offset, tap);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  String name() {
    return file.name();
  }

  boolean isGzip() {
    return isGzip;
  }

  /** Whether the last member could not be decoded to its end. */
  boolean isBroken() {
    return isBroken;
  }

  /** The offset of the next stored byte in the file. */
  long offset() {
    return bufferEnd - (end - position);
  }

  /** The offset of the member that was entered last. */
  long memberStart() {
    return memberStart;
  }

  /** Enters the next member; false at the end of the file. */
  boolean nextMember() throws IOException {
    memberStart = offset();
    memberLength = 0;
    memberContent = 0;
    isBroken = false;
    if (peek(0) < 0) {
      return false;
    }
    if (isGzip) {
      readHeader();
      inflater.reset();
      checksum.reset();
    }
    inMember = true;
    return true;
  }

  /** Decoded bytes of this member; -1 at its end, once its checksum was found to be right. */
  int read(byte[] into, int offset, int length) throws IOException {
    if (!inMember) {
      return -1;
    }
    return isGzip ? inflate(into, offset, length) : copy(into, offset, length);
  }

  private int copy(byte[] into, int offset, int length) throws IOException {
    if (position == end && !refill()) {
      inMember = false;
      return -1;
    }
    int n = Math.min(length, end - position);
    System.arraycopy(raw, position, into, offset, n);
    position += n;
    return n;
  }

  private int inflate(byte[] into, int offset, int length) throws IOException {
    try {
      while (true) {
        int n = inflater.inflate(into, offset, length);
        if (n > 0) {
          checksum.update(into, offset, n);
          return n;
        }
        if (inflater.finished()) {
          position = end - inflater.getRemaining();
          endMember();
          return -1;
        }
        if (inflater.needsDictionary()) {
          throw damaged(WarcFault.Kind.GZIP, "the gzip member needs a dictionary");
        }
        if (position == end && !refill()) {
          throw damaged(WarcFault.Kind.CUT, "the file ends within a gzip member");
        }
        inflater.setInput(raw, position, end - position);
        position = end;
      }
    } catch (DataFormatException e) {
      throw damaged(WarcFault.Kind.GZIP, "the gzip member is corrupt: " + e.getMessage());
    }
  }

  private void endMember() throws IOException {
    long crc = little4();
    long size = little4();
    inMember = false;
    if (crc != checksum.getValue() || size != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw damaged(WarcFault.Kind.GZIP, "the checksum of the gzip member is wrong");
    }
  }

  private void readHeader() throws IOException {
    if (next() != ID_1 || next() != ID_2 || next() != DEFLATE) {
      throw damaged(WarcFault.Kind.GZIP, "no gzip member begins here");
    }
    int flags = next();
    if ((flags & RESERVED) != 0) {
      throw damaged(WarcFault.Kind.GZIP, "the header of the gzip member has unknown flags");
    }
    skip(6);
    if ((flags & EXTRA) != 0) {
      readExtra(next() | next() << 8);
    }
    for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
      while (next() != 0) {
        // up to the zero that ends it
      }
    }
    if ((flags & HEADER_CRC) != 0) {
      skip(2);
    }
  }

  /** RFC 1952 section 2.3.1.1; the field {@code sl} is that of wget and of the Internet Archive. */
  private void readExtra(int length) throws IOException {
    int left = length;
    while (left >= 4) {
      boolean hasLengths = next() == 's' & next() == 'l';
      int count = Math.min(left - 4, next() | next() << 8);
      left -= 4 + count;
      if (hasLengths && count == LENGTHS) {
        memberLength = little4();
        memberContent = little4();
      } else {
        skip(count);
      }
    }
    skip(left);
  }

  /** How many bytes of the member were decoded, of a gzip file. */
  long decoded() {
    return inflater.getBytesWritten();
  }

  /**
   * Skips the rest of the member without decoding it. This needs a header that states its length
   * and {@code content} bytes of content, and another member or the end of the file behind it.
   *
   * @return whether it was done
   */
  boolean skipMember(long content) throws IOException {
    long next = memberStart + memberLength;
    if (!inMember || memberLength == 0 || memberContent != content || !isBoundary(next)) {
      return false;
    }
    moveTo(next);
    return true;
  }

  private boolean isBoundary(long at) throws IOException {
    long ahead = at - (bufferEnd - end);
    if (ahead >= 0 && ahead + 1 < end) {
      return raw[(int) ahead] == ID_1 && (raw[(int) ahead + 1] & 0xff) == ID_2;
    }
    ByteBuffer first = ByteBuffer.allocate(2);
    if (at + first.limit() > file.size()) {
      return at == file.size();
    }
    int n = channel.read(first, file.start() + at);
    return n == 2 && first.get(0) == ID_1 && (first.get(1) & 0xff) == ID_2;
  }

  /**
   * Looks behind the beginning of a damaged member for the next one that holds a record; false at
   * the end of the file.
   */
  boolean recover() throws IOException {
    long from = mayReread(memberStart + 1) ? memberStart + 1 : offset();
    while (true) {
      seek(from);
      if (!findHeader()) {
        inMember = false;
        return false;
      }
      long candidate = offset();
      if (beginsRecord()) {
        seek(candidate);
        return true;
      }
      from = candidate + 1;
    }
  }

  /**
   * Whether the reader may go back to this offset. A file made for it could have each of its bytes
   * read as often as it has records; so about twice the file is read again at most.
   */
  boolean mayReread(long from) {
    long back = offset() - from;
    if (reread + back > REREAD_FLOOR + 2 * offset()) {
      return false;
    }
    reread += back;
    return true;
  }

  private boolean findHeader() throws IOException {
    while (peek(0) >= 0) {
      if (peek(0) == ID_1 && peek(1) == ID_2 && peek(2) == DEFLATE) {
        return true;
      }
      position++;
    }
    return false;
  }

  private boolean beginsRecord() throws IOException {
    byte[] first = new byte[RECORD.length];
    try {
      nextMember();
      int n = 0;
      while (n < first.length) {
        int more = read(first, n, first.length - n);
        if (more < 0) {
          return false;
        }
        n += more;
      }
    } catch (DamagedArchiveException e) {
      return false;
    }
    return Arrays.equals(first, RECORD);
  }

  /** Goes to this offset; in a plain file the bytes from there on are the member. */
  void seek(long offset) throws IOException {
    channel.position(file.start() + offset);
    bufferEnd = offset;
    position = 0;
    end = 0;
    inMember = !isGzip;
    isBroken = false;
  }

  /** Goes to this offset, which may be within the bytes read ahead. */
  void moveTo(long offset) throws IOException {
    long ahead = offset - (bufferEnd - end);
    if (ahead < 0 || ahead > end) {
      seek(offset);
      return;
    }
    position = (int) ahead;
    inMember = !isGzip;
    isBroken = false;
  }

  /** Passes the rest of the file to the tap. */
  void drain() throws IOException {
    seek(Math.max(tapped, offset()));
    while (refill()) {
      position = end;
    }
  }

  private DamagedArchiveException damaged(WarcFault.Kind kind, String detail) {
    inMember = false;
    isBroken = true;
    return new DamagedArchiveException(new WarcFault(name(), memberStart, kind, detail));
  }

  private long little4() throws IOException {
    return next() | next() << 8 | next() << 16 | (long) next() << 24;
  }

  private void skip(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      next();
    }
  }

  private int next() throws IOException {
    if (position == end && !refill()) {
      throw damaged(WarcFault.Kind.CUT, "the file ends within a gzip member");
    }
    return raw[position++] & 0xff;
  }

  /** The byte at this distance ahead, or -1 behind the end. */
  private int peek(int ahead) throws IOException {
    while (end - position <= ahead) {
      System.arraycopy(raw, position, raw, 0, end - position);
      end -= position;
      position = 0;
      if (!append()) {
        return -1;
      }
    }
    return raw[position + ahead] & 0xff;
  }

  private boolean refill() throws IOException {
    position = 0;
    end = 0;
    return append();
  }

  private boolean append() throws IOException {
    int room = (int) Math.min(raw.length - end, file.length() - bufferEnd);
    int n = room == 0 ? -1 : channel.read(ByteBuffer.wrap(raw, end, room));
    if (n <= 0) {
      return false;
    }
    bufferEnd += n;
    end += n;
    long unseen = bufferEnd - tapped;
    if (unseen > 0) {
      int fresh = (int) Math.min(unseen, n);
      tap.bytes(raw, end - fresh, fresh);
      tapped = bufferEnd;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    channel.close();
  }
}
