package dev.arachne.extract;

/** Whether the text between {@code <a>} and {@code </a>} is kept. */
public enum AnchorText {
  /** It is not; {@link LinkAttributes#text} is empty. */
  IGNORED,
  /** It is, without markup, white space collapsed. */
  KEPT
}
