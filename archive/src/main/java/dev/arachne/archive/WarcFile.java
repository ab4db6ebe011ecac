package dev.arachne.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * A WARC file to be read: a file, or a member of a WACZ file, which is read in place. Immutable.
 *
 * @param path of the file, or of the WACZ file
 * @param member its name in the WACZ file; empty for a file of its own
 * @param start the offset of its first byte in the file
 * @param length in bytes; {@link Long#MAX_VALUE} for all of a file of its own, which may grow
 */
public record WarcFile(Path path, String member, long start, long length) {

  /** A file of its own. */
  public static WarcFile of(Path path) {
    return new WarcFile(path, "", 0, Long.MAX_VALUE);
  }

  /** Files of their own. */
  public static List<WarcFile> of(List<Path> paths) {
    return paths.stream().map(WarcFile::of).toList();
  }

  /** The beginning of a file of its own, up to this length in bytes. */
  public static WarcFile of(Path path, long length) {
    return new WarcFile(path, "", 0, length);
  }

  /**
   * The WARC files in files, each WARC or WACZ.
   *
   * @throws ZipException if a WACZ file cannot be read, or has compressed a WARC file once more
   */
  public static List<WarcFile> all(List<WarcFile> files) throws IOException {
    List<WarcFile> all = new ArrayList<>();
    for (WarcFile file : files) {
      if (isWacz(file.path())) {
        try (ZipReader zip = ZipReader.open(file.path())) {
          for (ZipReader.Entry entry : zip.entries()) {
            if (isMember(entry.name())) {
              all.add(in(zip, entry));
            }
          }
        }
      } else {
        all.add(file);
      }
    }
    return List.copyOf(all);
  }

  /** A member of a WACZ file. */
  static WarcFile in(ZipReader zip, ZipReader.Entry entry) throws IOException {
    if (!entry.isStored()) {
      throw new ZipException(
          "%s: %s is compressed by the zip, so that no record of it can be read alone; unpack it"
              .formatted(zip.file(), entry.name()));
    }
    return new WarcFile(zip.file(), entry.name(), zip.start(entry), entry.size());
  }

  /** Whether an entry of a WACZ file is a WARC file. */
  static boolean isMember(String name) {
    return name.startsWith("archive/") && WarcPaths.isArchiveName(name);
  }

  /** Whether a file begins as a zip does. */
  public static boolean isWacz(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] first = in.readNBytes(4);
      return first.length == 4 && first[0] == 'P' && first[1] == 'K' && first[2] < 7;
    }
  }

  /** The name of the file in reports. */
  public String name() {
    return member.isEmpty() ? path.toString() : path + "/" + member;
  }

  /** The name of the file without directories, in the form of an index. */
  public String fileName() {
    return member.isEmpty()
        ? String.valueOf(path.getFileName())
        : member.substring(member.lastIndexOf('/') + 1);
  }

  /** How many bytes it has now. */
  public long size() throws IOException {
    return member.isEmpty() ? Math.min(length, Files.size(path)) : length;
  }
}
