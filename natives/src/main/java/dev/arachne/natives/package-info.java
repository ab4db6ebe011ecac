/**
 * Native libraries that are in jars, unpacked once for each user.
 *
 * <p>Start with {@link dev.arachne.natives.UnpackedLibrary#load}.
 *
 * <p>Threading: thread-safe. Errors: the reasons why a library could not be loaded are values.
 */
@NullMarked
package dev.arachne.natives;

import org.jspecify.annotations.NullMarked;
