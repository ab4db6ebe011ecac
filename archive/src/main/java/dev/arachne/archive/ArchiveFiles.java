package dev.arachne.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The WARC files of one archive in a directory, to which records are added at the end. The caller
 * adds them, and commits {@link #end} elsewhere together with the state they belong to:
 *
 * <pre>
 *   NAME-00001.warc.gz   warcinfo | records ............. |
 *   NAME-00002.warc.gz   warcinfo | records ... | added, not committed | torn
 *                                               ^ end: cut here at the next open
 * </pre>
 *
 * <p>Records before the end are whole however the process ended, since they were written before it
 * was committed. Used by one thread at a time; blocks.
 */
public final class ArchiveFiles implements AutoCloseable {
  private final Path directory;
  private final long most;
  private final FirstRecord first;
  private ArchiveEnd end;
  private @Nullable FileChannel file;
  private boolean isDirty;
  private boolean isListDirty;

  /** The first record of each file. */
  public interface FirstRecord {
    /** The warcinfo record of a file, as a gzip member. */
    RecordBytes of(String file) throws IOException;
  }

  private ArchiveFiles(Path directory, long most, FirstRecord first, ArchiveEnd end) {
    this.directory = directory;
    this.most = most;
    this.first = first;
    this.end = end;
  }

  /**
   * Opens an archive, and cuts back its files to where they are committed.
   *
   * @param directory which is made if it is not there
   * @param most bytes in a file, after which the next one begins; one visit more than that at most
   * @param end the end that was committed last; for a new archive an end without files, under a
   *     name that no other archive in the directory has
   * @throws IOException if files cannot be written, or have lost committed bytes
   */
  public static ArchiveFiles open(Path directory, long most, FirstRecord first, ArchiveEnd end)
      throws IOException {
    Files.createDirectories(directory);
    Pattern own = Pattern.compile(Pattern.quote(end.name()) + "-(\\d{5,9})\\.warc\\.gz");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path each : files) {
        Matcher name = own.matcher(each.getFileName().toString());
        if (name.matches() && Integer.parseInt(name.group(1)) > end.serial()) {
          Files.delete(each);
        }
      }
    }
    var archive = new ArchiveFiles(directory, most, first, end);
    if (end.serial() > 0) {
      archive.file = cutBack(directory.resolve(end.file(end.serial())), end.length());
    }
    return archive;
  }

  private static FileChannel cutBack(Path path, long length) throws IOException {
    FileChannel file;
    try {
      file = FileChannel.open(path, StandardOpenOption.WRITE);
    } catch (NoSuchFileException e) {
      throw new IOException(path + " is gone; put it back, or begin anew with --fresh", e);
    }
    long size = file.size();
    if (size < length) {
      file.close();
      throw new IOException(
          "%s has lost its end: %d bytes were written, %d are there; put it back, or use --fresh"
              .formatted(path, length, size));
    }
    file.truncate(length);
    return file;
  }

  /** The end up to which records were added. */
  public ArchiveEnd end() {
    return end;
  }

  /** A place for members: the name of a file, and where it ends. */
  public record Place(String file, long offset) {}

  /**
   * Adds members one after another to one file, which may be a new one. If it throws, nothing was
   * added.
   *
   * @return where the first of them is
   */
  public Place add(List<RecordBytes> members) throws IOException {
    FileChannel to = file;
    if (to == null || end.length() >= most) {
      to = next();
    }
    long at = end.length();
    try {
      if (members.stream().allMatch(RecordBytes::isInMemory)) {
        ByteBuffer[] views = members.stream().map(RecordBytes::inMemory).toArray(ByteBuffer[]::new);
        to.position(at);
        for (long left = RecordBytes.length(members); left > 0; ) {
          long count = to.write(views);
          left -= count;
          at += count;
        }
      } else {
        for (RecordBytes member : members) {
          member.writeTo(to, at);
          at += member.length();
        }
      }
    } catch (IOException e) {
      to.truncate(end.length());
      throw e;
    }
    var place = new Place(end.file(end.serial()), end.length());
    end = new ArchiveEnd(end.name(), end.serial(), at);
    isDirty = true;
    return place;
  }

  /** Writes all added records through to the disk, so that they survive a power cut. */
  public void sync() throws IOException {
    if (isDirty && file != null) {
      file.force(false);
      isDirty = false;
    }
    if (isListDirty) {
      try (FileChannel list = FileChannel.open(directory)) {
        list.force(true);
      }
      isListDirty = false;
    }
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
      file = null;
    }
  }

  /** Begins the next file; the one before it is on the disk then. */
  private FileChannel next() throws IOException {
    int serial = end.serial() + 1;
    String name = end.file(serial);
    Path path = directory.resolve(name);
    if (file != null) {
      file.force(false);
    }
    FileChannel made =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (RecordBytes info = first.of(name)) {
      info.writeTo(made, 0);
      if (file != null) {
        file.close();
      }
      file = made;
      end = new ArchiveEnd(end.name(), serial, info.length());
      isListDirty = true;
      return made;
    } catch (IOException e) {
      made.close();
      Files.deleteIfExists(path);
      throw e;
    }
  }
}
