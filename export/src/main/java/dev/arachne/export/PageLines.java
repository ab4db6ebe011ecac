package dev.arachne.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.arachne.content.Chunk;
import dev.arachne.content.Chunks;
import dev.arachne.content.Heading;
import dev.arachne.content.PageContent;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The form of a page as lines of JSON. Immutable.
 *
 * @param most tokens of a chunk, for a line for each; 0 for one line of a whole page
 */
public record PageLines(int most) {
  /** A line for each page. */
  public static final PageLines WHOLE = new PageLines(0);

  private static final JsonFactory JSON = new JsonFactory();

  /** Lines of pages, or of chunks of at least {@link Chunks#LEAST} tokens. */
  public PageLines {
    if (most != 0 && most < Chunks.LEAST) {
      throw new IllegalArgumentException(most + " tokens of a chunk");
    }
  }

  /** The name of the form in a state. */
  String form() {
    return most == 0 ? "lines of JSON" : "lines of JSON, chunks of " + most + " tokens";
  }

  /** The lines of a page, each with its end. */
  byte[] of(PageProvenance facts, PageContent content) {
    var bytes = new ByteArrayOutputStream();
    if (most == 0) {
      line(bytes, json -> whole(json, facts, content));
      return bytes.toByteArray();
    }
    List<Chunk> chunks = Chunks.of(content, most);
    for (int i = 0; i < chunks.size(); i++) {
      int number = i;
      line(bytes, json -> chunk(json, facts, content, chunks, number));
    }
    return bytes.toByteArray();
  }

  private static void line(
      ByteArrayOutputStream bytes, java.util.function.Consumer<JsonGenerator> properties) {
    try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      json.writeStartObject();
      properties.accept(json);
      json.writeEndObject();
    }
    bytes.write('\n');
  }

  private static void whole(JsonGenerator json, PageProvenance facts, PageContent content) {
    json.writeStringProperty("url", facts.url());
    facts(json, facts, content);
    property(json, "description", content.description());
    property(json, "author", content.author());
    property(json, "published", content.published());
    property(json, "modified", content.modified());
    content.canonical().ifPresent(url -> json.writeStringProperty("canonical", url.toString()));
    json.writeStringProperty("simHash", HexFormat.of().toHexDigits(content.simHash()));
    json.writeNumberProperty("tokens", Chunks.tokens(content.markdown()));
    json.writeArrayPropertyStart("headings");
    for (Heading heading : content.headings()) {
      json.writeStartObject();
      json.writeNumberProperty("level", heading.level());
      json.writeStringProperty("text", wellFormed(heading.text()));
      property(json, "anchor", heading.anchor());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeStringProperty("markdown", wellFormed(content.markdown()));
    json.writeStringProperty("text", wellFormed(content.text()));
  }

  private static void chunk(
      JsonGenerator json,
      PageProvenance facts,
      PageContent content,
      List<Chunk> chunks,
      int number) {
    Chunk chunk = chunks.get(number);
    json.writeStringProperty("url", facts.url());
    property(json, "anchor", chunk.anchor());
    facts(json, facts, content);
    json.writeNumberProperty("chunk", number + 1);
    json.writeNumberProperty("chunks", chunks.size());
    json.writeNumberProperty("tokens", chunk.tokens());
    json.writeArrayPropertyStart("path");
    chunk.path().forEach(heading -> json.writeString(wellFormed(heading)));
    json.writeEndArray();
    json.writeStringProperty("markdown", wellFormed(chunk.text()));
  }

  private static void facts(JsonGenerator json, PageProvenance facts, PageContent content) {
    property(json, "title", content.title());
    json.writeStringProperty("fetched", facts.fetched().toString());
    property(json, "digest", facts.digest());
    property(json, "language", content.language());
  }

  private static void property(JsonGenerator json, String name, String value) {
    if (!value.isEmpty()) {
      json.writeStringProperty(name, wellFormed(value));
    }
  }

  /** Replaces lone surrogates, at which the writer fails, with "?", as in the note of a page. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }
}
