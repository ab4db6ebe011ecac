/**
 * What PDF files say, read by Apache PDFBox in a process of its own, so that no file can take the
 * memory or the time of the one that asks.
 */
@NullMarked
package dev.arachne.pdf;

import org.jspecify.annotations.NullMarked;
