package dev.arachne.robots;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The purposes for which a site allows the use of its content, and those for which it does not;
 * other purposes are unknown. Immutable.
 *
 * @param stated the purposes that are named, and whether each is allowed
 */
public record UsagePreferences(Map<Purpose, Boolean> stated) {
  /** No preferences. */
  public static final UsagePreferences NONE = new UsagePreferences(Map.of());

  /** Takes a copy of the map. */
  public UsagePreferences {
    stated = Map.copyOf(stated);
  }

  /** The vocabularies of preferences: in robots.txt and in headers of the same name. */
  public enum Vocabulary {
    /** {@code train-ai=n, search=y}: draft-ietf-aipref-vocab-08, draft-ietf-aipref-attach-05. */
    CONTENT_USAGE("Content-Usage", "y", "n") {
      @Override
      Optional<Purpose> purpose(String key) {
        return switch (key) {
          case "search" -> Optional.of(Purpose.SEARCH);
          case "ai-use" -> Optional.of(Purpose.AI_INPUT);
          case "train-ai" -> Optional.of(Purpose.AI_TRAIN);
          default -> Optional.empty();
        };
      }
    },
    /** {@code search=yes, ai-train=no}: draft-romm-aipref-contentsignals-00. */
    CONTENT_SIGNAL("Content-Signal", "yes", "no") {
      @Override
      Optional<Purpose> purpose(String key) {
        return switch (key) {
          case "search" -> Optional.of(Purpose.SEARCH);
          case "ai-input" -> Optional.of(Purpose.AI_INPUT);
          case "ai-train" -> Optional.of(Purpose.AI_TRAIN);
          default -> Optional.empty();
        };
      }
    };

    private final String field;
    private final String yes;
    private final String no;

    Vocabulary(String field, String yes, String no) {
      this.field = field;
      this.yes = yes;
      this.no = no;
    }

    /** The name of the header. */
    public String field() {
      return field;
    }

    abstract Optional<Purpose> purpose(String key);

    private Optional<Boolean> answer(String value) {
      if (value.equals(no)) {
        return Optional.of(false);
      }
      return value.equals(yes) ? Optional.of(true) : Optional.empty();
    }
  }

  /**
   * Reads a statement: members of a name, {@code =} and a value, a comma between (RFC 9651 3.2). Of
   * two members of a name the last one counts. Unlike there, a garbled member makes only itself
   * void, so that no refusal is lost.
   */
  public static UsagePreferences parse(Vocabulary vocabulary, String statement) {
    var stated = new EnumMap<Purpose, Boolean>(Purpose.class);
    for (String member : statement.toLowerCase(Locale.ROOT).split(",", -1)) {
      int equals = member.indexOf('=');
      if (equals >= 0) {
        String value = member.substring(equals + 1).split(";", 2)[0].strip();
        vocabulary
            .purpose(member.substring(0, equals).strip())
            .ifPresent(purpose -> state(purpose, vocabulary.answer(value), stated));
      }
    }
    return new UsagePreferences(stated);
  }

  private static void state(
      Purpose purpose, Optional<Boolean> answer, Map<Purpose, Boolean> stated) {
    answer.ifPresentOrElse(its -> stated.put(purpose, its), () -> stated.remove(purpose));
  }

  /** The preferences of all headers of a vocabulary, in order. */
  public static UsagePreferences ofHeaders(Vocabulary vocabulary, List<String> values) {
    return values.isEmpty() ? NONE : parse(vocabulary, String.join(",", values));
  }

  /** Whether the use of content for a purpose is refused. */
  public boolean refuse(Purpose purpose) {
    return Boolean.FALSE.equals(stated.get(purpose));
  }
}
