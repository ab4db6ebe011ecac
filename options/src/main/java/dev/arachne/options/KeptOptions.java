package dev.arachne.options;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The content of the file {@code options} of a crawl's directory. Immutable.
 *
 * @param values the options of the crawl
 * @param folders the ports on which folders are served, by their paths
 * @param itemsBegin where in each of their files the records of the crawl begin; empty before it
 *     has any
 * @param secrets the names of options that it was given and whose values are not kept
 */
public record KeptOptions(
    OptionValues values,
    Map<String, Integer> folders,
    List<Long> itemsBegin,
    List<String> secrets) {
  /** The options of a crawl that has not begun. */
  public static final KeptOptions NONE =
      new KeptOptions(OptionValues.NONE, Map.of(), List.of(), List.of());

  private static final String OPTIONS = "options";
  private static final String FOLDERS = "folders";
  private static final String ITEMS_BEGIN = "items-begin";
  private static final String SECRETS = "secrets";

  public KeptOptions {
    folders = Map.copyOf(folders);
    itemsBegin = List.copyOf(itemsBegin);
    secrets = List.copyOf(secrets);
  }

  /** The kept form of a crawl's options, before the crawl begins. */
  public static KeptOptions of(CrawlOptions options) {
    OptionValues secrets =
        OptionValues.of(options, option -> option.weight() == CrawlOption.Weight.SECRET);
    return new KeptOptions(
        OptionValues.kept(options), Map.of(), List.of(), List.copyOf(secrets.byName().keySet()));
  }

  /** The same with the state of {@code other} that is not options. */
  public KeptOptions withStateOf(KeptOptions other) {
    return new KeptOptions(values, other.folders, other.itemsBegin, secrets);
  }

  public KeptOptions withFolder(String path, int port) {
    Map<String, Integer> more = new LinkedHashMap<>(folders);
    more.put(path, port);
    return new KeptOptions(values, more, itemsBegin, secrets);
  }

  public KeptOptions withItemsBegin(List<Long> at) {
    return new KeptOptions(values, folders, at, secrets);
  }

  /** Members of an object of JSON, each on its lines and with a comma behind it. */
  public String members() {
    var json = new StringBuilder();
    json.append("  \"").append(OPTIONS).append("\": ");
    values.write(json, "  ");
    json.append(",\n");
    if (!folders.isEmpty()) {
      json.append("  \"").append(FOLDERS).append("\": {");
      String separator = "\n    ";
      for (Map.Entry<String, Integer> folder : folders.entrySet()) {
        json.append(separator);
        JsonText.quote(json, folder.getKey());
        json.append(": ").append(folder.getValue());
        separator = ",\n    ";
      }
      json.append("\n  },\n");
    }
    if (!secrets.isEmpty()) {
      json.append("  \"").append(SECRETS).append("\": [\"");
      json.append(String.join("\", \"", secrets)).append("\"],\n");
    }
    if (!itemsBegin.isEmpty()) {
      Object at = itemsBegin.size() == 1 ? itemsBegin.getFirst() : itemsBegin;
      json.append("  \"").append(ITEMS_BEGIN).append("\": ").append(at).append(",\n");
    }
    return json.toString();
  }

  /**
   * Reads the members that {@link #members} wrote from an object.
   *
   * @throws IllegalArgumentException if the text is not such an object
   */
  public static KeptOptions read(String object) {
    KeptOptions kept = NONE;
    try (JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), object)) {
      json.nextToken();
      for (String name = json.nextName(); name != null; name = json.nextName()) {
        json.nextToken();
        switch (name) {
          case OPTIONS ->
              kept =
                  new KeptOptions(
                      OptionValues.read(json), kept.folders, kept.itemsBegin, kept.secrets);
          case FOLDERS -> {
            for (String path = json.nextName(); path != null; path = json.nextName()) {
              json.nextToken();
              kept = kept.withFolder(path, json.getIntValue());
            }
          }
          case SECRETS -> {
            List<String> names = new ArrayList<>();
            while (json.nextToken() != JsonToken.END_ARRAY) {
              names.add(json.getString());
            }
            kept = new KeptOptions(kept.values, kept.folders, kept.itemsBegin, names);
          }
          case ITEMS_BEGIN -> {
            List<Long> at = new ArrayList<>();
            if (json.currentToken() == JsonToken.START_ARRAY) {
              while (json.nextToken() != JsonToken.END_ARRAY) {
                at.add(json.getLongValue());
              }
            } else {
              at.add(json.getLongValue());
            }
            kept = kept.withItemsBegin(at);
          }
          default -> json.skipChildren();
        }
      }
      return kept;
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
