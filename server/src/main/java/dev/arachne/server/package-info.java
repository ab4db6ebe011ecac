/** The tool's own pages for browsers on this machine, served by the HTTP server of the JDK. */
@NullMarked
package dev.arachne.server;

import org.jspecify.annotations.NullMarked;
