package dev.arachne.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code arachne} without a verb, and the list of verbs. */
@Command(
    name = "arachne",
    description = "A web crawler that needs no configuration.%n",
    customSynopsis = "arachne VERB [OPTION]... [ARGUMENT]...",
    versionProvider = Arachne.VersionLine.class,
    commandListHeading = "%nVerbs:%n",
    subcommands = {CrawlCommand.class, HelpCommand.class},
    footer = {
      "",
      "Start with:  arachne crawl https://example.com/ --limit 100",
      "             arachne crawl --help"
    })
final class Arachne implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "The version, and the JDK in use.")
  private boolean version;

  /**
   * Runs the verb that {@code arguments} name; the result is one of the codes of {@link ExitCode}.
   */
  static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    return commandLine().setOut(out).setErr(err).execute(arguments);
  }

  /** The command line's grammar, for runs and for tests. */
  static CommandLine commandLine() {
    var program =
        new CommandLine(new Arachne())
            .setUsageHelpWidth(100)
            .setUsageHelpLongOptionsMaxWidth(40)
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .setParameterExceptionHandler(UsageMistake::handle)
            .setExecutionExceptionHandler(Arachne::crash);
    for (CommandLine verb : program.getSubcommands().values()) {
      verb.getHelpSectionMap()
          .put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionSections::render);
    }
    return program;
  }

  /** Without a verb, the help is what was wanted. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int crash(Exception failure, CommandLine verb, CommandLine.ParseResult ignored) {
    verb.getErr()
        .println(
            verb.getCommandSpec().qualifiedName()
                + ": failed by a fault of its own, not of yours:");
    failure.printStackTrace(verb.getErr());
    return ExitCode.FAILED;
  }

  /** The line of {@code --version} where picocli prints it. */
  static final class VersionLine implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {Version.text()};
    }
  }
}
