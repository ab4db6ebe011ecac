/** Pages of the tool's own for browsers on this machine, by the HTTP server of the JDK. */
@NullMarked
package dev.arachne.server;

import org.jspecify.annotations.NullMarked;
