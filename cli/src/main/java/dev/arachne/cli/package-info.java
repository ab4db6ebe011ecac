/**
 * The program: {@link dev.arachne.cli.Main}, and a class for each verb, with its work and its
 * output. {@link dev.arachne.cli.Arachne} lists the verbs.
 */
@NullMarked
package dev.arachne.cli;

import org.jspecify.annotations.NullMarked;
