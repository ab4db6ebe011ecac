package dev.arachne.crawl;

import dev.arachne.items.Item;
import dev.arachne.url.CrawlUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of URLs in outputs: a page of a served folder has its path, never the port of the day.
 */
record UrlDisplay(List<FolderServer> folders) {
  UrlDisplay {
    folders = List.copyOf(folders);
  }

  String display(String text) {
    String shown = text;
    for (FolderServer folder : folders) {
      shown = folder.display(shown);
    }
    return shown;
  }

  /** Returns {@code item} with its URLs as users know them. */
  Item display(Item item) {
    if (folders.isEmpty()) {
      return item;
    }
    Map<String, Object> values = new LinkedHashMap<>(item.values());
    values.replaceAll((_, value) ->
        value instanceof List<?> list ? list.stream().map(this::shown).toList() : shown(value));
    return new Item(values);
  }

  private Object shown(Object value) {
    return value instanceof CrawlUrl url ? display(url.toString()) : value;
  }
}
