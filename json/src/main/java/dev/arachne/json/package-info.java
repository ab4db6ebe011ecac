/** JSON as values, for protocols whose messages are small trees. */
@NullMarked
package dev.arachne.json;

import org.jspecify.annotations.NullMarked;
