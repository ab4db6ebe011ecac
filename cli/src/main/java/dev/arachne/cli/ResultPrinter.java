package dev.arachne.cli;

import dev.arachne.index.SearchFacet;
import dev.arachne.index.SearchHit;
import dev.arachne.index.SearchResults;
import dev.arachne.index.Snippet;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Quantity;
import dev.arachne.terminal.TerminalText;
import java.util.List;
import tools.jackson.core.JsonGenerator;

/** Results of a search as text for people, or as JSON. */
final class ResultPrinter {
  private static final String BOLD = "\u001B[1m";
  private static final String PLAIN = "\u001B[0m";
  private static final int SIZE = 10;

  private final boolean isTerminal;

  /** Prints for a terminal, where words are bold, or as plain text. */
  ResultPrinter(boolean isTerminal) {
    this.isTerminal = isTerminal;
  }

  String text(SearchResults results) {
    var text = new StringBuilder();
    results.remark().ifPresent(it -> text.append(TerminalText.escaped(it)).append("\n\n"));
    int number = (results.page() - 1) * SIZE;
    for (SearchHit hit : results.hits()) {
      number++;
      String title = hit.title().isEmpty() ? hit.url() : hit.title();
      text.append("%3d. %s%n".formatted(number, bold(TerminalText.escaped(title))));
      text.append("     ").append(TerminalText.escaped(hit.url())).append('\n');
      if (!hit.snippet().text().isEmpty()) {
        text.append("     ").append(marked(hit.snippet())).append('\n');
      }
      if (hit.alike() > 0) {
        text.append(
            "     and %s that %s nearly the same%n"
                .formatted(Quantity.count(hit.alike()), hit.alike() == 1 ? "says" : "say"));
      }
      text.append('\n');
    }
    text.append(sum(results)).append('\n');
    results.facets().forEach(facet -> text.append(text(facet)));
    return text.toString();
  }

  private static String sum(SearchResults results) {
    if (results.total() == 0) {
      return "no page matches";
    }
    String pages =
        (results.counted() == SearchResults.Counted.EXACTLY ? "" : "more than ")
            + Quantity.count(results.total())
            + (results.total() == 1 ? " page matches" : " pages match");
    if (results.page() > results.pages()) {
      return pages + "; --page " + results.pages() + " is the last";
    }
    return results.pages() == 1
        ? pages
        : pages
            + "; page %d of %d".formatted(results.page(), results.pages())
            + (results.page() < results.pages() ? ", --page " + (results.page() + 1) : "");
  }

  private String text(SearchFacet facet) {
    var text = new StringBuilder("\n").append(bold(facet.name())).append('\n');
    for (SearchFacet.Value value : facet.values()) {
      text.append(
          "%9s  %s:%s%n"
              .formatted(
                  Quantity.count(value.pages()),
                  facet.name(),
                  TerminalText.escaped(value.value())));
    }
    return text.toString();
  }

  private String bold(String escaped) {
    return isTerminal ? BOLD + escaped + PLAIN : escaped;
  }

  private String marked(Snippet snippet) {
    var text = new StringBuilder();
    int from = 0;
    for (Snippet.Mark mark : snippet.marks()) {
      text.append(TerminalText.escaped(snippet.text().substring(from, mark.from())));
      text.append(bold(TerminalText.escaped(snippet.text().substring(mark.from(), mark.to()))));
      from = mark.to();
    }
    return text.append(TerminalText.escaped(snippet.text().substring(from))).toString();
  }

  static String json(SearchResults results) {
    return JsonLine.of(object -> write(results, object));
  }

  /** The same of several indexes, with the parts that are missing. */
  static String json(SearchResults results, List<String> missing) {
    return JsonLine.of(object -> {
      write(results, object);
      object.writeArrayPropertyStart("missing");
      missing.forEach(object::writeString);
      object.writeEndArray();
    });
  }

  private static void write(SearchResults results, JsonGenerator object) {
    object.writeNumberProperty("total", results.total());
    object.writeBooleanProperty("exact", results.counted() == SearchResults.Counted.EXACTLY);
    object.writeNumberProperty("page", results.page());
    object.writeNumberProperty("pages", results.pages());
    results.remark().ifPresent(it -> object.writeStringProperty("remark", it));
    object.writeArrayPropertyStart("hits");
    results.hits().forEach(hit -> write(hit, object));
    object.writeEndArray();
    if (!results.facets().isEmpty()) {
      object.writeObjectPropertyStart("facets");
      results.facets().forEach(facet -> write(facet, object));
      object.writeEndObject();
    }
  }

  private static void write(SearchHit hit, JsonGenerator object) {
    object.writeStartObject();
    object.writeStringProperty("url", hit.url());
    object.writeStringProperty("title", hit.title());
    object.writeStringProperty("snippet", hit.snippet().text());
    object.writeArrayPropertyStart("marks");
    for (Snippet.Mark mark : hit.snippet().marks()) {
      object.writeStartArray();
      object.writeNumber(mark.from());
      object.writeNumber(mark.to());
      object.writeEndArray();
    }
    object.writeEndArray();
    object.writeNumberProperty("score", hit.score());
    object.writeStringProperty("fetched", hit.fetchTime().toString());
    object.writeStringProperty("language", hit.language());
    object.writeStringProperty("type", hit.mediaType());
    object.writeStringProperty("digest", hit.digest());
    object.writeNumberProperty("position", hit.position());
    object.writeNumberProperty("linkingPages", hit.linkingPages());
    object.writeNumberProperty("alike", hit.alike());
    object.writeEndObject();
  }

  private static void write(SearchFacet facet, JsonGenerator object) {
    object.writeObjectPropertyStart(facet.name());
    facet.values().forEach(value -> object.writeNumberProperty(value.value(), value.pages()));
    object.writeEndObject();
  }
}
