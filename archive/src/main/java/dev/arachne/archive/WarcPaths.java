package dev.arachne.archive;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The WARC files that are meant by names of files and directories. */
public final class WarcPaths {
  private WarcPaths() {}

  /**
   * The files, each once: a named file under any name, and below a directory all whose names end in
   * {@code .warc} or {@code .warc.gz}, in the order of their names.
   *
   * @throws NoSuchFileException if one of them is not there, or a directory has none
   */
  public static List<Path> of(List<Path> named) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (!Files.exists(path)) {
        throw new NoSuchFileException(path.toString(), null, "there is no such file");
      }
      List<Path> found = Files.isDirectory(path) ? below(path) : List.of(path);
      if (found.isEmpty()) {
        throw new NoSuchFileException(
            path.toString(), null, "no file in this directory ends in .warc or .warc.gz");
      }
      files.addAll(found);
    }
    return files.stream().distinct().toList();
  }

  private static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(file -> isArchiveName(file.getFileName().toString()))
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  static boolean isArchiveName(String name) {
    return name.endsWith(".warc") || name.endsWith(".warc.gz");
  }

  /** Whether a file begins as a WARC file does, plain or as gzip; an empty one does too. */
  public static boolean isWarc(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] first = in.readNBytes(5);
      boolean isGzip = first.length > 1 && (first[0] & 0xff) == 0x1f && (first[1] & 0xff) == 0x8b;
      return first.length == 0
          || isGzip
          || new String(first, StandardCharsets.US_ASCII).equals("WARC/");
    }
  }
}
