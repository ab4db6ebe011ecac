package dev.arachne.extract;

/**
 * The attributes of a link other than its target. Valid during the call that receives it; without
 * cost unless read.
 */
public interface LinkAttributes {
  /** The {@code rel} attribute as written; empty if absent. */
  String rel();

  /** Whether {@code rel} has {@code token}, a lower-case ASCII word such as {@code nofollow}. */
  boolean relHas(String token);

  /** The anchor's text, white space collapsed; empty unless the extractor's options keep it. */
  String text();
}
