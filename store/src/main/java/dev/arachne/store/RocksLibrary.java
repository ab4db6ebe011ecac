package dev.arachne.store;

import dev.arachne.natives.UnpackedLibrary;
import java.net.URL;
import java.util.List;
import java.util.OptionalLong;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/** Loads RocksDB's native library, once for a process. */
final class RocksLibrary {
  private static final long ADDRESS_SPACE = 512L << 20;

  private RocksLibrary() {}

  /**
   * Loads the library if it is not loaded yet.
   *
   * @throws StoreException if this machine has no library, or it cannot be unpacked or loaded
   */
  static void load() {
    URL packed = RocksDB.class.getResource(packedName());
    if (packed == null) {
      String machine = System.getProperty("os.name") + " on " + System.getProperty("os.arch");
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "no store on disk for " + machine + "; use --store memory",
          new UnsatisfiedLinkError(packedName()));
    }
    checkAddressSpace();
    // RocksDB asks directories for another name than it gave the library in the jar.
    List<String> failures =
        UnpackedLibrary.load(
            packed,
            "rocksdb",
            Environment.getJniLibraryFileName("rocksdbjni"),
            file -> RocksDB.loadLibrary(List.of(String.valueOf(file.getParent()))));
    if (!failures.isEmpty()) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "the store's library cannot be loaded ("
              + String.join("; ", failures)
              + "); set XDG_CACHE_HOME to a directory with 20 MB of room from which programs may"
              + " run, or use --store memory",
          new UnsatisfiedLinkError(packedName()));
    }
  }

  /**
   * Checks the room for the library, its threads and their memory; without it, the library ends the
   * process.
   */
  private static void checkAddressSpace() {
    OptionalLong left = AddressSpace.left();
    if (left.isPresent() && left.getAsLong() < ADDRESS_SPACE) {
      throw new StoreException(
          StoreException.Kind.UNAVAILABLE,
          "ulimit -v leaves %d MB of address space, and the store needs %d; raise it, or use --store memory"
              .formatted(left.getAsLong() >> 20, ADDRESS_SPACE >> 20),
          new OutOfMemoryError("address space"));
    }
  }

  private static String packedName() {
    return "/" + Environment.getJniLibraryFileName("rocksdb");
  }
}
