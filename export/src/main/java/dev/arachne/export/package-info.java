/**
 * The pages of a kept crawl in forms for other programs: files of Markdown or text, lines of JSON,
 * an llms.txt. A state next to an export describes it, so that only changed pages are written
 * again.
 */
@NullMarked
package dev.arachne.export;

import org.jspecify.annotations.NullMarked;
