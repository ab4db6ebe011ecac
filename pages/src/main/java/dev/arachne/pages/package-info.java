/**
 * The pages of a kept crawl, read after their commit: what each says, and its body. They come from
 * what the crawl has noted, from its archive or from the files that it has saved.
 */
@NullMarked
package dev.arachne.pages;

import org.jspecify.annotations.NullMarked;
