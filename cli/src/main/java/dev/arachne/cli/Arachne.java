package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.UsageMistake;
import dev.arachne.arguments.Verb;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalWidth;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code arachne} without a verb, and the list of verbs. */
final class Arachne implements Runnable {
  private static final String HELP = "help";

  /** How each verb is made, in the order in which help lists them. */
  private static final Map<String, Function<Streams, Verb>> VERBS = new LinkedHashMap<>();

  static {
    // Every argument brings the reader of its values; the library's own need not be loaded.
    System.setProperty("picocli.converters.excludes", ".*");
    VERBS.put("crawl", _ -> new CrawlCommand());
    VERBS.put("plan", PlanCommand::new);
    VERBS.put("resume", ResumeCommand::new);
    VERBS.put("recrawl", _ -> new RecrawlCommand());
    VERBS.put("changes", ChangesCommand::new);
    VERBS.put("watch", _ -> new WatchCommand());
    VERBS.put("list", ListCommand::new);
    VERBS.put("status", _ -> new StatusCommand());
    VERBS.put("stop", _ -> new StopCommand());
    VERBS.put("tell", _ -> new TellCommand());
    VERBS.put("why", _ -> new WhyCommand());
    VERBS.put("dashboard", _ -> new DashboardCommand());
    VERBS.put("report", ReportCommand::new);
    VERBS.put("audit", _ -> new AuditCommand());
    VERBS.put("scrape", ScrapeCommand::new);
    VERBS.put("archive", ArchiveCommand::new);
    VERBS.put("replay", _ -> new ReplayCommand());
    VERBS.put("index", _ -> new IndexCommand());
    VERBS.put("search", SearchCommand::new);
    VERBS.put("serve", _ -> new ServeCommand());
    VERBS.put("fetch", FetchCommand::new);
    VERBS.put("links", LinksCommand::new);
    VERBS.put("robots", RobotsCommand::new);
    VERBS.put("export", ExportCommand::new);
    VERBS.put("mcp", McpCommand::new);
    VERBS.put("diff", DiffCommand::new);
    VERBS.put("compare", CompareCommand::new);
    VERBS.put(HELP, _ -> new HelpCommand());
  }

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private Arachne() {
    spec.name("arachne").versionProvider(() -> new String[] {Version.text()});
    spec.usageMessage()
        .description("A web crawler that needs no configuration.%n")
        .customSynopsis("arachne VERB [OPTION]... [ARGUMENT]...")
        .commandListHeading("%nVerbs:%n")
        .footer(
            "",
            "Start with:  arachne crawl https://example.com/ --limit 100",
            "             arachne crawl --help");
    new Section(spec, "").help();
    spec.addOption(
        OptionSpec.builder("-V", "--version")
            .versionHelp(true)
            .description("The version, and the JDK in use.")
            .build());
  }

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
   * The command line's grammar. Where the first argument names a verb, only that one is made; all
   * of them where the others may have to be spoken of.
   */
  private static CommandLine commandLine(String[] arguments, Streams streams) {
    var program = new CommandLine(new Arachne().spec);
    String first = arguments.length == 0 ? HELP : arguments[0];
    boolean one = VERBS.containsKey(first) && !first.equals(HELP);
    VERBS.forEach((name, verb) -> {
      if (!one || name.equals(first)) {
        program.addSubcommand(name, verb.apply(streams).commandLine());
      }
    });
    return program
        .setUsageHelpWidth(TerminalWidth.ofHelp())
        .setUsageHelpLongOptionsMaxWidth(Math.min(40, TerminalWidth.ofHelp() - 30))
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler(UsageMistake::handle)
        .setExecutionExceptionHandler(Arachne::crash);
  }

  /** Without a verb, the help is what was wanted. */
  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int crash(Exception failure, CommandLine verb, CommandLine.ParseResult ignored) {
    for (@Nullable Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof OutOfMemoryError lack) {
        verb.getErr()
            .println(
                verb.getCommandSpec().qualifiedName() + ": out of memory: " + lack.getMessage());
        return ExitCode.MACHINE;
      }
    }
    verb.getErr()
        .println(
            verb.getCommandSpec().qualifiedName()
                + ": failed by a fault of its own, not of yours:");
    failure.printStackTrace(verb.getErr());
    return ExitCode.FAILED;
  }
}
