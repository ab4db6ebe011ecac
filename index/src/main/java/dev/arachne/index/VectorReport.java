package dev.arachne.index;

import java.util.Optional;

/**
 * The outcome of making vectors.
 *
 * @param model of which they are
 * @param pages that have got vectors now
 * @param refused pages that the model refuses, however short: they are found by words alone
 * @param pending pages that have none yet, since the model failed or was not to be waited for
 * @param failure why, if it failed
 */
public record VectorReport(
    String model, long pages, long refused, long pending, Optional<EmbeddingException> failure) {}
