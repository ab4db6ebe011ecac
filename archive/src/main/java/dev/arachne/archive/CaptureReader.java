package dev.arachne.archive;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** One capture, read from its place in an index. Confined to one thread at a time. */
public final class CaptureReader implements Closeable {
  private final Idle idle;
  private final WarcFile file;
  private final WarcReader reader;
  private final WarcRecord record;
  private boolean isOpen = true;

  private CaptureReader(Idle idle, WarcFile file, WarcReader reader, WarcRecord record) {
    this.idle = idle;
    this.file = file;
    this.reader = reader;
    this.record = record;
  }

  /**
   * A few open files that no capture reads now: opening a file for each capture would be a large
   * part of its cost. Confined to one thread at a time.
   */
  public static final class Idle implements Closeable {
    private static final int MOST = 16;

    private final SequencedMap<WarcFile, WarcReader> readers = new LinkedHashMap<>();

    private WarcReader take(WarcFile file, long offset) throws IOException {
      WarcReader reader = readers.remove(file);
      if (reader == null) {
        return WarcReader.openAt(file, offset);
      }
      reader.moveTo(offset);
      return reader;
    }

    private void giveBack(WarcFile file, WarcReader reader) throws IOException {
      WarcReader other = readers.put(file, reader);
      if (other != null) {
        other.close();
      }
      if (readers.size() > MOST) {
        readers.pollFirstEntry().getValue().close();
      }
    }

    @Override
    public void close() throws IOException {
      for (WarcReader reader : readers.values()) {
        reader.close();
      }
      readers.clear();
    }
  }

  /**
   * Opens the record of a capture.
   *
   * @param idle has open files, and gets this one when the capture is closed
   * @throws DamagedArchiveException if it cannot be read
   * @throws IOException if it is not there any more
   */
  public static CaptureReader open(CaptureIndex.Place place, Idle idle) throws IOException {
    WarcReader reader = idle.take(place.file(), place.offset());
    try {
      int left = place.ordinal();
      for (WarcEntry entry = reader.next(); entry != null; entry = reader.next()) {
        switch (entry) {
          case WarcFault fault -> requireHarmless(fault);
          case WarcRecord record -> {
            if (record.offset() != place.offset()) {
              throw new IOException(place.file().name() + " has changed since it was read");
            }
            if (left-- == 0) {
              return new CaptureReader(idle, place.file(), reader, record);
            }
          }
        }
      }
      throw new IOException(place.file().name() + " has changed since it was read");
    } catch (Throwable e) {
      reader.close();
      throw e;
    }
  }

  /** The named fields of the record. */
  public WarcFields fields() {
    return record.fields();
  }

  /** Bytes of the block. */
  public long length() {
    return record.blockLength();
  }

  /** The media type of the block, in lower case and without parameters; empty if it has none. */
  public String blockType() {
    return record.blockType();
  }

  /** The block, once. Where it is damaged, reading throws a {@link DamagedArchiveException}. */
  public InputStream block() {
    return record.block();
  }

  /**
   * Reads the rest of the record, and checks that it is whole.
   *
   * @throws DamagedArchiveException if it is not
   */
  public void check() throws IOException {
    if (record.storedLength() < 0 && reader.next() instanceof WarcFault fault) {
      requireHarmless(fault);
    }
  }

  /** Throws for a fault, unless it is a note or a gzip member that several records share. */
  private static void requireHarmless(WarcFault fault) throws DamagedArchiveException {
    if (!fault.kind().isNote() && fault.kind() != WarcFault.Kind.SHARED_MEMBER) {
      throw new DamagedArchiveException(fault);
    }
  }

  /** Leaves the file to the next reader. */
  @Override
  public void close() throws IOException {
    if (isOpen) {
      isOpen = false;
      idle.giveBack(file, reader);
    }
  }
}
