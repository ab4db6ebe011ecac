package dev.arachne.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the answer of an endpoint: {@code {"data":[{"index":0, "embedding":[...]}, ...]}}. */
final class EmbeddingAnswer {
  private static final JsonFactory JSON = new JsonFactory();

  private final float[] @Nullable [] vectors;
  private int next;

  private EmbeddingAnswer(int texts) {
    this.vectors = new float[texts][];
  }

  /**
   * The vectors in the order of the texts.
   *
   * @throws IllegalArgumentException if it is something else; the message has the difference
   */
  static List<float[]> read(byte[] body, int texts) {
    var answer = new EmbeddingAnswer(texts);
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), body)) {
      require(json.nextToken() == JsonToken.START_OBJECT, "it is not a JSON object");
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        boolean isData = json.currentName().equals("data");
        JsonToken value = json.nextToken();
        if (isData && value == JsonToken.START_ARRAY) {
          answer.readData(json);
        } else {
          json.skipChildren();
        }
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException("it is not JSON", e);
    }
    return answer.whole();
  }

  private void readData(JsonParser json) {
    while (json.nextToken() == JsonToken.START_OBJECT) {
      int index = next;
      float[] vector = null;
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        JsonToken value = json.nextToken();
        if (name.equals("embedding") && value == JsonToken.START_ARRAY) {
          vector = numbers(json);
        } else if (name.equals("index") && value == JsonToken.VALUE_NUMBER_INT) {
          index = json.getIntValue();
        } else {
          json.skipChildren();
        }
      }
      require(vector != null, "an entry has no list of numbers as its embedding");
      require(index >= 0 && index < vectors.length, "it has more vectors than there are texts");
      require(vectors[index] == null, "a text has two vectors");
      vectors[index] = vector;
      next = index + 1;
    }
  }

  private static float[] numbers(JsonParser json) {
    float[] numbers = new float[1 << 9];
    int length = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(json.currentToken().isNumeric(), "an embedding has something that is no number");
      require(length < UnitVectors.MOST_DIMENSIONS, "a vector has too many numbers");
      if (length == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * length);
      }
      numbers[length++] = json.getFloatValue();
    }
    return Arrays.copyOf(numbers, length);
  }

  private List<float[]> whole() {
    List<float[]> whole = new ArrayList<>();
    for (float[] vector : vectors) {
      require(vector != null, "it has fewer vectors than there are texts");
      whole.add(Objects.requireNonNull(vector));
    }
    return whole;
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
