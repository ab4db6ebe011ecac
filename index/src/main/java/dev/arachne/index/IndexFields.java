package dev.arachne.index;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.apache.lucene.util.BytesRef;

/** The fields of an index, and the form of its keys. */
final class IndexFields {
  /** The form of an index: one with another number is rebuilt. */
  static final String FORM = "2";

  // Keys.
  static final String KIND = "kind";
  static final String ID = "id";
  static final String LINK = "link";
  static final String SITE = "site";
  static final String TYPE = "type";
  static final String LANGUAGE = "lang";
  static final String NAME = "name";

  // Texts.
  static final String TITLE = "title";
  static final String HEADINGS = "headings";
  static final String URL = "url";
  static final String TEXT = "text";
  static final String ANCHOR = "anchor";

  // Values.
  static final String DATE = "date";
  static final String FETCHED = "fetched";
  static final String POSITION = "position";
  static final String DIGEST = "digest";
  static final String SIM_HASH = "simhash";
  static final String HOST = "host";
  static final String SECTION = "section";
  static final String LEADS = "leads";
  static final String LINKING_PAGES = "linkingPages";
  static final String LINKING_HOSTS = "linkingHosts";
  static final String PASSAGE_FROM = "from";
  static final String PASSAGE_TO = "to";

  // Vectors.
  static final String VECTOR = "vector";

  /** The key of the page that a vector is of. */
  static final String OF = "of";

  // Kinds.
  static final String PAGE = "page";
  static final String MOVED = "moved";
  static final String ANCHORS = "anchors";
  static final String PASSAGE = "passage";

  /** The byte between the key of a link's target and its text. */
  static final byte BETWEEN = 0;

  /** Characters of a URL that are a key as they are. */
  private static final int LONGEST_KEY = 1_000;

  private IndexFields() {}

  /** The key of a URL: itself, unless it is very long. */
  static String key(String url) {
    return url.length() <= LONGEST_KEY
        ? url
        : url.substring(0, LONGEST_KEY) + "#" + digest(url.getBytes(StandardCharsets.UTF_8));
  }

  /** The part of a term of {@link #LINK} that is the key of a URL. */
  static BytesRef target(BytesRef link) {
    int end = link.offset;
    while (link.bytes[end] != BETWEEN) {
      end++;
    }
    return new BytesRef(link.bytes, link.offset, end - link.offset);
  }

  /** The part of a term of {@link #LINK} that is the text of the link. */
  static String text(BytesRef link, int targetLength) {
    int from = link.offset + targetLength + 1;
    return new String(link.bytes, from, link.length - targetLength - 1, StandardCharsets.UTF_8);
  }

  /** SHA-256 of bytes, by which they are known again. */
  static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }
}
