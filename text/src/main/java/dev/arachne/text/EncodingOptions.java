package dev.arachne.text;

/**
 * The options for the encoding of a document that declares none. Immutable.
 *
 * @param fallback the encoding if none is detected
 * @param detection whether the encoding of such a document is detected
 */
public record EncodingOptions(Encoding fallback, EncodingDetection detection) {

  /**
   * {@link EncodingDetection#LEGACY}, else {@link Encoding#WINDOWS_1252}, as browsers in the West
   * do.
   */
  public static final EncodingOptions DEFAULT =
      new EncodingOptions(Encoding.WINDOWS_1252, EncodingDetection.LEGACY);
}
