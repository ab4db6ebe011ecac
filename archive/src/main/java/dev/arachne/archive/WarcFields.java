package dev.arachne.archive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The named fields of a WARC record, in order, WARC 1.1 section 5. Names are looked up without
 * regard to case, and a name may occur several times. Values may have any characters but the ends
 * of lines and other controls. Immutable.
 *
 * @param list the fields, in order
 */
public record WarcFields(List<Field> list) {
  public static final String TYPE = "WARC-Type";
  public static final String RECORD_ID = "WARC-Record-ID";
  public static final String DATE = "WARC-Date";
  public static final String CONTENT_LENGTH = "Content-Length";
  public static final String CONTENT_TYPE = "Content-Type";
  public static final String CONCURRENT_TO = "WARC-Concurrent-To";
  public static final String BLOCK_DIGEST = "WARC-Block-Digest";
  public static final String PAYLOAD_DIGEST = "WARC-Payload-Digest";
  public static final String IP_ADDRESS = "WARC-IP-Address";
  public static final String REFERS_TO = "WARC-Refers-To";
  public static final String REFERS_TO_TARGET_URI = "WARC-Refers-To-Target-URI";
  public static final String REFERS_TO_DATE = "WARC-Refers-To-Date";
  public static final String TARGET_URI = "WARC-Target-URI";
  public static final String TRUNCATED = "WARC-Truncated";
  public static final String WARCINFO_ID = "WARC-Warcinfo-ID";
  public static final String FILENAME = "WARC-Filename";
  public static final String PROFILE = "WARC-Profile";
  public static final String IDENTIFIED_PAYLOAD_TYPE = "WARC-Identified-Payload-Type";
  public static final String SEGMENT_NUMBER = "WARC-Segment-Number";
  public static final String SEGMENT_ORIGIN_ID = "WARC-Segment-Origin-ID";
  public static final String SEGMENT_TOTAL_LENGTH = "WARC-Segment-Total-Length";

  /** A protocol of the exchange, one a field, such as {@code http/1.1} and {@code tls/1.3}. */
  public static final String PROTOCOL = "WARC-Protocol";

  /** The cipher suite of the connection, by its IANA name. */
  public static final String CIPHER_SUITE = "WARC-Cipher-Suite";

  /** The value of {@link #PROFILE} of a revisit with the payload of an earlier record. */
  public static final String IDENTICAL_PAYLOAD =
      "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";

  /** The value of {@link #PROFILE} of a revisit after an answer of 304, not modified. */
  public static final String NOT_MODIFIED =
      "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

  /** Takes a copy of the list. */
  public WarcFields {
    list = List.copyOf(list);
  }

  /**
   * A field and its value.
   *
   * @param name as it is written
   * @param value without white space around it
   */
  public record Field(String name, String value) {

    /** Checks that the field fits on a line. */
    public Field {
      if (!isName(name)) {
        throw new IllegalArgumentException("not the name of a field: " + name);
      }
      for (int i = 0; i < value.length(); i++) {
        char each = value.charAt(i);
        if (each < ' ' && each != '\t' || each == 0x7f) {
          throw new IllegalArgumentException("a control character in " + name);
        }
      }
    }

    private static boolean isName(String name) {
      for (int i = 0; i < name.length(); i++) {
        char each = name.charAt(i);
        if (each <= ' ' || each >= 0x7f || "()<>@,;:\\\"/[]?={}".indexOf(each) >= 0) {
          return false;
        }
      }
      return !name.isEmpty();
    }
  }

  /** The value of the first field of a name; empty without such a field. */
  public Optional<String> first(String name) {
    for (Field field : list) {
      if (field.name.equalsIgnoreCase(name)) {
        return Optional.of(field.value);
      }
    }
    return Optional.empty();
  }

  /** The values of all fields of a name, in order. */
  public List<String> all(String name) {
    return list.stream()
        .filter(field -> field.name.equalsIgnoreCase(name))
        .map(Field::value)
        .toList();
  }

  /** The type of the record; empty if it is missing, or not of the standard. */
  public Optional<WarcType> type() {
    return first(TYPE).flatMap(WarcType::parse);
  }

  /** Starts a list of fields. */
  public static Builder builder() {
    return new Builder();
  }

  /** Collects fields in order. Confined to one thread. */
  public static final class Builder {
    private final List<Field> list = new ArrayList<>();

    private Builder() {}

    /** Adds a field. */
    public Builder add(String name, String value) {
      list.add(new Field(name, value));
      return this;
    }

    /** Adds a field, if there is a value. */
    public Builder add(String name, Optional<String> value) {
      value.ifPresent(each -> add(name, each));
      return this;
    }

    /** Adds all fields of others. */
    public Builder addAll(WarcFields fields) {
      list.addAll(fields.list);
      return this;
    }

    /** The fields added up to now. */
    public WarcFields build() {
      return new WarcFields(list);
    }
  }
}
