package dev.arachne.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * A WARC file to be read: a file, or a member of a WACZ file, which is read where it lies.
 * Immutable.
 *
 * @param path of the file, or of the WACZ file
 * @param member its name in the WACZ file; empty for a file of its own
 * @param start where its first byte lies in the file
 * @param length in bytes; that of a file of its own may grow, and is {@link Long#MAX_VALUE}
 */
public record WarcFile(Path path, String member, long start, long length) {

  /** A file of its own. */
  public static WarcFile of(Path path) {
    return new WarcFile(path, "", 0, Long.MAX_VALUE);
  }

  /**
   * The WARC files that are meant by names of files, each WARC or WACZ.
   *
   * @throws ZipException if a WACZ file cannot be read, or has compressed a WARC file once more
   */
  public static List<WarcFile> all(List<Path> files) throws IOException {
    List<WarcFile> all = new ArrayList<>();
    for (Path file : files) {
      if (isWacz(file)) {
        try (ZipReader zip = ZipReader.open(file)) {
          for (ZipReader.Entry entry : zip.entries()) {
            if (isMember(entry.name())) {
              all.add(in(zip, entry));
            }
          }
        }
      } else {
        all.add(of(file));
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

  /** Where it is, as reports have it. */
  public String name() {
    return member.isEmpty() ? path.toString() : path + "/" + member;
  }

  /** Its name without directories, as an index has it. */
  public String fileName() {
    return member.isEmpty()
        ? String.valueOf(path.getFileName())
        : member.substring(member.lastIndexOf('/') + 1);
  }

  /** How many bytes it has now. */
  public long size() throws IOException {
    return member.isEmpty() ? Files.size(path) : length;
  }
}
