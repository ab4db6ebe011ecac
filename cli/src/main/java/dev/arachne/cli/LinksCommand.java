package dev.arachne.cli;

import dev.arachne.arguments.Argument;
import dev.arachne.arguments.ExitCode;
import dev.arachne.arguments.NetworkValues;
import dev.arachne.arguments.Spelling;
import dev.arachne.arguments.Values;
import dev.arachne.arguments.Verb;
import dev.arachne.browser.BrowserOptions;
import dev.arachne.extract.AnchorText;
import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.Outlink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.PageMetadata;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpFailure;
import dev.arachne.options.CrawlOptions;
import dev.arachne.options.OptionType;
import dev.arachne.options.TypedUrl;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.JsonLine;
import dev.arachne.terminal.Streams;
import dev.arachne.terminal.TerminalText;
import dev.arachne.text.MediaType;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne links URL|FILE|-}: the outlinks of one page, found by a {@link LinkExtractor}. */
final class LinksCommand extends Verb {
  private final Streams streams;
  private final Set<Seen> seen = new HashSet<>();

  private final Argument<String> place =
      optional("PAGE", text -> text)
          .help(
              "A URL (http:// may be omitted), a file, or - for standard input. The type of a file"
                  + " is known by its name, or detected.");
  private final Argument<List<OutlinkKind>> kinds =
      options
          .lists("--kind", "KIND", LinksCommand::kind)
          .help("Only links of these kinds, separated by commas.");
  private final Argument<CrawlUrl> base =
      options
          .option("--base", "URL", NetworkValues::url)
          .help("The base URL for a file or standard input. Default: its file: URL.");
  private final Argument<List<Path>> from =
      options
          .option("--from", "FILE|DIR", Values.of(OptionType.places()))
          .help("Read the page of a URL from a web archive: its latest capture.");
  private final Argument<Boolean> all =
      options.flag("--all").help("Print repeated links too. Default: each kind and URL once.");
  private final Argument<Boolean> json =
      options.flag("--json").help("Print one JSON object per link: url, kind, rel, text.");
  private final RenderingArguments rendering =
      new RenderingArguments(section("Rendering"), "print the links of the document");

  private record Seen(OutlinkKind kind, CrawlUrl url) {}

  LinksCommand(Streams streams) {
    super(
        "links",
        "[OPTION]... URL|FILE|-",
        "Prints the links of a page: kind, URL and text, separated by tabs.");
    this.streams = streams;
    footer(
        """
        KIND is one of: anchor, area, link, stylesheet, icon, hint, manifest, iframe, frame, image, media,
        embed, script, form, refresh, lazy, css, metadata, script-url, pdf, api (only in a crawl with
        --render), feed-entry, redirect, sitemap; all but script-url if none is named.
        Redirects are followed, and Link and Refresh headers are read. robots.txt is fetched with --render
        only: scripts and data of the page obey it.

        Exit code: 0 done; 1 there was no page; 2 a mistake at the command line.

        Examples:
          arachne links example.com
          arachne links --from example.com.crawl https://example.com/
          arachne links --kind image --json saved.html --base http://example.com/dir/
        """);
  }

  @Override
  protected int run() throws UsageException {
    String typed = place.or("");
    if (typed.isBlank()) {
      throw mistake("no page; use arachne links URL, or a file, or -");
    }
    try {
      Optional<BrowserOptions> browser = rendering.browser(CrawlOptions.DEFAULT_USER_AGENT);
      return print(
          PageSource.read(typed, base.value(), from.or(List.of()), browser, streams.in()), typed);
    } catch (HttpException e) {
      boolean mayBeFile =
          e.failure() instanceof HttpFailure.NameNotFound && !TypedUrl.hasScheme(typed);
      return failed(e.getMessage() + (mayBeFile ? ", and there is no file " + typed : ""));
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private int print(PageSource source, String name) {
    Set<OutlinkKind> wanted =
        kinds
            .value()
            .map(EnumSet::copyOf)
            .orElse(EnumSet.complementOf(EnumSet.of(OutlinkKind.SCRIPT_URL)));
    var extractor =
        new LinkExtractor(LinkOptions.defaults().kinds(wanted).anchorText(AnchorText.KEPT));
    PrintWriter out = json.isOn() ? streams.utf8() : out();
    printNew(out, wanted, source.announced());
    PageMetadata page =
        extractor.extract(
            source.bytes(),
            source.contentType(),
            source.url(),
            (kind, target, note) -> {
              CrawlUrl url = target.url();
              printNew(out, kind, url, () -> new Outlink(url, kind, note.rel(), note.text()));
            });
    printNew(out, wanted, source.scripted());
    out.flush();
    if (seen.isEmpty() && !hasLinks(page.type()) && !wanted.contains(OutlinkKind.SCRIPT_URL)) {
      String type = page.type().map(its -> " (" + its.essence() + ")").orElse("");
      return failed(name + ": links are not looked for in such a document" + type);
    }
    if (!page.truncations().isEmpty()) {
      failed(name + ": there may be more links; limits were met: " + page.truncations());
    }
    return ExitCode.DONE;
  }

  private void printNew(PrintWriter out, Set<OutlinkKind> wanted, List<Outlink> links) {
    links.stream()
        .filter(link -> wanted.contains(link.kind()))
        .forEach(link -> printNew(out, link.kind(), link.url(), () -> link));
  }

  private static boolean hasLinks(Optional<MediaType> type) {
    return type.isPresent()
        && (type.get().isHtml()
            || type.get().isXml()
            || type.get().isJson()
            || type.get().is("text", "css"));
  }

  private void printNew(PrintWriter out, OutlinkKind kind, CrawlUrl url, Supplier<Outlink> link) {
    if (seen.add(new Seen(kind, url)) || all.isOn()) {
      print(out, link.get());
    }
  }

  private void print(PrintWriter out, Outlink link) {
    String shown = PageSource.display(link.url());
    String line =
        json.isOn()
            ? JsonLine.of(object -> {
              object.writeStringProperty("url", shown);
              object.writeStringProperty("kind", name(link.kind()));
              object.writeStringProperty("rel", link.rel());
              object.writeStringProperty("text", link.text());
            })
            : name(link.kind()) + "\t" + shown + "\t" + TerminalText.escaped(link.text());
    out.print(line + "\n");
  }

  private static OutlinkKind kind(String value) {
    List<String> names = new ArrayList<>();
    for (OutlinkKind kind : OutlinkKind.values()) {
      if (name(kind).equals(value)) {
        return kind;
      }
      names.add(name(kind));
    }
    throw new TypeConversionException(
        "'"
            + value
            + "' is not a kind of link"
            + Spelling.nearest(value, names)
                .map(name -> "; did you mean " + name + "?")
                .orElse("; use one of " + String.join(", ", names)));
  }

  /** The name of a kind of links, in lower case, with hyphens. */
  private static String name(OutlinkKind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
