package dev.arachne.cli;

import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.ForeignOptions;
import dev.arachne.arguments.Section;
import dev.arachne.arguments.UsageMistake;
import dev.arachne.arguments.Verb;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalWidth;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code arachne} without a verb, and the list of verbs. */
public final class Arachne implements Runnable {
  private static final String HELP = "help";

  /** The text that {@code arachne} alone prints. */
  private static final String BRIEF =
      """
      Usage: arachne VERB [OPTION]... [ARGUMENT]...
      A web crawler, scraper and archiver that needs no configuration.

        crawl URL       fetch a site by following links, and print a report
        check URL       find broken links; exit code 1 if there are any
        scrape URL      extract records from pages, as JSON lines or CSV
        fetch URL       fetch one URL, as curl does
        list DIR        list the URLs of a crawl: status, type, size, referrer
        status DIR      show the progress of a crawl, running or finished
        resume DIR      continue a crawl, with other options if they are given
        recrawl DIR     visit the pages again and report what has changed
        why URL DIR     explain what happened to a URL, and how it was found
        export DIR      write the URLs as a table, or the pages as Markdown or text
        replay DIR      show an archived crawl in a browser

      Start with:
        arachne crawl https://example.com/ --limit 100
        arachne check https://example.com/

      arachne --help lists all verbs, arachne VERB -h the usual options of a verb,
      arachne VERB --help all of them.
      """;

  /** How each verb is made, in the order in which help lists them. */
  private static final Map<String, Function<Streams, Verb>> VERBS = new LinkedHashMap<>();

  static {
    // Every argument brings the reader of its values; the library's own need not be loaded.
    System.setProperty("picocli.converters.excludes", ".*");
    VERBS.put("crawl", _ -> new CrawlCommand());
    VERBS.put("check", _ -> new CheckCommand());
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
    VERBS.put("shell", ShellCommand::new);
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
    VERBS.put("completion", _ -> new CompletionCommand());
    VERBS.put(HELP, _ -> new HelpCommand());
  }

  private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

  private Arachne() {
    spec.name("arachne").versionProvider(() -> new String[] {Version.text()});
    spec.usageMessage()
        .description("A web crawler, scraper and archiver that needs no configuration.%n")
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
  public static int run(String[] arguments, PrintWriter out, PrintWriter err) {
    return run(arguments, Streams.ofProcess(), out, err);
  }

  /** The same with one verb more. */
  public static int run(Verb more, String[] arguments, PrintWriter out, PrintWriter err) {
    CommandLine all = commandLine(arguments, Streams.ofProcess());
    return all.addSubcommand(more.name(), more.commandLine())
        .setOut(out)
        .setErr(err)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setParameterExceptionHandler(UsageMistake::handle)
        .setExecutionExceptionHandler(Arachne::crash)
        .execute(arguments);
  }

  /** The same with other streams than the process has. */
  static int run(String[] arguments, Streams streams, PrintWriter out, PrintWriter err) {
    return commandLine(arguments, streams)
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((mistake, typed) ->
            UsageMistake.translated(mistake, typed)
                .map(ours -> run(ours.toArray(String[]::new), streams, out, err))
                .orElseGet(() -> UsageMistake.handle(mistake, typed)))
        .execute(ForeignOptions.unclustered(arguments));
  }

  /** Runs a verb, or prints help: the short one after -h. */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandLine verb = last.commandSpec().commandLine();
    if (last.isUsageHelpRequested() && !last.originalArgs().contains("--help")) {
      Optional<String> brief =
          verb.getCommand() instanceof Verb its ? its.brief() : Optional.of(BRIEF);
      if (brief.isPresent()) {
        verb.getOut().print(brief.get());
        return ExitCode.DONE;
      }
    }
    return new CommandLine.RunLast().execute(parsed);
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
        .setUsageHelpLongOptionsMaxWidth(TerminalWidth.ofHelp() * 3 / 8)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setExecutionStrategy(Arachne::execute)
        .setExecutionExceptionHandler(Arachne::crash);
  }

  /** The program with all its verbs. */
  static CommandLine grammar() {
    return commandLine(new String[] {HELP}, Streams.ofProcess());
  }

  /** Without a verb, the command prints the brief help. */
  @Override
  public void run() {
    spec.commandLine().getOut().print(BRIEF);
  }

  private static int crash(Exception failure, CommandLine verb, ParseResult ignored) {
    for (@Nullable Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof OutOfMemoryError lack) {
        verb.getErr()
            .println(
                verb.getCommandSpec().qualifiedName() + ": out of memory: " + lack.getMessage());
        return ExitCode.MACHINE;
      }
    }
    verb.getErr()
        .println(verb.getCommandSpec().qualifiedName() + ": internal error, please report it:");
    failure.printStackTrace(verb.getErr());
    return ExitCode.FAILED;
  }
}
