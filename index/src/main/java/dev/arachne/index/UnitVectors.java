package dev.arachne.index;

import dev.arachne.index.EmbeddingException.Kind;
import java.util.ArrayList;
import java.util.List;

/** Vectors of length one: the product of two of them is a measure of their nearness. Pure. */
final class UnitVectors {
  /** Numbers of a vector. */
  static final int MOST_DIMENSIONS = 4_096;

  private UnitVectors() {}

  /**
   * The vectors of some texts, checked: one for each, of one dimension, of finite numbers.
   *
   * @param dimension the numbers of a vector; 0 if any will do
   */
  static List<float[]> of(List<String> texts, Embedding embedding, int dimension)
      throws EmbeddingException {
    List<float[]> vectors = embedding.vectors(texts);
    if (vectors.size() != texts.size()) {
      throw nonsense(embedding, vectors.size() + " vectors for " + texts.size() + " texts");
    }
    int expected = dimension > 0 ? dimension : vectors.getFirst().length;
    if (expected < 1 || expected > MOST_DIMENSIONS) {
      throw nonsense(embedding, "a vector of " + expected + " numbers");
    }
    List<float[]> units = new ArrayList<>();
    for (float[] vector : vectors) {
      if (vector.length != expected) {
        throw nonsense(
            embedding, "a vector of %s numbers in place of %s".formatted(vector.length, expected));
      }
      units.add(unit(vector, embedding));
    }
    return units;
  }

  private static float[] unit(float[] vector, Embedding embedding) throws EmbeddingException {
    double squares = 0;
    for (float number : vector) {
      squares += (double) number * number;
    }
    double length = Math.sqrt(squares);
    if (!Double.isFinite(length) || length < Float.MIN_NORMAL) {
      throw nonsense(embedding, "a vector without a direction");
    }
    float[] unit = new float[vector.length];
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (float) (vector[i] / length);
    }
    return unit;
  }

  private static EmbeddingException nonsense(Embedding embedding, String what) {
    return new EmbeddingException(Kind.NONSENSE, embedding.name() + ": answered " + what);
  }
}
