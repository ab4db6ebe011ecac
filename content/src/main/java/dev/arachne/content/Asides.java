package dev.arachne.content;

import java.util.Locale;

/**
 * Short paragraphs between those of an article that do not belong to it: references to other pages,
 * calls to subscribe, dates and names above the text.
 */
final class Asides {
  private static final int SHORT = 160;
  private static final double ALL = 0.9;
  private static final int DATE_DIGITS = 4;

  /** How a reference to another page begins. */
  private static final String[] REFERENCES = {
    "related:",
    "related story:",
    "related article:",
    "related articles:",
    "related stories:",
    "read more",
    "read also",
    "read next",
    "read:",
    "also read",
    "see also:",
    "see more",
    "see:",
    "watch:",
    "watch now",
    "more:",
    "more from",
    "recommended:",
    "don't miss",
    "don’t miss",
    "next story",
    "click here",
    "you may also like",
    "you might also like",
    "up next",
    "lesen sie auch",
    "lesen sie mehr",
    "mehr zum thema",
    "siehe auch:",
    "lire aussi",
    "à lire aussi",
    "leia mais",
    "leia também",
    "lea también",
    "lee también",
    "ver también",
    "leggi anche",
    "lees ook",
    "læs også",
    "les også",
    "läs också",
    "czytaj też",
    "czytaj także",
    "читайте также",
    "baca juga",
    "oku:",
    "延伸阅读",
    "相关阅读",
    "関連記事"
  };

  /** How a call to readers begins. */
  private static final String[] CALLS = {
    "sign up",
    "subscribe",
    "follow us",
    "follow me",
    "join our",
    "download our",
    "download the",
    "get our",
    "get the app",
    "like us on",
    "join us on",
    "share this",
    "share on",
    "tell us",
    "send us",
    "email us",
    "advertisement",
    "story continues below",
    "article continues below",
    "continue reading",
    "abonnieren sie",
    "abonnez-vous",
    "suscríbete",
    "inscreva-se",
    "iscriviti",
    "подпишитесь",
    "подписывайтесь"
  };

  private static final String[] BYLINES = {
    "by ", "von ", "par ", "por ", "posted ", "posted: ", "published", "updated", "last updated"
  };

  private Asides() {}

  /** Whether a paragraph among prose is a reference or a call. */
  static boolean isAside(Part paragraph) {
    Measures its = paragraph.measures;
    if (its.chars == 0 || its.chars > SHORT) {
      return false;
    }
    String text = start(paragraph);
    if (its.linkChars >= its.chars * ALL) {
      return !isHeading(paragraph) && !text.startsWith("http");
    }
    return starts(text, REFERENCES)
        || its.linkChars > 0 && starts(text, CALLS)
        || text.equals("advertisement");
  }

  /** Whether a paragraph above an article's first prose states its date and author. */
  static boolean isDateline(Part paragraph) {
    Measures its = paragraph.measures;
    if (its.chars == 0 || its.chars > SHORT) {
      return false;
    }
    String text = start(paragraph);
    int digits = 0;
    int letters = 0;
    for (int i = 0; i < text.length(); i++) {
      if (Character.isDigit(text.charAt(i))) {
        digits++;
      } else if (Character.isLetter(text.charAt(i))) {
        letters++;
      }
    }
    return digits >= DATE_DIGITS && letters <= 6 * digits && hasYear(text)
        || its.chars < 100 && starts(text, BYLINES);
  }

  static boolean isHeading(Part part) {
    return part.headingLevel() > 0;
  }

  private static boolean hasYear(String text) {
    for (int i = 0; i + 4 <= text.length(); i++) {
      if ((text.startsWith("19", i) || text.startsWith("20", i))
          && Character.isDigit(text.charAt(i + 2))
          && Character.isDigit(text.charAt(i + 3))
          && (i + 4 == text.length() || !Character.isDigit(text.charAt(i + 4)))) {
        return true;
      }
    }
    return false;
  }

  private static String start(Part paragraph) {
    return paragraph.string(SHORT + 1).toLowerCase(Locale.ROOT);
  }

  private static boolean starts(String text, String[] phrases) {
    for (String phrase : phrases) {
      if (text.startsWith(phrase)) {
        return true;
      }
    }
    return false;
  }
}
