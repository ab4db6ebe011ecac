package dev.arachne.cli;

import dev.arachne.cli.Grammar.Entry;
import dev.arachne.cli.Grammar.Option;
import java.util.Locale;

/** The man page {@code arachne.1}, in the man macros of roff. */
final class ManPage {
  private ManPage() {}

  /** The page of a program. */
  static String text(Grammar grammar) {
    var page = new StringBuilder();
    page.append(".TH ARACHNE 1 \"\" \"arachne ").append(escaped(Version.number()));
    page.append("\" \"User Commands\"\n");
    page.append(
        """
        .SH NAME
        arachne \\- web crawler, scraper and archiver
        .SH SYNOPSIS
        .B arachne
        VERB [OPTION]... [ARGUMENT]...
        .SH DESCRIPTION
        Arachne fetches sites by following links, checks them, extracts records from their pages,
        and archives them. It obeys robots.txt. A crawl is kept in a directory, by default
        HOST.crawl here: the same command again continues where it was, whatever ended it.
        .SH VERBS
        """);
    for (Entry verb : grammar.first()) {
      page.append(".TP\n.B ").append(escaped(verb.name())).append('\n');
      page.append(escaped(verb.text())).append('\n');
    }
    for (Entry verb : grammar.verbs()) {
      page.append(".SH ").append(escaped(verb.name().toUpperCase(Locale.ROOT)));
      page.append("\n.B ").append(escaped(verb.synopsis())).append("\n.PP\n");
      page.append(escaped(verb.text())).append('\n');
      verb.options().forEach(option -> option(option, page));
    }
    return page.append(
            """
            .SH ENVIRONMENT
            .TP
            .B NO_COLOR
            If set and not empty, nothing is printed in colour.
            .TP
            .B ARACHNE_JAVA_OPTS
            Options for the Java virtual machine.
            .TP
            .B http_proxy, https_proxy, all_proxy, no_proxy
            Proxies, unless \\-\\-proxy is given.
            .SH EXIT STATUS
            0 done; 1 a seed could not be fetched, or there are findings; 2 a mistake at the command line;
            3 this machine could not go on; 128+N ended by signal N.
            .SH EXAMPLES
            .nf
            arachne crawl https://example.com/ \\-\\-limit 100
            arachne check https://example.com/
            arachne scrape example.com/top \\-\\-item li.film \\-\\-field title=.title
            .fi
            """)
        .toString();
  }

  private static void option(Option option, StringBuilder page) {
    page.append(".TP\n.B ");
    page.append(escaped(String.join(", ", option.names())));
    if (!option.label().isEmpty()) {
      page.append(" \\fI").append(escaped(option.label())).append("\\fR");
    }
    page.append('\n').append(escaped(option.text())).append('\n');
  }

  /** Escapes a text, so that it has no request or escape of roff. */
  private static String escaped(String text) {
    String safe = text.replace("\\", "\\e").replace("-", "\\-");
    return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
  }
}
