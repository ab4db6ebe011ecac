package dev.arachne.network;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.HashSet;
import java.util.Set;

/**
 * Distinguishes a name without an address from a DNS resolver that cannot be reached. The JDK has
 * one exception for both; they differ only in its message, which ends in the C library's text of
 * the error in the user's language. So the texts are read from the library (gai_strerror, RFC 3493
 * 6.2). Created when the first DNS lookup fails. Immutable.
 */
final class DnsErrors {
  /** EAI_NONAME, EAI_NODATA and EAI_ADDRFAMILY: of the GNU C library, and of macOS. */
  private static final int[] LINUX_CODES = {-2, -5, -9};

  private static final int[] MAC_CODES = {8, 7, 1};

  /** Longer than any of the texts. */
  private static final int MOST_BYTES = 1_000;

  static final DnsErrors INSTANCE = new DnsErrors();

  /** The texts for names that have no address; empty if they are unknown. */
  private final Set<String> ofNames = new HashSet<>();

  private DnsErrors() {
    String system = System.getProperty("os.name");
    boolean isKnown = system.equals("Linux") || system.startsWith("Mac");
    if (isKnown && DnsErrors.class.getModule().isNativeAccessEnabled()) {
      for (int code : system.equals("Linux") ? LINUX_CODES : MAC_CODES) {
        ofNames.add(text(code));
      }
    }
  }

  /** Whether a DNS lookup failed because the resolver could not be reached. */
  boolean isOfService(String host, String message) {
    String text = message.startsWith(host + ": ") ? message.substring(host.length() + 2) : "";
    return ofNames.isEmpty()
        ? text.equals("Temporary failure in name resolution")
        : !text.isEmpty() && !ofNames.contains(text);
  }

  private static String text(int code) {
    Linker linker = Linker.nativeLinker();
    MethodHandle function =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("gai_strerror"),
            FunctionDescriptor.of(ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
    try {
      var text = (MemorySegment) function.invokeExact(code);
      return text.reinterpret(MOST_BYTES).getString(0);
    } catch (Throwable e) {
      throw new IllegalStateException("gai_strerror", e);
    }
  }
}
