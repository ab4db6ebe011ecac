package dev.arachne.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Values of options as texts, by the names of the options: an object of JSON. Immutable.
 *
 * <p>JSON is written by hand, since every crawl in a directory writes it at the start. It is read
 * by a library, which is loaded only for a crawl that resumes or is inspected.
 */
public record OptionValues(Map<String, List<String>> byName) {
  public static final OptionValues NONE = new OptionValues(Map.of());

  /** How much of a value a message or a log shows. */
  private static final int SHOWN = 40;

  /**
   * The values in {@code options} of {@code which} options. Lists come last: a launcher reads the
   * lines of this object up to the one it needs, which is not a list.
   */
  public static OptionValues of(CrawlOptions options, Predicate<CrawlOption<?>> which) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    Map<String, List<String>> lists = new LinkedHashMap<>();
    for (CrawlOption<?> option : OptionTable.ALL) {
      List<String> texts = which.test(option) ? texts(option, options) : List.of();
      if (!texts.isEmpty() || (which.test(option) && isUsuallySome(option))) {
        boolean isList = option.type().shape() == OptionType.Shape.LIST;
        (isList ? lists : values).put(option.name(), texts);
      }
    }
    values.putAll(lists);
    return new OptionValues(values);
  }

  /** The values that a directory keeps. */
  public static OptionValues kept(CrawlOptions options) {
    return of(
        options,
        option ->
            option.weight() == CrawlOption.Weight.IDENTIFIES
                || option.weight() == CrawlOption.Weight.CHANGEABLE);
  }

  /** Whether the option's default has texts, so that a value without texts must be written. */
  private static <T> boolean isUsuallySome(CrawlOption<T> option) {
    return !option.type().texts(option.usual()).isEmpty();
  }

  private static <T> List<String> texts(CrawlOption<T> option, CrawlOptions options) {
    return option.type().texts(option.of(options));
  }

  /**
   * A builder of options with these values, and the usual ones for all others.
   *
   * @throws IllegalArgumentException if one cannot be, or is of an option that there is not
   */
  public CrawlOptions.Builder builder() {
    CrawlOptions.Builder builder = CrawlOptions.crawlOf();
    byName.forEach((name, texts) -> {
      CrawlOption<?> option = OptionTable.named(name);
      if (option == null) {
        throw new IllegalArgumentException(name + ": there is no such option");
      }
      option.read(texts, builder);
    });
    return builder;
  }

  /** The names of the options of this weight that differ from {@code others}. */
  public List<String> difference(OptionValues others, CrawlOption.Weight... weights) {
    List<String> names = new ArrayList<>();
    for (CrawlOption<?> option : OptionTable.ALL) {
      String name = option.name();
      if (List.of(weights).contains(option.weight())
          && !orUsual(option).equals(others.orUsual(option))) {
        names.add(name);
      }
    }
    return names;
  }

  /** The texts of an option; those of its default if an earlier version knew no such option. */
  private <T> List<String> orUsual(CrawlOption<T> option) {
    List<String> texts = byName.get(option.name());
    return texts == null ? option.type().texts(option.usual()) : texts;
  }

  /** The texts of an option's value; none if it is not there. */
  public List<String> of(String name) {
    return byName.getOrDefault(name, List.of());
  }

  /** A value in a line: {@code none} if there is no text, cut if it is long. */
  public String shown(String name) {
    var text = new StringBuilder();
    for (String each : of(name)) {
      text.append(text.isEmpty() ? "" : ", ").append(each);
      if (text.length() > SHOWN) {
        text.setLength(SHOWN);
        return text + "...";
      }
    }
    return text.isEmpty() ? "none" : text.toString().replace('\n', ' ');
  }

  /** Writes an object of JSON over several lines, of which all but the first are indented. */
  public void write(StringBuilder json, String indent) {
    json.append("{");
    String separator = "\n";
    for (Map.Entry<String, List<String>> entry : byName.entrySet()) {
      json.append(separator).append(indent).append("  ");
      JsonText.quote(json, entry.getKey());
      json.append(": ");
      write(json, entry, indent + "  ");
      separator = ",\n";
    }
    json.append("\n").append(indent).append("}");
  }

  private static void write(
      StringBuilder json, Map.Entry<String, List<String>> entry, String indent) {
    CrawlOption<?> option = OptionTable.named(entry.getKey());
    switch (option == null ? OptionType.Shape.LIST : option.type().shape()) {
      case NUMBER -> JsonText.number(json, entry.getValue().getLast());
      case TEXT -> JsonText.quote(json, entry.getValue().getLast());
      case LIST -> {
        json.append("[");
        String separator = "\n";
        for (String text : entry.getValue()) {
          json.append(separator).append(indent).append("  ");
          JsonText.quote(json, text);
          separator = ",\n";
        }
        json.append("\n").append(indent).append("]");
      }
    }
  }

  /**
   * Reads the form that {@link #write} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static OptionValues read(String json) {
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      return read(parser);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  /** Reads an object whose first brace was read. */
  public static OptionValues read(JsonParser json) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String name = json.nextName(); name != null; name = json.nextName()) {
      List<String> texts = new ArrayList<>();
      if (json.nextToken() == JsonToken.START_ARRAY) {
        while (json.nextToken() != JsonToken.END_ARRAY) {
          texts.add(json.getString());
        }
      } else {
        texts.add(json.getString());
      }
      values.put(name, List.copyOf(texts));
    }
    return new OptionValues(values);
  }
}
