/**
 * The metrics of a program: {@link dev.arachne.metrics.Metrics} are those of one instant, which
 * {@link dev.arachne.metrics.MetricsServer} serves and {@link dev.arachne.metrics.MetricsFile}
 * writes.
 *
 * <p>Threading: metrics are built by one thread, and only read afterwards; server and file have
 * threads of their own.
 *
 * <p>Errors: a failure to write the file is reported, and the write is repeated.
 */
@NullMarked
package dev.arachne.metrics;

import org.jspecify.annotations.NullMarked;
