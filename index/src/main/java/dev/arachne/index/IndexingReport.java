package dev.arachne.index;

import java.nio.file.Path;

/**
 * The outcome of making an index.
 *
 * @param directory where it is
 * @param verdicts that it has taken in now
 * @param pages that it has
 * @param unread pages of HTML taken in now whose content was not kept: they are found by their URL,
 *     and by the texts of links
 */
public record IndexingReport(Path directory, long verdicts, long pages, long unread) {}
