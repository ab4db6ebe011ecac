/**
 * The pages of a kept crawl as other programs want them: files of Markdown or text, lines of JSON,
 * an llms.txt. What was exported before is known by a state beside it, so that only what has
 * changed is written again.
 */
@NullMarked
package dev.arachne.export;

import org.jspecify.annotations.NullMarked;
