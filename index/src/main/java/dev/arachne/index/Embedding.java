package dev.arachne.index;

import java.util.List;

/**
 * A model that turns texts into vectors: texts of similar meaning get vectors of similar direction.
 * {@link HttpEmbedding} calls an HTTP endpoint; a program may have a model of its own. Called by
 * one thread at a time while vectors are made, and by several at once in searches.
 */
public interface Embedding {
  /** Texts in a call of {@link #vectors}, at most. */
  int MOST_TEXTS = 32;

  /** The model's name, which is kept with an index: vectors of two models cannot be compared. */
  String model();

  /** Its name in messages, such as the URL of its endpoint without secrets. */
  String name();

  /**
   * The vectors of some texts.
   *
   * @param texts at least one, at most {@value #MOST_TEXTS}; none is blank
   * @return a vector for each text, in the order of the texts, all of the same length
   * @throws EmbeddingException if the model fails
   */
  List<float[]> vectors(List<String> texts) throws EmbeddingException;
}
