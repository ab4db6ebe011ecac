/**
 * The content of a page: its main text without boilerplate, as text and as Markdown, and its
 * statements about itself. Pure: bytes in, {@link dev.arachne.content.PageContent values} out.
 */
@NullMarked
package dev.arachne.content;

import org.jspecify.annotations.NullMarked;
