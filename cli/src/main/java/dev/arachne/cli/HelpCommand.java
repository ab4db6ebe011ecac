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
      optional("VERB", text -> text).help("The verb; without it, all verbs are listed.");

  private final Argument<Boolean> man =
      options.flag("--man").help("Print all verbs and options as a man page, arachne.1.");

  HelpCommand() {
    super("help", "[--man] [VERB]", "Shows the help of a verb, as VERB --help does.");
    spec().usageMessage().parameterListHeading("");
  }

  @Override
  protected int run() {
    if (man.isOn()) {
      out().print(ManPage.text(Grammar.of(Arachne.grammar())));
      return ExitCode.DONE;
    }
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
