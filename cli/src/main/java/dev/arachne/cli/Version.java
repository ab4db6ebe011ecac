package dev.arachne.cli;

/** The version of Arachne, and of its platform. */
final class Version {
  private Version() {}

  /** One line, such as {@code arachne 1.2.0 (JDK 25.0.3+9-LTS, Eclipse Adoptium)}. */
  static String text() {
    // Joined, not formatted: a formatter would cost a tenth of the time that --version takes.
    String jdk = Runtime.version().toString();
    return String.join(
        "", "arachne ", number(), " (JDK ", jdk, ", ", System.getProperty("java.vendor"), ")");
  }

  /** The version that the jar's manifest names; {@code development} outside a jar. */
  static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }
}
