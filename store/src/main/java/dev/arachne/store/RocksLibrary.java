package dev.arachne.store;

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
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Has RocksDB's native library loaded, once for a process. Left alone it is unpacked into a new
 * temporary file at each start, which costs a tenth of a second, and which stays behind when the
 * process is killed. So it is unpacked once for each user, into {@code
 * $XDG_CACHE_HOME/arachne/rocksdb-CHECKSUM}, and its checksum is computed at each start: a library
 * that was cut kills the process that loads it. Where that directory does not do, a temporary one
 * has to.
 */
final class RocksLibrary {
  private static final long ADDRESS_SPACE = 512L << 20;
  private static final int BUFFER_BYTES = 1 << 16;

  private RocksLibrary() {}

  /**
   * Loads the library if it is not there yet.
   *
   * @throws StoreException if there is none for this machine, or it cannot be unpacked or loaded
   */
  static void load() {
    URL packed = RocksDB.class.getResource(packedName());
    if (packed == null) {
      String machine = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "no store on disk for " + machine + "; type --store memory",
          new UnsatisfiedLinkError(packedName()));
    }
    checkAddressSpace();
    List<String> failures = new ArrayList<>();
    if (!isLoadedFromCache(packed, failures) && !isLoadedFromTemporary(packed, failures)) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "the store's library cannot be loaded ("
              + String.join("; ", failures)
              + "); set XDG_CACHE_HOME to a directory with 20 MB of room from which programs may"
              + " run, or type --store memory",
          new UnsatisfiedLinkError(packedName()));
    }
  }

  /** The library, its threads and their memory; where they get none, it ends the process. */
  private static void checkAddressSpace() {
    OptionalLong left = AddressSpace.left();
    if (left.isPresent() && left.getAsLong() < ADDRESS_SPACE) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "ulimit -v leaves %d MB of address space, and the store needs %d; raise it, or type --store memory"
              .formatted(left.getAsLong() >> 20, ADDRESS_SPACE >> 20),
          new OutOfMemoryError("address space"));
    }
  }

  private static boolean isLoadedFromCache(URL packed, List<String> failures) {
    try {
      RocksDB.loadLibrary(List.of(unpacked(packed, cache()).toString()));
      return true;
    } catch (IOException | UnsatisfiedLinkError e) {
      failures.add(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** A loaded library needs its file no longer, unless this is Windows. */
  private static boolean isLoadedFromTemporary(URL packed, List<String> failures) {
    try {
      Path place = Files.createTempDirectory("arachne");
      try {
        RocksDB.loadLibrary(List.of(unpacked(packed, place).toString()));
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

  /** The directory below {@code place} that has the library for this machine. */
  private static Path unpacked(URL packed, Path place) throws IOException {
    if (!(packed.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException(packed + " is in no jar");
    }
    ZipEntry entry = Objects.requireNonNull(connection.getJarEntry());
    Path directory =
        place.resolve("rocksdb-" + Long.toHexString(entry.getCrc() << 32 | entry.getSize()));
    // RocksDB asks directories for another name than it gave the library in the jar.
    Path library = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
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
    return directory;
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

  private static String packedName() {
    return "/" + Environment.getJniLibraryFileName("rocksdb");
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
