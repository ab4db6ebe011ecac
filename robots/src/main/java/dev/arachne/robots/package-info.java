@NullMarked
package dev.arachne.robots;

import org.jspecify.annotations.NullMarked;
