package dev.arachne.cli;

import dev.arachne.archive.CdxjIndex;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import dev.arachne.arguments.Verb;
import dev.arachne.directory.ArchiveSources;
import dev.arachne.directory.CrawlArchive;
import dev.arachne.options.UsageException;
import java.io.Closeable;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The archives that are typed behind a verb, indexed: those of crawls by their ledgers, other files
 * by reading them through. Confined to one thread.
 */
final class IndexedArchives implements Closeable {
  private final Verb verb;
  private final CdxjIndex index = new CdxjIndex();
  private final Map<String, WarcFile> files = new LinkedHashMap<>();
  private boolean isFaulty;

  /** How files are named in an index. */
  enum Names {
    /** The names alone, without directories. */
    PLAIN,
    /** Names that are changed where two would be equal. */
    UNIQUE
  }

  private IndexedArchives(Verb verb) {
    this.verb = verb;
  }

  static IndexedArchives of(Verb verb, List<String> typed, Names names)
      throws UsageException, IOException {
    ArchiveSources sources = TypedArchives.of(verb, typed);
    var archives = new IndexedArchives(verb);
    try {
      archives.add(sources, names);
      return archives;
    } catch (IOException e) {
      archives.close();
      throw e;
    }
  }

  private void add(ArchiveSources sources, Names names) throws IOException {
    for (CrawlArchive crawl : sources.crawls()) {
      for (WarcFile file : crawl.files()) {
        files.put(file.fileName(), file);
      }
      try (CdxjIndex own = crawl.index()) {
        index.addAll(own);
      }
    }
    for (WarcFile file : sources.others()) {
      boolean isTaken = names == Names.UNIQUE && files.containsKey(file.fileName());
      String name = isTaken ? files.size() + "/" + file.fileName() : file.fileName();
      files.put(name, file);
      index.add(file, name, this::tell);
    }
  }

  private void tell(WarcFault fault) {
    isFaulty = true;
    TypedArchives.tell(verb, fault);
  }

  CdxjIndex index() {
    return index;
  }

  /** The files by the names that the index has for them. */
  Map<String, WarcFile> files() {
    return files;
  }

  /** Whether something was wrong with a file. */
  boolean isFaulty() {
    return isFaulty;
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}
