package dev.arachne.natives;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * A native library out of a jar. Libraries that unpack themselves do so into a new temporary file
 * at each start, which costs time, and which stays behind when the process is killed. So it is
 * unpacked once for each user, into {@code $XDG_CACHE_HOME/arachne/NAME-CHECKSUM}, and its checksum
 * is computed at each start: a library that was cut kills the process that loads it. Where that
 * directory does not do, a temporary one has to.
 */
public final class UnpackedLibrary {
  private static final int BUFFER_BYTES = 1 << 16;

  private final URL packed;
  private final String name;
  private final String fileName;

  /** Has the JVM load the file, such as {@link System#load} does. */
  @FunctionalInterface
  public interface Loader {
    /**
     * Loads the library.
     *
     * @throws UnsatisfiedLinkError if the file is not a library for this machine
     */
    void load(Path file) throws IOException;
  }

  private UnpackedLibrary(URL packed, String name, String fileName) {
    this.packed = packed;
    this.name = name;
    this.fileName = fileName;
  }

  /**
   * Loads a library. Blocks.
   *
   * @param packed where it is in a jar
   * @param name of the directory it is unpacked into, before the checksum
   * @param fileName of the library there
   * @return why it could not be loaded, a reason for each place; empty if it is loaded
   */
  public static List<String> load(URL packed, String name, String fileName, Loader loader) {
    var library = new UnpackedLibrary(packed, name, fileName);
    List<String> failures = new ArrayList<>();
    if (library.isLoadedFromCache(loader, failures)
        || library.isLoadedFromTemporary(loader, failures)) {
      return List.of();
    }
    return failures;
  }

  private boolean isLoadedFromCache(Loader loader, List<String> failures) {
    try {
      loader.load(unpacked(cache()));
      return true;
    } catch (IOException | UnsatisfiedLinkError e) {
      failures.add(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** A loaded library needs its file no longer, unless this is Windows. */
  private boolean isLoadedFromTemporary(Loader loader, List<String> failures) {
    try {
      Path place = Files.createTempDirectory("arachne");
      try {
        loader.load(unpacked(place));
        return true;
      } finally {
        delete(place);
      }
    } catch (IOException | UnsatisfiedLinkError e) {
      failures.add(String.valueOf(e.getMessage()));
      return false;
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        try {
          Files.delete(file);
        } catch (AccessDeniedException e) {
          file.toFile().deleteOnExit();
        }
      }
    }
  }

  /** The library for this machine, in a directory below {@code place}. */
  private Path unpacked(Path place) throws IOException {
    if (!(packed.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException(packed + " is in no jar");
    }
    ZipEntry entry = Objects.requireNonNull(connection.getJarEntry());
    Path directory =
        place.resolve(name + "-" + Long.toHexString(entry.getCrc() << 32 | entry.getSize()));
    Path library = directory.resolve(fileName);
    if (!isWhole(library, entry)) {
      Files.createDirectories(directory);
      Path unfinished = Files.createTempFile(directory, "unfinished", "");
      try {
        unpack(connection, unfinished);
        Files.move(unfinished, library, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(unfinished);
      }
    }
    return library;
  }

  private static boolean isWhole(Path library, ZipEntry entry) throws IOException {
    if (!Files.isRegularFile(library) || Files.size(library) != entry.getSize()) {
      return false;
    }
    var checksum = new CRC32();
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
    try (FileChannel file = FileChannel.open(library)) {
      while (file.read(buffer.clear()) >= 0) {
        checksum.update(buffer.flip());
      }
    }
    return checksum.getValue() == entry.getCrc();
  }

  private static void unpack(JarURLConnection connection, Path file) throws IOException {
    try (InputStream bytes = connection.getInputStream()) {
      Files.copy(bytes, file, StandardCopyOption.REPLACE_EXISTING);
    }
    try (FileChannel written = FileChannel.open(file, StandardOpenOption.WRITE)) {
      written.force(true);
    }
  }

  private static Path cache() throws IOException {
    @Nullable String given = System.getenv("XDG_CACHE_HOME");
    Path home = Path.of(System.getProperty("user.home"));
    Path cache = given == null || given.isEmpty() ? home.resolve(".cache") : Path.of(given);
    if (!home.isAbsolute()) {
      throw new IOException("the user has no home");
    }
    return cache.resolve("arachne");
  }
}
