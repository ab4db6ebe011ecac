/**
 * What a page says: its main text without boilerplate, as text and as Markdown, and what it states
 * about itself. Pure: bytes in, {@link dev.arachne.content.PageContent values} out.
 */
@NullMarked
package dev.arachne.content;

import org.jspecify.annotations.NullMarked;
