/**
 * What sites answer for pages that are not there (soft 404): where to ask for such a page, what the
 * answer says, and which other pages say the same. Pure: URLs and bytes in, values out.
 *
 * <p>Start with {@link dev.arachne.traps.UrlShape}, which says where to ask, and {@link
 * dev.arachne.traps.AbsentPage}, with which other pages are compared.
 *
 * <p>Threading: all types are immutable, and may be shared.
 *
 * <p>Errors: none. Every sequence of bytes has words.
 */
@NullMarked
package dev.arachne.traps;

import org.jspecify.annotations.NullMarked;
