package dev.arachne.replay;

/** A field of an HTTP head. Immutable. */
record Header(String name, String value) {
  boolean isNamed(String other) {
    return name.equalsIgnoreCase(other);
  }
}
