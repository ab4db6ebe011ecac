package dev.arachne.http;

/**
 * When an exchange got how far, in nanoseconds since its begin; what it did not need, such as a
 * look-up on a kept connection, took no time.
 *
 * @param connectionNanos a connection was free to use, or to be opened
 * @param nameNanos the addresses were known
 * @param connectNanos the connection was open
 * @param tlsNanos TLS was established
 * @param sentNanos the request was sent
 * @param firstByteNanos the first bytes of the answer had come
 * @param totalNanos the answer was whole
 */
public record Timings(
    long connectionNanos,
    long nameNanos,
    long connectNanos,
    long tlsNanos,
    long sentNanos,
    long firstByteNanos,
    long totalNanos) {}
