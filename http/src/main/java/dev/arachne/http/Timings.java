package dev.arachne.http;

/**
 * The time at which each phase of an exchange ended, in nanoseconds since its begin. A phase that
 * it did not need, such as a DNS lookup on a kept connection, took no time.
 *
 * @param acquiredNanos a connection was free to use, or to be opened
 * @param dnsNanos the addresses were known
 * @param connectNanos the connection was open
 * @param tlsNanos TLS was established
 * @param sentNanos the request was sent
 * @param firstByteNanos the first bytes of the answer had come
 * @param totalNanos the answer was whole
 */
public record Timings(
    long acquiredNanos,
    long dnsNanos,
    long connectNanos,
    long tlsNanos,
    long sentNanos,
    long firstByteNanos,
    long totalNanos) {}
