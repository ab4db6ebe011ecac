package dev.arachne.cli;

import dev.arachne.archive.ArchiveSeeds;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.archive.WarcPaths;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.CrawlArchive;
import dev.arachne.options.ArchiveSources;
import dev.arachne.options.FileFailure;
import dev.arachne.options.UsageException;
import dev.arachne.terminal.TerminalText;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/** The WARC files that are typed behind a verb, and what is told of their faults. */
final class TypedArchives {
  private TypedArchives() {}

  /** The WARC files, also those within WACZ files. */
  static List<WarcFile> of(Verb verb, List<String> typed) throws UsageException, IOException {
    List<Path> files = named(verb, typed);
    for (Path file : files) {
      if (!WarcPaths.isWarc(file) && !WarcFile.isWacz(file)) {
        throw new UsageException(
            file.toString(),
            "this is not a WARC file; type one, plain or compressed by gzip, or a WACZ file");
      }
    }
    return WarcFile.all(files);
  }

  /** The files, whatever is in them. */
  static List<Path> named(Verb verb, List<String> typed) throws UsageException, IOException {
    if (typed.isEmpty()) {
      throw new TypeConversionException(
          "no archive; type " + verb.qualifiedName() + " FILE or DIR");
    }
    try {
      List<Path> paths = new ArrayList<>();
      for (String each : typed) {
        Path path = Path.of(each);
        Optional<CrawlArchive> crawl = CrawlArchive.of(path);
        paths.addAll(crawl.isEmpty() ? List.of(path) : crawl.get().files());
      }
      return WarcPaths.of(paths);
    } catch (NoSuchFileException e) {
      throw new UsageException(
          String.valueOf(e.getFile()),
          FileFailure.reason(e) + "; type a WARC file, a WACZ file or a directory");
    } catch (InvalidPathException e) {
      throw new UsageException(e.getInput(), "this is not the name of a file");
    }
  }

  /** The crawls with archives among what is typed. */
  static List<CrawlArchive> crawls(List<String> typed) throws UsageException, IOException {
    List<CrawlArchive> crawls = new ArrayList<>();
    for (String each : typed) {
      CrawlArchive.of(Path.of(each)).ifPresent(crawls::add);
    }
    return crawls;
  }

  /** Where a crawl of these archives starts if nothing is said. */
  static List<String> seeds(List<Path> archives) {
    try {
      List<String> seeds = ArchiveSeeds.of(ArchiveSources.files(archives));
      if (seeds.isEmpty()) {
        throw new TypeConversionException(
            "the archive of --from names no root and has no page; type a URL that is in it");
      }
      return seeds;
    } catch (UsageException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new TypeConversionException("--from: cannot read " + FileFailure.text(e));
    }
  }

  /** Tells a fault on the error stream. */
  static void tell(Verb verb, WarcFault fault) {
    verb.err().println(verb.qualifiedName() + ": " + TerminalText.escaped(fault.toString()));
  }
}
