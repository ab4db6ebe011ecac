package dev.arachne.cli;

import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code arachne help [VERB]}. */
@Command(
    name = "help",
    description = "Tells about a verb, as VERB --help does.",
    customSynopsis = "arachne help [VERB]")
final class HelpCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "VERB",
      arity = "0..1",
      hideParamSyntax = true,
      description = "Which; without it, the list of verbs.")
  private Optional<String> verb = Optional.empty();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  @Override
  public void run() {
    CommandLine program = spec.root().commandLine();
    String name = verb.orElse("");
    CommandLine asked = name.isEmpty() ? program : program.getSubcommands().get(name);
    if (asked == null) {
      throw new ParameterException(program, UsageMistake.noVerb(name, program));
    }
    asked.usage(program.getOut());
  }
}
