/**
 * The texts of PDF files, read by Apache PDFBox in a process of its own, so that a file cannot use
 * up the memory or the time of the calling process.
 */
@NullMarked
package dev.arachne.pdf;

import org.jspecify.annotations.NullMarked;
