package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.UsageMistake;
import dev.arachne.arguments.Verb;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** {@code arachne help [VERB]}. */
final class HelpCommand extends Verb {
  private final Argument<String> verb =
      optional("VERB", text -> text).says("Which; without it, the list of verbs.");

  HelpCommand() {
    super("help", "[VERB]", "Tells about a verb, as VERB --help does.");
    spec().usageMessage().parameterListHeading("");
  }

  @Override
  protected int run() {
    CommandLine program = spec().root().commandLine();
    String name = verb.or("");
    CommandLine asked = name.isEmpty() ? program : program.getSubcommands().get(name);
    if (asked == null) {
      throw new ParameterException(program, UsageMistake.noVerb(name, program));
    }
    asked.usage(program.getOut());
    return ExitCode.DONE;
  }
}
