package dev.arachne.url;

import com.ibm.icu.text.IDNA;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Domain to ASCII and to Unicode (WHATWG URL 3.3) by ICU4J's UTS 46: non-transitional, with the
 * bidi and joiner rules, without the limits of the DNS and its rules for hyphens. The class is
 * loaded at the first host that is not plain ASCII; no other class here uses ICU4J.
 */
final class Idna {
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(
          IDNA.CHECK_BIDI
              | IDNA.CHECK_CONTEXTJ
              | IDNA.NONTRANSITIONAL_TO_ASCII
              | IDNA.NONTRANSITIONAL_TO_UNICODE);

  /**
   * The errors that ICU4J always reports and that are allowed in a URL: VerifyDnsLength,
   * CheckHyphens.
   */
  private static final Set<IDNA.Error> ALLOWED =
      EnumSet.of(
          IDNA.Error.EMPTY_LABEL,
          IDNA.Error.LABEL_TOO_LONG,
          IDNA.Error.DOMAIN_NAME_TOO_LONG,
          IDNA.Error.LEADING_HYPHEN,
          IDNA.Error.TRAILING_HYPHEN,
          IDNA.Error.HYPHEN_3_4);

  private Idna() {}

  /** The domain in ASCII, not yet checked for characters that a URL forbids; or null. */
  static @Nullable String toAscii(String domain) {
    var ascii = new StringBuilder();
    var info = new IDNA.Info();
    UTS46.nameToASCII(domain, ascii, info);
    return ALLOWED.containsAll(info.getErrors()) ? ascii.toString() : null;
  }

  /**
   * The domain in the form for people; labels that break the rules stay unchanged or are marked.
   */
  static String toUnicode(String domain) {
    var unicode = new StringBuilder();
    UTS46.nameToUnicode(domain, unicode, new IDNA.Info());
    return unicode.toString();
  }
}
