package dev.arachne.cli;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
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
    footer = {
      "",
      "Start with:  arachne crawl https://example.com/ --limit 100",
      "             arachne crawl --help"
    })
final class Arachne implements Runnable {
  private static final String HELP = "help";

  /** How each verb is made, in the order in which help lists them. */
  private static final Map<String, Function<Streams, Object>> VERBS = new LinkedHashMap<>();

  static {
    VERBS.put("crawl", _ -> new CrawlCommand());
    VERBS.put("resume", _ -> new ResumeCommand());
    VERBS.put("status", _ -> new StatusCommand());
    VERBS.put("stop", _ -> new StopCommand());
    VERBS.put("why", _ -> new WhyCommand());
    VERBS.put("audit", _ -> new AuditCommand());
    VERBS.put("scrape", ScrapeCommand::new);
    VERBS.put("fetch", FetchCommand::new);
    VERBS.put("links", LinksCommand::new);
    VERBS.put("robots", RobotsCommand::new);
    VERBS.put("compare", CompareCommand::new);
    VERBS.put(HELP, _ -> new HelpCommand());
  }

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "The version, and the JDK in use.")
  boolean version;

  /**
   * Runs the verb that {@code arguments} name; the result is one of the codes of {@link ExitCode}.
   */
  static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    return run(arguments, Streams.ofProcess(), out, err);
  }

  /** The same with other streams than the process has. */
  static int run(String[] arguments, Streams streams, PrintWriter out, PrintWriter err) {
    return commandLine(arguments, streams).setOut(out).setErr(err).execute(arguments);
  }

  /**
   * The command line's grammar. Each verb costs milliseconds to build, so where the first argument
   * names one, only that one is; all of them where the others may have to be spoken of.
   */
  private static CommandLine commandLine(String[] arguments, Streams streams) {
    var program = new CommandLine(new Arachne());
    String first = arguments.length == 0 ? HELP : arguments[0];
    boolean one = VERBS.containsKey(first) && !first.equals(HELP);
    VERBS.forEach((name, verb) -> {
      if (!one || name.equals(first)) {
        program.addSubcommand(verb.apply(streams));
      }
    });
    program
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
