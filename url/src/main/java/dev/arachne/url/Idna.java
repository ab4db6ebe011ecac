package dev.arachne.url;

import com.ibm.icu.text.IDNA;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Domain to ASCII and to Unicode (WHATWG URL 3.3) by ICU4J's UTS 46: non-transitional, with the
 * bidi and joiner rules, without the limits of the DNS and its rules for hyphens. The class is
 * loaded when the first host comes that is not plain ASCII; nothing else here touches ICU4J.
 */
final class Idna {
  private static final IDNA UTS46 =
      IDNA.getUTS46Instance(
          IDNA.CHECK_BIDI
              | IDNA.CHECK_CONTEXTJ
              | IDNA.NONTRANSITIONAL_TO_ASCII
              | IDNA.NONTRANSITIONAL_TO_UNICODE);

  /**
   * What ICU4J finds whether asked to or not, and a URL may break: VerifyDnsLength, CheckHyphens.
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

  /** The domain in ASCII, its characters not yet checked against those a URL forbids; or null. */
  static @Nullable String toAscii(String domain) {
    var ascii = new StringBuilder();
    var info = new IDNA.Info();
    UTS46.nameToASCII(domain, ascii, info);
    return ALLOWED.containsAll(info.getErrors()) ? ascii.toString() : null;
  }

  /**
   * The domain as people read it; labels that break the rules stay as they are or are marked so.
   */
  static String toUnicode(String domain) {
    var unicode = new StringBuilder();
    UTS46.nameToUnicode(domain, unicode, new IDNA.Info());
    return unicode.toString();
  }
}
