package dev.arachne.url;

/**
 * The reason why a reference is not crawled. It names the first rule that a reference breaks, in
 * the order of reading.
 *
 * @param rule the rule that was broken
 * @param scheme for {@link Rule#SCHEME} the scheme that was found, in lower case; otherwise empty
 */
public record RejectionReason(Rule rule, String scheme) {

  /** The rules, in the order in which a reference is read. */
  public enum Rule {
    /** The scheme is neither http nor https. */
    SCHEME("the scheme is not crawled"),
    /** A relative reference was given without a base URL. */
    RELATIVE("a relative reference without a base"),
    /** The reference, or its canonical form, is longer than {@link CrawlUrl#MAX_LENGTH}. */
    TOO_LONG("longer than " + CrawlUrl.MAX_LENGTH + " bytes"),
    /** The authority names no host. */
    HOST_MISSING("no host"),
    /** The host has a character that no domain name may have. */
    HOST_CHARACTER("a forbidden character in the host"),
    /** The host breaks the rules for international names (UTS 46). */
    HOST_IDNA("the host is not a valid international domain name"),
    /** The host ends like an IPv4 address but is not one. */
    HOST_IPV4("the host is not a valid IPv4 address"),
    /** The host begins with a bracket but is not an IPv6 address. */
    HOST_IPV6("the host is not a valid IPv6 address"),
    /** The port is not a number from 0 to 65,535. */
    PORT("the port is not a number from 0 to 65535");

    private final String text;

    Rule(String text) {
      this.text = text;
    }
  }

  /** The fault, for people: {@code scheme ftp is not crawled}, {@code no host}. */
  public String text() {
    return scheme.isEmpty() ? rule.text : "scheme " + scheme + " is not crawled";
  }
}
