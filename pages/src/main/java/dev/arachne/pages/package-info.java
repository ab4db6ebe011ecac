/**
 * The pages of a kept crawl, read after their commit: the content of each, and its body. They are
 * read from the crawl's notes, its archive, or the files that it has saved.
 */
@NullMarked
package dev.arachne.pages;

import org.jspecify.annotations.NullMarked;
