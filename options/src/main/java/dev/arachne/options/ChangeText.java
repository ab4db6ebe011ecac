package dev.arachne.options;

import dev.arachne.ledger.Change;
import dev.arachne.url.CrawlUrl;
import dev.arachne.url.Origin;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Changes of a crawl that runs, as users type them. */
public final class ChangeText {
  /** The valid forms, for help texts. */
  public static final String FORMS =
      "pause, resume, stop, exclude=REGEX, open=TEMPLATE, delay=TIME, delay=HOST:TIME,"
          + " max-pages=N, max-depth=N, undo, undo=N";

  private static final OptionType<Integer> NUMBER = OptionType.count(1);
  private static final OptionType<Integer> DEPTH = OptionType.count(0);

  private ChangeText() {}

  /**
   * The change that a user means.
   *
   * @throws UsageException if the text is not a change; the message has the valid forms
   */
  public static Change parse(String text) throws UsageException {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    try {
      return equals < 0 ? word(name) : change(name, text.substring(equals + 1));
    } catch (IllegalArgumentException e) {
      throw new UsageException(name, String.valueOf(e.getMessage()));
    }
  }

  private static Change word(String name) {
    return switch (name) {
      case "pause" -> new Change.Pause();
      case "resume" -> new Change.Resume();
      case "stop" -> new Change.Stop();
      case "undo" -> new Change.Undo(OptionalInt.empty());
      default -> throw unknown();
    };
  }

  private static Change change(String name, String value) {
    return switch (name) {
      case "exclude" -> exclude(value);
      case "open" -> open(value);
      case "delay" -> delay(value);
      case "max-pages", "limit" -> new Change.MaxPages(count(value));
      case "max-depth", "depth" -> new Change.MaxDepth(DEPTH.typed(value));
      case "undo" -> new Change.Undo(OptionalInt.of(NUMBER.typed(value)));
      default -> throw unknown();
    };
  }

  private static IllegalArgumentException unknown() {
    return new IllegalArgumentException("is not a change; use one of " + FORMS);
  }

  private static long count(String value) {
    return NumberTypes.number(value, 1, Long.MAX_VALUE);
  }

  private static Change exclude(String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a pattern is needed, as in exclude=/calendar/");
    }
    OptionType.patterns().read(List.of(value));
    return new Change.Exclude(value);
  }

  private static Change open(String value) {
    if (value.isEmpty()) {
      throw new IllegalArgumentException("a template is needed, as in open=/calendar/#/#");
    }
    return new Change.Open(value);
  }

  private static Change delay(String value) {
    int colon = value.lastIndexOf(':');
    Duration time = OptionType.time().typed(value.substring(colon + 1));
    Optional<String> host =
        colon < 0 ? Optional.empty() : Optional.of(host(value.substring(0, colon)));
    return new Change.Delay(host, time);
  }

  /** A host as URLs carry it, with its port if one was typed. */
  private static String host(String typed) {
    boolean isPlain =
        !typed.isEmpty()
            && Arrays.stream(new String[] {"/", "@", "?", "#"}).noneMatch(typed::contains);
    if (!isPlain || !(CrawlUrl.parse("http://" + typed + "/") instanceof CrawlUrl url)) {
      throw new IllegalArgumentException(
          "'"
              + typed
              + "' is not a host name; use delay=TIME, or delay=HOST:TIME as in example.com:2s");
    }
    Origin origin = url.origin();
    boolean hasPort = typed.matches(".*:[0-9]+");
    return hasPort ? HostTable.key(origin.host(), origin.port()) : origin.host();
  }
}
