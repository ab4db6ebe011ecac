@NullMarked
package dev.arachne.http;

import org.jspecify.annotations.NullMarked;
