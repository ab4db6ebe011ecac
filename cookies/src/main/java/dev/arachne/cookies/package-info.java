/**
 * The cookies of a client (RFC 6265bis): stores those that a server may set, and sends them back to
 * it.
 *
 * <p>Start with {@link dev.arachne.cookies.CookieJar}.
 *
 * <p>Threading: a jar is thread-safe, so that the clients of several loops may share it.
 *
 * <p>Errors: a cookie that may not be set is ignored, as the standard requires.
 */
@NullMarked
package dev.arachne.cookies;

import org.jspecify.annotations.NullMarked;
