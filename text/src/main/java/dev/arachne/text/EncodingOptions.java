package dev.arachne.text;

/**
 * Which encoding a document is read in that declares none. Immutable.
 *
 * @param fallback the encoding if none is detected
 * @param detection whether such a document is looked at closer
 */
public record EncodingOptions(Encoding fallback, Detection detection) {

  /** {@link Detection#LEGACY}, else {@link Encoding#WINDOWS_1252}, as browsers in the West do. */
  public static final EncodingOptions DEFAULT =
      new EncodingOptions(Encoding.WINDOWS_1252, Detection.LEGACY);
}
