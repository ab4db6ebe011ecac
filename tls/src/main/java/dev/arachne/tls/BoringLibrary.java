package dev.arachne.tls;

import dev.arachne.natives.UnpackedLibrary;
import io.netty.internal.tcnative.Library;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The library with BoringSSL, loaded once for a process, on machines that it supports: Linux with
 * glibc, macOS and Windows, on x86-64; the former two on AArch64 as well. Thread-safe.
 */
final class BoringLibrary {
  private static final System.Logger LOG = System.getLogger("dev.arachne.tls");

  private BoringLibrary() {}

  private static final class Holder {
    static final List<String> FAILURES = load();

    private Holder() {}
  }

  /** Whether it is loaded. The first call in a process blocks. */
  static boolean isLoaded() {
    return Holder.FAILURES.isEmpty();
  }

  private static List<String> load() {
    String fileName = fileName(property("os.name"), property("os.arch"));
    @Nullable URL packed = Library.class.getResource("/META-INF/native/" + fileName);
    List<String> failures =
        packed == null
            ? List.of("there is no " + fileName)
            : UnpackedLibrary.load(packed, "boringssl", fileName, BoringLibrary::loadAndPrepare);
    if (!failures.isEmpty()) {
      LOG.log(System.Logger.Level.DEBUG, "TLS is spoken by the JDK: " + failures);
    }
    return failures;
  }

  private static void loadAndPrepare(Path file) {
    System.load(file.toString());
    try {
      if (!Library.initialize("provided", null)) {
        throw new UnsatisfiedLinkError("BoringSSL cannot be initialized");
      }
    } catch (Exception e) {
      throw (UnsatisfiedLinkError) new UnsatisfiedLinkError(e.getMessage()).initCause(e);
    }
  }

  private static String property(String name) {
    return System.getProperty(name, "").toLowerCase(Locale.ROOT);
  }

  /** The name of the library for a machine in Netty. */
  private static String fileName(String system, String processor) {
    String bits =
        switch (processor) {
          case "amd64", "x86_64" -> "x86_64";
          case "aarch64", "arm64" -> "aarch_64";
          default -> processor;
        };
    if (system.startsWith("windows")) {
      return "netty_tcnative_windows_" + bits + ".dll";
    }
    return system.startsWith("mac")
        ? "libnetty_tcnative_osx_" + bits + ".jnilib"
        : "libnetty_tcnative_" + system + "_" + bits + ".so";
  }
}
