package dev.arachne.browser;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A request of a page. Immutable.
 *
 * @param url as the browser writes it, with any scheme
 * @param method such as GET
 * @param kind the purpose of the request
 * @param fields header fields that the browser would send
 */
public record PageRequest(String url, String method, Kind kind, List<Field> fields) {
  /** Fields that a page may not set, or that a client sets itself. */
  private static final Set<String> OF_CLIENT =
      Set.of(
          "accept-encoding",
          "connection",
          "content-length",
          "cookie",
          "host",
          "proxy-authorization",
          "range",
          "te",
          "transfer-encoding",
          "upgrade",
          "upgrade-insecure-requests",
          "user-agent");

  public PageRequest {
    fields = List.copyOf(fields);
  }

  /** The fields to send: without those that a page may not set, or that a client sets itself. */
  public List<Field> sentFields() {
    return fields.stream()
        .filter(field -> {
          String name = field.name().toLowerCase(Locale.ROOT);
          return !OF_CLIENT.contains(name) && !name.startsWith("sec-") && !name.startsWith(":");
        })
        .toList();
  }

  /** The reason to refuse such a request, regardless of its URL; empty if it is not. */
  public Optional<String> refusal(BrowserOptions options) {
    return switch (kind) {
      case PICTURE ->
          options.takesPictures() ? ofMethod() : Optional.of("pictures and fonts make no links");
      case MEDIA -> Optional.of("audio and video make no links");
      case STREAM -> Optional.of("streams of events are not opened");
      case FRAME, STYLE, SCRIPT, DATA, OTHER -> ofMethod();
    };
  }

  private Optional<String> ofMethod() {
    return method.equals("GET") ? Optional.empty() : Optional.of(method + " is not sent");
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
