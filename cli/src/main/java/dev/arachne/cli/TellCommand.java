package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.Verb;
import dev.arachne.control.ControlClient;
import dev.arachne.directory.CrawlStatus;
import dev.arachne.ledger.Change;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.ChangeText;
import dev.arachne.options.UsageException;
import dev.arachne.runtime.Deadline;
import dev.arachne.runtime.TimeSource;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code arachne tell DIR CHANGE...}: changes what the crawl does that runs in a directory. */
final class TellCommand extends Verb {
  /** A crawl that has just begun can be told within this time. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final long LOOK_EVERY_MS = 20;

  private final Argument<Path> directory = directory();
  private final Argument<List<String>> changes =
      many("CHANGE").says("What to change, in order; without any, lists the changes in force.");

  TellCommand() {
    super(
        "tell",
        "DIR [CHANGE]...",
        "Changes what the crawl does that runs in a directory; each change can be undone.");
    footer(
        """
        Changes:
          pause                no request is sent until resume
          resume               ends the pause
          exclude=REGEX        asks for no URL in which REGEX is found
          open=TEMPLATE        fetches URLs of a closed template, with what was skipped for it
          delay=TIME           waits so long between requests to a host, if not longer
          delay=HOST:TIME      the same for one host
          max-pages=N          stops after N URLs, in place of --limit
          max-depth=N          follows at most N links from a root
          undo, undo=N         takes back the latest change, or that of a number
          stop                 ends the crawl, in order; it can be resumed

        When the verb returns, the change is on record and holds: no request is sent any more that it
        forbids. Changes stay in force when the crawl is resumed, a pause too.

        Examples:
          arachne tell example.com.crawl exclude=/calendar/ delay=2s
          arachne tell example.com.crawl undo
          arachne tell example.com.crawl 'open=/calendar/#/#'

        Exit code: 0 all was changed; 2 something was not, for a reason that is said.
        """);
  }

  @Override
  protected int run() throws UsageException, IOException, InterruptedException {
    List<Change> wanted = new ArrayList<>();
    for (String typed : changes.or(List.of())) {
      wanted.add(ChangeText.parse(typed));
    }
    ControlClient crawl = crawl();
    if (wanted.isEmpty()) {
      list(crawl.changes());
    }
    for (Change change : wanted) {
      switch (crawl.change(change)) {
        case Change.Made(LedgerEntry.Changed made) -> print(made);
        case Change.Refused(String why) ->
            throw new UsageException(directory.typed().toString(), why);
      }
    }
    return ExitCode.DONE;
  }

  private ControlClient crawl() throws UsageException, IOException, InterruptedException {
    var crawl = new ControlClient(directory.typed());
    Deadline latest = Deadline.after(TimeSource.SYSTEM, PATIENCE);
    while (!crawl.isThere()) {
      if (CrawlStatus.holder(directory.typed()).isEmpty()) {
        throw crawl.nobody();
      }
      if (latest.hasPassed()) {
        throw new UsageException(
            directory.typed().toString(),
            "the process that crawls there cannot be told anything; look at what it has warned of");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
    }
    return crawl;
  }

  private void list(List<LedgerEntry.Changed> inForce) {
    if (inForce.isEmpty()) {
      out().println(TerminalText.escaped(directory.typed() + ": no changes are in force"));
    }
    inForce.forEach(this::print);
  }

  private void print(LedgerEntry.Changed entry) {
    out().println(TerminalText.escaped(entry.text()));
    out().flush();
  }
}
