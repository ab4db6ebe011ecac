/**
 * The cookies of a client (RFC 6265bis): which a server may set, and which are sent back to it.
 *
 * <p>Start with {@link dev.arachne.cookies.CookieJar}.
 *
 * <p>Threading: a jar is thread-safe, so that the clients of several loops may share it.
 *
 * <p>Errors: a cookie that may not be set is ignored, as the standard has it.
 */
@NullMarked
package dev.arachne.cookies;

import org.jspecify.annotations.NullMarked;
