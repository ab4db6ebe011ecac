package dev.arachne.extract;

/**
 * What a page says about a link besides its target. Valid during the call it is given to; costs
 * nothing unread.
 */
public interface LinkNote {
  /** The {@code rel} attribute as it stands, empty where there is none. */
  String rel();

  /** Whether {@code rel} has {@code token}, a lower-case ASCII word such as {@code nofollow}. */
  boolean relHas(String token);

  /** The anchor's text, white space collapsed; empty unless the extractor was asked to keep it. */
  String text();
}
