package dev.arachne.extract;

import dev.arachne.text.EncodingOptions;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * The links that a {@link LinkExtractor} looks for, and its limits. Immutable.
 *
 * @param kinds the kinds to report; others have no cost
 * @param anchorText whether links carry their text
 * @param encoding the encoding of a document that declares none
 * @param maxLinks the links reported of one page, at least 0
 * @param maxAttributeBytes the longest attribute that is read, in bytes
 * @param maxNesting the deepest nesting of SVG, MathML and templates that is followed
 * @param agent the name of the crawler in {@code meta} elements for it alone, in lower case; may be
 *     empty
 */
public record LinkOptions(
    Set<OutlinkKind> kinds,
    AnchorText anchorText,
    EncodingOptions encoding,
    int maxLinks,
    int maxAttributeBytes,
    int maxNesting,
    String agent) {

  private static final LinkOptions DEFAULTS =
      new LinkOptions(
          EnumSet.complementOf(EnumSet.of(OutlinkKind.FORM, OutlinkKind.SCRIPT_URL)),
          AnchorText.IGNORED,
          EncodingOptions.DEFAULT,
          100_000,
          65_536,
          256,
          "");

  /** Checks the ranges and keeps a copy of the kinds. */
  public LinkOptions {
    kinds = Set.copyOf(kinds);
    agent = agent.toLowerCase(Locale.ROOT);
    if (maxLinks < 0 || maxAttributeBytes < 0 || maxNesting < 0) {
      throw new IllegalArgumentException("a limit is negative");
    }
  }

  /**
   * All kinds but forms and URLs in scripts, no text, {@link EncodingOptions#DEFAULT}, 100,000
   * links, 64 KiB an attribute, 256 levels, no agent.
   */
  public static LinkOptions defaults() {
    return DEFAULTS;
  }

  /** These options with other {@link #kinds}. */
  public LinkOptions kinds(Set<OutlinkKind> kinds) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #anchorText}. */
  public LinkOptions anchorText(AnchorText anchorText) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #encoding}. */
  public LinkOptions encoding(EncodingOptions encoding) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #maxLinks}. */
  public LinkOptions maxLinks(int maxLinks) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #maxAttributeBytes}. */
  public LinkOptions maxAttributeBytes(int maxAttributeBytes) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #maxNesting}. */
  public LinkOptions maxNesting(int maxNesting) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }

  /** These options with another {@link #agent}. */
  public LinkOptions agent(String agent) {
    return new LinkOptions(
        kinds, anchorText, encoding, maxLinks, maxAttributeBytes, maxNesting, agent);
  }
}
