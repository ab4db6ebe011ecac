package dev.arachne.http2;

import dev.arachne.protocol.Headers;
import dev.arachne.protocol.ProtocolViolation;
import dev.arachne.protocol.ResponseHead;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules for the fields of a response (RFC 9113 8.2 and 8.3). Pure.
 *
 * <p>A value may begin or end with white space, against 8.2.1: servers pass values on unchanged,
 * and all browsers accept it.
 */
final class ResponseFields {

  private static final byte[] STATUS = ":status".getBytes(StandardCharsets.ISO_8859_1);

  private static final String[] OF_CONNECTION = {
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"
  };

  /** For each byte, whether a name may have it. Upper case is not allowed (8.2.1). */
  private static final boolean[] OF_NAMES = new boolean[256];

  static {
    "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz".chars().forEach(c -> OF_NAMES[c] = true);
  }

  private ResponseFields() {}

  /** The rule that the fields of a head break, or null. */
  static @Nullable ProtocolViolation headFault(FieldSection section) {
    boolean isHead =
        section.count() > 0
            && section.isPseudo(0)
            && is(section, STATUS)
            && section.valueTo(0) - section.valueFrom(0) == 3;
    if (!isHead) {
      return ProtocolViolation.PSEUDO_FIELD;
    }
    int status = status(section);
    return status < 100 ? ProtocolViolation.STATUS_CODE : fieldsFault(section, 1);
  }

  /** The rule that the fields of a trailer section break, or null. */
  static @Nullable ProtocolViolation trailersFault(FieldSection section) {
    return fieldsFault(section, 0);
  }

  /** The head of a section whose fields break no rule. */
  static ResponseHead head(FieldSection section) {
    return ResponseHead.ofHttp2(status(section), section.headers(1));
  }

  /**
   * The length that a head announces: -1 if absent, -2 if it is not a valid length or differs
   * between fields.
   */
  static long contentLength(Headers headers) {
    long length = -1;
    for (String each : headers.all("content-length")) {
      for (String element : each.split(",", -1)) {
        String digits = element.strip();
        boolean isNumber =
            !digits.isEmpty()
                && digits.length() < 19
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        long value = isNumber ? Long.parseLong(digits) : -2;
        if (value < 0 || (length >= 0 && value != length)) {
          return -2;
        }
        length = value;
      }
    }
    return length;
  }

  /** Three digits as a number; below zero if they are others. */
  private static int status(FieldSection section) {
    int status = 0;
    for (int i = section.valueFrom(0); i < section.valueTo(0); i++) {
      int digit = section.bytes()[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      status = 10 * status + digit;
    }
    return status;
  }

  private static @Nullable ProtocolViolation fieldsFault(FieldSection section, int from) {
    byte[] bytes = section.bytes();
    for (int i = from; i < section.count(); i++) {
      if (section.isPseudo(i)) {
        return ProtocolViolation.PSEUDO_FIELD;
      }
      int nameFrom = section.nameFrom(i);
      int nameTo = section.nameTo(i);
      if (nameFrom == nameTo) {
        return ProtocolViolation.FIELD_NAME;
      }
      for (int at = nameFrom; at < nameTo; at++) {
        if (!OF_NAMES[bytes[at] & 0xFF]) {
          return ProtocolViolation.FIELD_NAME;
        }
      }
      for (int at = section.valueFrom(i); at < section.valueTo(i); at++) {
        if (bytes[at] == 0 || bytes[at] == '\r' || bytes[at] == '\n') {
          return ProtocolViolation.FIELD_VALUE;
        }
      }
      if (isOfConnection(bytes, nameFrom, nameTo)) {
        return ProtocolViolation.CONNECTION_FIELD;
      }
    }
    return null;
  }

  private static boolean isOfConnection(byte[] bytes, int from, int to) {
    for (String name : OF_CONNECTION) {
      if (name.length() == to - from && name.charAt(0) == bytes[from]) {
        String its = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        if (its.equals(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean is(FieldSection section, byte[] name) {
    int from = section.nameFrom(0);
    return Arrays.equals(section.bytes(), from, section.nameTo(0), name, 0, name.length);
  }
}
