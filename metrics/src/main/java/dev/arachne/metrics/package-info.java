/**
 * What a program counts, for machines that watch it: {@link dev.arachne.metrics.Metrics} are the
 * numbers of one instant, which {@link dev.arachne.metrics.MetricsServer} serves and {@link
 * dev.arachne.metrics.MetricsFile} writes.
 *
 * <p>Threading: numbers are made by one thread, and only read after that; server and file have
 * threads of their own.
 *
 * <p>Errors: what a file cannot take is told, and tried again.
 */
@NullMarked
package dev.arachne.metrics;

import org.jspecify.annotations.NullMarked;
