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

/** {@code arachne tell DIR CHANGE...}: changes the running crawl in a directory. */
final class TellCommand extends Verb {
  /** The time within which a crawl that has just begun becomes reachable. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final long LOOK_EVERY_MS = 20;

  private final Argument<Path> directory = directory();
  private final Argument<List<String>> changes =
      many("CHANGE").help("The changes to make, in order. Default: list the changes in force.");

  TellCommand() {
    super(
        "tell",
        "DIR [CHANGE]...",
        "Changes a running crawl: pause, exclude, delay and more; each change can be undone.");
    footer(
        """
        Changes:
          pause                no request is sent until resume
          resume               ends the pause
          exclude=REGEX        skips URLs that match REGEX
          open=TEMPLATE        fetches URLs of a closed template, skipped ones included
          delay=TIME           minimum time between requests to a host
          delay=HOST:TIME      the same for one host
          max-pages=N          stops after N URLs, instead of --limit
          max-depth=N          follows at most N links from a seed
          undo, undo=N         reverts the latest change, or change N
          stop                 stops the crawl; it can be resumed

        A change is recorded and in force when the command returns. Changes, also a pause, stay in force
        when the crawl is resumed.

        Examples:
          arachne tell example.com.crawl exclude=/calendar/ delay=2s
          arachne tell example.com.crawl undo
          arachne tell example.com.crawl 'open=/calendar/#/#'

        Exit code: 0 done; 2 a change was refused.
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
            "the running process does not take changes; see its warnings");
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
