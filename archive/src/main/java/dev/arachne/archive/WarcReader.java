package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/*
 * The file is read once, forwards. Two layers: StoredBytes decodes gzip members, this class finds
 * records in their content. A record may not go beyond its member; a plain file is one member.
 *
 * At a fault the reader reports it and looks for the next record:
 *
 *   the member cannot be decoded     the next gzip header whose member begins with "WARC/"
 *   the block is longer than its     the next member, or in a plain file the next line behind the
 *     member                           head that begins with "WARC/1."
 *   no CRLF CRLF behind the block    the line that begins with "WARC/1.": just here; else behind
 *   the head cannot be read            the head in a plain file; else in the rest of the member
 *
 * A faulty line in a head is reported, and its record is still returned.
 */

/**
 * Reads WARC files of versions 1.0 and 1.1, plain or as gzip, with a member for each record or
 * fewer. Memory is bounded: two buffers and the head of one record. Confined to one thread.
 */
public final class WarcReader implements Closeable {
  /** The longest line of a head, and the decoded bytes that are held. */
  private static final int BUFFER_BYTES = 64 << 10;

  /** The bytes that are decoded at a time where blocks are skipped: most heads fit in them. */
  private static final int HEAD_BYTES = 1 << 10;

  private static final int MAX_FIELDS = 1000;

  /** The digits of a length in decimal that fits into 64 bits. */
  private static final int MAX_DIGITS = 18;

  private static final byte[] MARK = "\nWARC/1.".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VERSION = "WARC/".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = {'\r', '\n', '\r', '\n'};

  private final StoredBytes stored;
  private final boolean skips;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int position;
  private int end;
  private final Deque<WarcFault> faults = new ArrayDeque<>();

  private @Nullable WarcRecord ready;
  private @Nullable WarcRecord current;
  private long blockLeft;

  /** The offset of the current record's block, in a plain file. */
  private long blockOffset;

  /** The length of the record that was finished last. */
  private long storedLength = -1;

  private @Nullable WarcRecord finished;
  private long recordOffset;
  private int recordsOfMember;
  private boolean isShared;
  private boolean over;

  private WarcReader(StoredBytes stored, boolean skips) {
    this.stored = stored;
    this.skips = skips;
  }

  /** A reader of all records of a file. */
  public static WarcReader open(Path file) throws IOException {
    return open(WarcFile.of(file));
  }

  /** A reader of all records of a file, or of a member of a WACZ file. */
  public static WarcReader open(WarcFile file) throws IOException {
    return openAt(file, 0);
  }

  /** A reader of the records from an offset on, at which one begins. */
  public static WarcReader openAt(Path file, long offset) throws IOException {
    return openAt(WarcFile.of(file), offset);
  }

  /** A reader of the records from an offset on, at which one begins. */
  public static WarcReader openAt(WarcFile file, long offset) throws IOException {
    return new WarcReader(StoredBytes.open(file, offset, (_, _, _) -> {}), false);
  }

  /**
   * A reader for the heads of records. Unread blocks are not decoded where their gzip members state
   * their length, so damage in them is not found.
   */
  static WarcReader ofHeads(WarcFile file) throws IOException {
    return new WarcReader(StoredBytes.open(file, 0, (_, _, _) -> {}), true);
  }

  /** A reader that shows each byte of the file to a tap, once, in order. */
  static WarcReader open(WarcFile file, StoredBytes.Tap tap) throws IOException {
    return new WarcReader(StoredBytes.open(file, 0, tap), false);
  }

  /** Continues with the records from an offset at which one begins, regardless of earlier reads. */
  void moveTo(long offset) throws IOException {
    position = 0;
    end = 0;
    faults.clear();
    ready = null;
    current = null;
    finished = null;
    storedLength = -1;
    recordsOfMember = 0;
    isShared = false;
    over = false;
    stored.moveTo(offset);
  }

  /** The file, as it was named. */
  public String file() {
    return stored.name();
  }

  /** Whether the file is compressed by gzip. */
  public boolean isGzip() {
    return stored.isGzip();
  }

  /**
   * Returns the next record or fault; null at the end of the file. Unread bytes of the previous
   * block are skipped. A fault of a record comes after it, a fault of its head before it.
   */
  public @Nullable WarcEntry next() throws IOException {
    while (true) {
      if (current != null) {
        finish(current);
      }
      if (!faults.isEmpty()) {
        return faults.removeFirst();
      }
      if (ready != null) {
        current = ready;
        ready = null;
        return current;
      }
      if (over) {
        return null;
      }
      try {
        ready = readHead();
        over = ready == null;
      } catch (DamagedArchiveException e) {
        fail(e.fault());
        recover();
      }
    }
  }

  /** Shows the tap the bytes behind the last record. */
  void drain() throws IOException {
    stored.drain();
  }

  long storedLength(WarcRecord record) throws IOException {
    if (current == record) {
      finish(record);
    }
    if (finished != record) {
      throw new IllegalStateException("the reader has gone on");
    }
    return storedLength;
  }

  // Heads.

  private @Nullable WarcRecord readHead() throws IOException {
    if (!ensure(1)) {
      if (!stored.nextMember()) {
        return null;
      }
      recordsOfMember = 0;
      isShared = false;
      position = 0;
      end = 0;
      recordOffset = stored.memberStart();
      if (!ensure(1)) {
        throw damaged(WarcFault.Kind.NO_RECORD, "the gzip member is empty");
      }
    }
    recordsOfMember++;
    recordOffset = stored.isGzip() ? stored.memberStart() : plainOffset();
    if (!startsWith(VERSION)) {
      if (end - position < VERSION.length && beginsWithRest(VERSION)) {
        throw damaged(WarcFault.Kind.CUT, whole() + " ends within the head of a record");
      }
      throw damaged(WarcFault.Kind.NO_RECORD, "no record begins here: WARC/ is missing");
    }
    String version = line();
    if (!version.equals("WARC/1.0") && !version.equals("WARC/1.1")) {
      if (!version.matches("WARC/\\d{1,3}\\.\\d{1,3}")) {
        throw damaged(WarcFault.Kind.NO_RECORD, "no record begins here: " + shown(version));
      }
      fail(WarcFault.Kind.HEAD, version + " is not a version that is known");
    }
    WarcFields fields = readFields();
    long length = blockLength(fields);
    blockLeft = length;
    blockOffset = plainOffset();
    return new WarcRecord(this, recordOffset, version, fields, length, new Block());
  }

  private WarcFields readFields() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      boolean isFolded = line.charAt(0) == ' ' || line.charAt(0) == '\t';
      if (isFolded && !lines.isEmpty()) {
        lines.add(lines.removeLast() + " " + line.strip());
      } else {
        lines.add(line);
      }
      if (lines.size() > MAX_FIELDS || lines.getLast().length() > BUFFER_BYTES) {
        throw damaged(WarcFault.Kind.HEAD, "the head has too many lines");
      }
    }
    var fields = WarcFields.builder();
    for (String line : lines) {
      int colon = line.indexOf(':');
      try {
        fields.add(line.substring(0, Math.max(0, colon)), line.substring(colon + 1).strip());
      } catch (IllegalArgumentException e) {
        fail(WarcFault.Kind.HEAD, "a line is not a field: " + shown(line));
      }
    }
    return fields.build();
  }

  private long blockLength(WarcFields fields) throws DamagedArchiveException {
    List<String> values = fields.all(WarcFields.CONTENT_LENGTH);
    if (values.isEmpty()) {
      throw damaged(WarcFault.Kind.LENGTH, "Content-Length is missing");
    }
    String value = values.getFirst();
    boolean isNumber =
        !value.isEmpty()
            && value.length() <= MAX_DIGITS
            && value.chars().allMatch(each -> each >= '0' && each <= '9');
    if (values.size() > 1 || !isNumber) {
      throw damaged(
          WarcFault.Kind.LENGTH, "Content-Length is not one number: " + shown(values.toString()));
    }
    return Long.parseLong(value);
  }

  /** The next line without its end. */
  private String line() throws IOException {
    int searched = 0;
    while (true) {
      for (int i = position + searched; i < end; i++) {
        if (buffer[i] == '\n') {
          int length = i - position;
          boolean hasReturn = length > 0 && buffer[i - 1] == '\r';
          if (!hasReturn) {
            fail(WarcFault.Kind.HEAD, "a line ends without CR");
          }
          String line = text(position, hasReturn ? i - 1 : i);
          position = i + 1;
          return line;
        }
      }
      searched = end - position;
      if (searched == buffer.length) {
        throw damaged(WarcFault.Kind.HEAD, "a line is longer than " + BUFFER_BYTES + " bytes");
      }
      if (!ensure(searched + 1)) {
        throw damaged(WarcFault.Kind.CUT, whole() + " ends within the head of a record");
      }
    }
  }

  private String text(int from, int to) {
    if (isAscii(from, to)) {
      return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
    }
    var bytes = ByteBuffer.wrap(buffer, from, to - from);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
    }
  }

  private boolean isAscii(int from, int to) {
    for (int i = from; i < to; i++) {
      if (buffer[i] < 0) {
        return false;
      }
    }
    return true;
  }

  // Blocks.

  /** The rest of the current block. */
  private final class Block extends InputStream {
    private @Nullable WarcFault broken;

    @Override
    public int read() throws IOException {
      if (blockLeft > 0 && position < end && current != null && current.block() == this) {
        blockLeft--;
        return buffer[position++] & 0xff;
      }
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int count) throws IOException {
      if (broken != null) {
        throw new DamagedArchiveException(broken);
      }
      if (current == null || current.block() != this) {
        return -1;
      }
      if (blockLeft == 0 || count == 0) {
        return blockLeft == 0 ? -1 : 0;
      }
      try {
        if (!ensure(1)) {
          throw damaged(
              WarcFault.Kind.CUT,
              "%s ends %d bytes before the block of the record does".formatted(whole(), blockLeft));
        }
      } catch (DamagedArchiveException e) {
        broken = e.fault();
        throw e;
      }
      int n = (int) Math.min(Math.min(count, blockLeft), end - position);
      System.arraycopy(buffer, position, into, offset, n);
      position += n;
      blockLeft -= n;
      return n;
    }

    @Override
    public int available() {
      return current == null ? 0 : (int) Math.min(blockLeft, end - position);
    }

    void skipRest() throws IOException {
      if (broken != null) {
        throw new DamagedArchiveException(broken);
      }
      while (blockLeft > 0) {
        if (!ensure(1)) {
          read();
        }
        int n = (int) Math.min(blockLeft, end - position);
        position += n;
        blockLeft -= n;
      }
    }
  }

  /** Goes behind the block and its end. */
  private void finish(WarcRecord record) throws IOException {
    storedLength = -1;
    finished = record;
    try {
      if (skips && skipMember((Block) record.block())) {
        current = null;
        storedLength = stored.offset() - record.offset();
        return;
      }
      ((Block) record.block()).skipRest();
      current = null;
      if (!startsWith(END)) {
        boolean isCut = !stored.isGzip() && !ensure(END.length);
        throw damaged(
            isCut ? WarcFault.Kind.CUT : WarcFault.Kind.LENGTH,
            isCut
                ? "the file ends within the end of a record"
                : "no CRLF CRLF follows the block of %d bytes".formatted(record.blockLength()));
      }
      position += END.length;
      if (!stored.isGzip()) {
        storedLength = plainOffset() - record.offset();
        return;
      }
      boolean hasMore = ensure(1);
      if (recordsOfMember == 1 && !hasMore) {
        storedLength = stored.offset() - record.offset();
      } else if (!isShared) {
        isShared = true;
        fail(WarcFault.Kind.SHARED_MEMBER, "the gzip member holds more than this record");
      }
    } catch (DamagedArchiveException e) {
      current = null;
      fail(e.fault());
      recover();
    }
  }

  /** Goes behind the member without decoding the rest of it, if it holds this record alone. */
  private boolean skipMember(Block block) throws IOException {
    int decoded = end - position;
    long left = blockLeft + END.length;
    if (!stored.isGzip() || recordsOfMember > 1 || block.broken != null || left <= decoded) {
      return false;
    }
    if (!stored.skipMember(stored.decoded() - decoded + left)) {
      return false;
    }
    position = 0;
    end = 0;
    blockLeft = 0;
    return true;
  }

  // Damage.

  /** Goes to where the next record may begin. */
  private void recover() throws IOException {
    if (stored.isBroken()) {
      position = 0;
      end = 0;
      over = !stored.recover();
      return;
    }
    try {
      if (findMark(END.length + MARK.length)) {
        return;
      }
      if (!stored.isGzip()) {
        long from = Math.max(recordOffset + 1, blockOffset > recordOffset ? blockOffset - 1 : 0);
        if (stored.mayReread(from)) {
          stored.seek(from);
          position = 0;
          end = 0;
        }
      }
      while (!findMark(Integer.MAX_VALUE)) {
        if (!ensure(MARK.length)) {
          position = end; // The member is over; the next one may begin with a record.
          return;
        }
      }
    } catch (DamagedArchiveException e) {
      faults.add(e.fault());
      recover();
    }
  }

  /** Looks for the mark in the buffer; bytes that cannot be its beginning are discarded. */
  private boolean findMark(int range) throws IOException {
    boolean isFull = ensure(MARK.length);
    int limit = (int) Math.min(end - MARK.length, (long) position + range);
    for (int i = position; i <= limit; i++) {
      if (matches(MARK, i)) {
        position = i + 1;
        return true;
      }
    }
    if (range == Integer.MAX_VALUE && isFull) {
      position = Math.max(position, end - MARK.length + 1);
    }
    return false;
  }

  private DamagedArchiveException damaged(WarcFault.Kind kind, String detail) {
    return new DamagedArchiveException(new WarcFault(file(), recordOffset, kind, detail));
  }

  private void fail(WarcFault.Kind kind, String detail) {
    fail(new WarcFault(file(), recordOffset, kind, detail));
  }

  private void fail(WarcFault fault) {
    if (!fault.equals(faults.peekLast())) {
      faults.add(fault);
    }
  }

  private String whole() {
    return stored.isGzip() ? "the gzip member" : "the file";
  }

  private static String shown(String text) {
    return text.length() > 80 ? text.substring(0, 80) + "…" : text;
  }

  // The buffer.

  private long plainOffset() {
    return stored.offset() - (end - position);
  }

  private boolean startsWith(byte[] bytes) throws IOException {
    return ensure(bytes.length) && matches(bytes, position);
  }

  /** Whether these bytes begin with the rest of the buffer. */
  private boolean beginsWithRest(byte[] bytes) {
    return Arrays.mismatch(buffer, position, end, bytes, 0, end - position) < 0;
  }

  private boolean matches(byte[] bytes, int at) {
    for (int i = 0; i < bytes.length; i++) {
      if (buffer[at + i] != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  /** Fills the buffer with at least {@code count} bytes; false if the member has fewer. */
  private boolean ensure(int count) throws IOException {
    while (end - position < count) {
      if (position > 0) {
        System.arraycopy(buffer, position, buffer, 0, end - position);
        end -= position;
        position = 0;
      }
      int room = buffer.length - end;
      int most = skips ? Math.min(room, Math.max(HEAD_BYTES, count - (end - position))) : room;
      int n = stored.read(buffer, end, most);
      if (n < 0) {
        return false;
      }
      end += n;
    }
    return true;
  }

  @Override
  public void close() throws IOException {
    stored.close();
  }
}
