package dev.arachne.options;

import java.net.URI;
import java.util.Optional;

/**
 * The model that tells what pages mean, so that they can be found by it. Immutable.
 *
 * @param endpoint where it is asked, in the form of OpenAI's; empty if none is
 * @param model its name; empty for that of the vectors that the index has
 */
public record EmbeddingOptions(Optional<URI> endpoint, Optional<String> model) {
  /** Whether there is something to be done, or to be refused. */
  public boolean isAsked() {
    return endpoint.isPresent() || model.isPresent();
  }
}
