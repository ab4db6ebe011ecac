package dev.arachne.content;

/**
 * The encoding of a page: as it is declared, and as the page was read.
 *
 * @param sent the {@code charset} of its {@code Content-Type}, empty without one
 * @param declared by its first {@code meta} that names one, empty without one
 * @param used the standard name of the encoding that it was read in
 * @param isPlain whether it is all ASCII, so that most encodings are equivalent
 * @param hasMark whether it begins with a byte order mark
 * @param damaged the number of its characters that are invalid in the encoding
 */
public record PageCharset(
    String sent, String declared, String used, boolean isPlain, boolean hasMark, int damaged) {}
