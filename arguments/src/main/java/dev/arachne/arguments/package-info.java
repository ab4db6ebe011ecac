/**
 * What may be typed behind a verb, how it is read, and what is said of mistakes. A {@link
 * dev.arachne.arguments.Verb} declares its {@link dev.arachne.arguments.Argument}s, most of them in
 * a {@link dev.arachne.arguments.Section} of its help; readers of their values are in {@link
 * dev.arachne.arguments.Values} and {@link dev.arachne.arguments.NetworkValues}. It stands on
 * picocli, of which verbs see little.
 *
 * <p>Threading: a command line is read by one thread.
 *
 * <p>Errors: a mistake of the user's is told in one line that says what to type ({@link
 * dev.arachne.arguments.UsageMistake}); a reader reports it by picocli's {@code
 * TypeConversionException}. How a program ends is an {@link dev.arachne.arguments.ExitCode}.
 */
@NullMarked
package dev.arachne.arguments;

import org.jspecify.annotations.NullMarked;
