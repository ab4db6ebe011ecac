package dev.arachne.frontier;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * Has RocksDB's native library loaded, once for a process. Left alone it is unpacked into a new
 * temporary file at each start, which costs a tenth of a second, and which stays behind when the
 * process is killed. So it is unpacked once for each user, into {@code
 * $XDG_CACHE_HOME/arachne/rocksdb-CHECKSUM}.
 */
final class RocksLibrary {
  private RocksLibrary() {}

  /**
   * Loads the library if it is not there yet.
   *
   * @throws StoreException if there is none for this machine
   */
  static void load() {
    if (RocksDB.class.getResource(packedName()) == null) {
      String machine = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "no store on disk for " + machine + "; type --store memory",
          new UnsatisfiedLinkError(packedName()));
    }
    try {
      RocksDB.loadLibrary(List.of(unpacked().toString()));
    } catch (IOException e) {
      RocksDB.loadLibrary(); // No cache can be had, so the library finds its own way.
    }
  }

  /** The directory that has the library for this machine. */
  private static Path unpacked() throws IOException {
    URL packed = Objects.requireNonNull(RocksDB.class.getResource(packedName()));
    if (!(packed.openConnection() instanceof JarURLConnection connection)) {
      throw new IOException(packed + " is in no jar");
    }
    ZipEntry entry = connection.getJarEntry();
    Path directory =
        cache().resolve("rocksdb-" + Long.toHexString(entry.getCrc() << 32 | entry.getSize()));
    // RocksDB asks directories for another name than it gave the library in the jar.
    Path library = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
    if (!Files.exists(library)) {
      Files.createDirectories(directory);
      Path unfinished = Files.createTempFile(directory, "unfinished", "");
      try (InputStream bytes = connection.getInputStream()) {
        Files.copy(bytes, unfinished, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(unfinished, library, StandardCopyOption.ATOMIC_MOVE);
    }
    return directory;
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
