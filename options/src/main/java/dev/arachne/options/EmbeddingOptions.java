package dev.arachne.options;

import java.net.URI;
import java.util.Optional;

/**
 * The model that makes vectors of the pages' meaning, by which searches find them. Immutable.
 *
 * @param endpoint its URL, in the form of OpenAI's; empty for no model
 * @param model its name; empty for that of the vectors that the index has
 */
public record EmbeddingOptions(Optional<URI> endpoint, Optional<String> model) {
  /** Whether there is something to be done, or to be refused. */
  public boolean isAsked() {
    return endpoint.isPresent() || model.isPresent();
  }
}
