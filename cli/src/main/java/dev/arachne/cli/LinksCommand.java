package dev.arachne.cli;

import dev.arachne.crawl.TypedUrl;
import dev.arachne.extract.AnchorText;
import dev.arachne.extract.LinkExtractor;
import dev.arachne.extract.LinkOptions;
import dev.arachne.extract.MediaType;
import dev.arachne.extract.Outlink;
import dev.arachne.extract.OutlinkKind;
import dev.arachne.extract.Page;
import dev.arachne.http.HttpException;
import dev.arachne.http.HttpFailure;
import dev.arachne.url.CrawlUrl;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code arachne links URL|FILE|-}: the outlinks of one page, found by a {@link LinkExtractor}. */
@Command(
    name = "links",
    description = "Prints the links of a page: kind, URL and text, a line each, with tabs between.",
    customSynopsis = "arachne links [OPTION]... URL|FILE|-",
    parameterListHeading = "%n",
    sortOptions = false,
    footer = {
      "",
      "KIND is one of: anchor, area, link, stylesheet, icon, iframe, frame, image, media, embed,",
      "script, form, refresh, lazy, css, feed-entry, redirect, sitemap.",
      "Redirects of a URL are followed, and its Link and Refresh headers read; robots.txt is not asked",
      "for one page.",
      "",
      "Exit code: 0 done; 1 there was no page; 2 a mistake at the command line.",
      "",
      "Examples:",
      "  arachne links example.com",
      "  arachne links --kind image --json saved.html --base http://example.com/dir/"
    })
final class LinksCommand implements Callable<Integer> {
  private final Streams streams;
  private final Set<Seen> seen = new HashSet<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "PAGE",
      arity = "0..1",
      hideParamSyntax = true,
      description =
          "A URL (http:// may be left out), a file, or - for standard input. A file's type is that of"
              + " its name, else it is recognised.")
  private Optional<String> place = Optional.empty();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      converter = Kind.class,
      description = "Only links of this kind, or of these, separated by commas.")
  private List<OutlinkKind> kinds = new ArrayList<>();

  @Option(
      names = "--base",
      paramLabel = "URL",
      converter = NetworkValues.Url.class,
      description =
          "Where the page of a file or of standard input belongs. Default: where it is, as file: URLs.")
  private Optional<CrawlUrl> base = Optional.empty();

  @Option(names = "--all", description = "Repeated links too. Default: each kind and URL once.")
  private boolean all;

  @Option(names = "--json", description = "An object of JSON for each link: url, kind, rel, text.")
  private boolean json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "This help.")
  boolean help;

  private record Seen(OutlinkKind kind, CrawlUrl url) {}

  LinksCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public Integer call() {
    String typed = place.orElse("");
    if (typed.isBlank()) {
      throw mistake("no page; type arachne links URL, or a file, or -");
    }
    try {
      return print(PageSource.read(typed, base, streams.in()), typed);
    } catch (TypeConversionException e) {
      throw mistake(String.valueOf(e.getMessage()));
    } catch (HttpException e) {
      boolean mayBeFile =
          e.failure() instanceof HttpFailure.NameNotFound && !TypedUrl.hasScheme(typed);
      return failed(e.getMessage() + (mayBeFile ? ", and there is no file " + typed : ""));
    } catch (IOException e) {
      return failed(String.valueOf(e.getMessage()));
    }
  }

  private int print(PageSource source, String name) {
    Set<OutlinkKind> wanted = EnumSet.allOf(OutlinkKind.class);
    if (!kinds.isEmpty()) {
      wanted.retainAll(kinds);
    }
    var extractor =
        new LinkExtractor(LinkOptions.defaults().kinds(wanted).anchorText(AnchorText.KEPT));
    PrintWriter out = json ? streams.utf8() : spec.commandLine().getOut();
    source.announced().stream()
        .filter(link -> wanted.contains(link.kind()))
        .forEach(link -> printNew(out, link.kind(), link.url(), () -> link));
    Page page =
        extractor.extract(
            source.bytes(),
            source.contentType(),
            source.url(),
            (kind, target, note) -> {
              CrawlUrl url = target.url();
              printNew(out, kind, url, () -> new Outlink(url, kind, note.rel(), note.text()));
            });
    out.flush();
    if (seen.isEmpty() && !hasLinks(page.type())) {
      String type = page.type().map(its -> " (" + its.essence() + ")").orElse("");
      return failed(name + ": links are not looked for in such a document" + type);
    }
    if (!page.truncations().isEmpty()) {
      failed(name + ": there may be more links; limits were met: " + page.truncations());
    }
    return ExitCode.DONE;
  }

  private static boolean hasLinks(Optional<MediaType> type) {
    return type.isPresent()
        && (type.get().isHtml() || type.get().isXml() || type.get().essence().equals("text/css"));
  }

  private void printNew(PrintWriter out, OutlinkKind kind, CrawlUrl url, Supplier<Outlink> link) {
    if (seen.add(new Seen(kind, url)) || all) {
      print(out, link.get());
    }
  }

  private void print(PrintWriter out, Outlink link) {
    String shown = PageSource.display(link.url());
    String line =
        json
            ? JsonLine.of(object -> {
              object.writeStringProperty("url", shown);
              object.writeStringProperty("kind", Kind.name(link.kind()));
              object.writeStringProperty("rel", link.rel());
              object.writeStringProperty("text", link.text());
            })
            : Kind.name(link.kind()) + "\t" + shown + "\t" + TerminalText.escaped(link.text());
    out.print(line + "\n");
  }

  private int failed(String text) {
    spec.commandLine().getErr().println("arachne links: " + TerminalText.escaped(text));
    return ExitCode.FAILED;
  }

  private ParameterException mistake(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  /** The name of a kind of links, in lower case, with hyphens. */
  static final class Kind implements ITypeConverter<OutlinkKind> {
    @Override
    public OutlinkKind convert(String value) {
      List<String> names = Arrays.stream(OutlinkKind.values()).map(Kind::name).toList();
      return Arrays.stream(OutlinkKind.values())
          .filter(kind -> name(kind).equals(value))
          .findFirst()
          .orElseThrow(() ->
              new TypeConversionException(
                  "'"
                      + value
                      + "' is no kind of links"
                      + Spelling.nearest(value, names)
                          .map(name -> "; did you mean " + name + "?")
                          .orElse("; type one of " + String.join(", ", names))));
    }

    static String name(OutlinkKind kind) {
      return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
