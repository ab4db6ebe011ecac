package dev.arachne.browser;

import java.util.List;

/**
 * A request of a page. Immutable.
 *
 * @param url as the browser writes it, with any scheme
 * @param method such as GET
 * @param kind the purpose of the request
 * @param fields header fields that the browser would send
 */
public record PageRequest(String url, String method, Kind kind, List<Field> fields) {
  public PageRequest {
    fields = List.copyOf(fields);
  }

  /** A header field. */
  public record Field(String name, String value) {}

  /** The purpose of a request. */
  public enum Kind {
    /** The document of a frame within the page. */
    FRAME,
    /** A style sheet. */
    STYLE,
    /** A script. */
    SCRIPT,
    /** Data for a script: XMLHttpRequest, fetch. */
    DATA,
    /** An image, an icon, a font, audio or video: it does not affect links. */
    PICTURE,
    /** Audio or video, or their subtitles. */
    MEDIA,
    /** A stream of events, which never ends. */
    STREAM,
    /** Other purposes: workers, manifests, reports. */
    OTHER;

    /** The kind with this name in the protocol, which has no names for streams and icons. */
    static Kind of(String resourceType, List<Field> fields) {
      String accepted =
          fields.stream()
              .filter(field -> field.name().equalsIgnoreCase("Accept"))
              .map(Field::value)
              .findFirst()
              .orElse("");
      if (accepted.equals("text/event-stream")) {
        return STREAM;
      }
      if (accepted.startsWith("image/")) {
        return PICTURE;
      }
      return switch (resourceType) {
        case "Document" -> FRAME;
        case "Stylesheet" -> STYLE;
        case "Script" -> SCRIPT;
        case "XHR", "Fetch" -> DATA;
        case "Image", "Font" -> PICTURE;
        case "Media", "TextTrack" -> MEDIA;
        case "EventSource", "WebSocket" -> STREAM;
        default -> OTHER;
      };
    }
  }
}
