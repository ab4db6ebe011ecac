@NullMarked
package dev.arachne.cli;

import org.jspecify.annotations.NullMarked;
