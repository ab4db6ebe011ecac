package dev.arachne.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON (RFC 8259) as values: {@code Map}, {@code List}, {@code String}, {@code Number}, {@code
 * Boolean} and {@link Null}. Texts that nest deeper, or have longer strings, than is allowed are
 * refused. Immutable.
 */
public final class JsonTree {
  private static final JsonFactory WRITER = factory(StreamReadConstraints.defaults());

  private final JsonFactory factory;
  private final Fractions fractions;

  /** The type of numbers with a fraction or an exponent. */
  private enum Fractions {
    DOUBLE,
    DECIMAL
  }

  /**
   * A reader with bounds.
   *
   * @param depth levels of objects and arrays, at most
   * @param characters of one string, at most
   */
  public JsonTree(int depth, int characters) {
    this(depth, characters, Fractions.DOUBLE);
  }

  private JsonTree(int depth, int characters, Fractions fractions) {
    this.factory =
        factory(
            StreamReadConstraints.builder()
                .maxNestingDepth(depth)
                .maxStringLength(characters)
                .build());
    this.fractions = fractions;
  }

  /** A reader that keeps the digits of all numbers: {@link BigDecimal} in place of doubles. */
  public static JsonTree ofDecimals(int depth, int characters) {
    return new JsonTree(depth, characters, Fractions.DECIMAL);
  }

  private static JsonFactory factory(StreamReadConstraints bounds) {
    return JsonFactory.builder()
        .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
        .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
        .streamReadConstraints(bounds)
        .build();
  }

  /** The value null. */
  public enum Null {
    NULL
  }

  /** A text is not JSON, or beyond the bounds. */
  public static final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String message) {
      super(message);
    }
  }

  /** The value of a text in UTF-8. */
  public Object read(byte[] text) throws MalformedException {
    try (JsonParser parser = factory.createParser(ObjectReadContext.empty(), text)) {
      if (parser.nextToken() == null) {
        throw new MalformedException("it is empty");
      }
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new MalformedException("something follows its value");
      }
      return value;
    } catch (JacksonException e) {
      throw new MalformedException(String.valueOf(e.getOriginalMessage()));
    }
  }

  /** The value at the parser's token; as deep as the factory lets it be. */
  private Object value(JsonParser parser) {
    return switch (parser.currentToken()) {
      case START_OBJECT -> {
        Map<String, Object> object = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String name = parser.currentName();
          parser.nextToken();
          object.put(name, value(parser));
        }
        yield object;
      }
      case START_ARRAY -> {
        List<Object> array = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          array.add(value(parser));
        }
        yield array;
      }
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT ->
          fractions == Fractions.DECIMAL ? parser.getDecimalValue() : parser.getNumberValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> Null.NULL;
      default -> parser.getString();
    };
  }

  /** A value in UTF-8, on one line; half of a surrogate pair is written as a question mark. */
  public static byte[] write(Object value) {
    var bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = WRITER.createGenerator(ObjectWriteContext.empty(), bytes)) {
      write(json, value);
    }
    return bytes.toByteArray();
  }

  private static void write(JsonGenerator json, Object value) {
    switch (value) {
      case Map<?, ?> object -> {
        json.writeStartObject();
        object.forEach((name, each) -> {
          json.writeName(String.valueOf(name));
          write(json, each);
        });
        json.writeEndObject();
      }
      case List<?> array -> {
        json.writeStartArray();
        array.forEach(each -> write(json, each));
        json.writeEndArray();
      }
      case Boolean is -> json.writeBoolean(is);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case BigInteger number -> json.writeNumber(number);
      case BigDecimal number -> json.writeNumber(number);
      case Null _ -> json.writeNull();
      default -> json.writeString(wellFormed(value.toString()));
    }
  }

  /** The writer fails on a surrogate that stands alone, which an escape can be of. */
  private static String wellFormed(String text) {
    return new String(text.getBytes(UTF_8), UTF_8);
  }
}
