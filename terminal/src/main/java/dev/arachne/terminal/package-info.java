/**
 * The output for people: text that is fit for a terminal ({@link
 * dev.arachne.terminal.TerminalText}), numbers, JSON on one line, the streams of the process, and
 * of a crawl its live line ({@link dev.arachne.terminal.LiveDisplay}) and its report ({@link
 * dev.arachne.terminal.ReportPrinter}). Text from the web is printed through {@code TerminalText}
 * or {@link dev.arachne.terminal.JsonLine}, so that no page can act on a terminal.
 *
 * <p>Threading: most of it is functions on values. A live line is printed from a thread of its own.
 *
 * <p>Errors: {@link dev.arachne.terminal.StandardOutput} keeps a failure to write, which the
 * program checks at its end.
 */
@NullMarked
package dev.arachne.terminal;

import org.jspecify.annotations.NullMarked;
