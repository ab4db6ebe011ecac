/**
 * The arguments of verbs, their parsing, and the messages about mistakes. A {@link
 * dev.arachne.arguments.Verb} declares its {@link dev.arachne.arguments.Argument}s, most of them in
 * a {@link dev.arachne.arguments.Section} of its help; readers of their values are in {@link
 * dev.arachne.arguments.Values} and {@link dev.arachne.arguments.NetworkValues}. It is built on
 * picocli, of which verbs see little.
 *
 * <p>Threading: a command line is read by one thread.
 *
 * <p>Errors: a mistake of the user is reported in one line with a valid form ({@link
 * dev.arachne.arguments.UsageMistake}); a reader reports it by picocli's {@code
 * TypeConversionException}. The program ends with an {@link dev.arachne.arguments.ExitCode}.
 */
@NullMarked
package dev.arachne.arguments;

import org.jspecify.annotations.NullMarked;
