package dev.arachne.index;

import dev.arachne.content.PageContent;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.Ledger;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.options.DirectoryFormat;
import dev.arachne.options.UsageException;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.Reading;
import dev.arachne.url.CrawlUrl;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SegmentInfos;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.SearcherManager;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.LockObtainFailedException;

/*
 * The content of the index is a function of the ledger up to a position, and that position is in
 * the same commit. However a process ends, the index is that of its position, and continues from
 * there. It recognizes the ledger by the first entry and by the last one before the position; if
 * either differs, the index is rebuilt. This happens when the crawl was started again, and when a
 * power cut has taken entries from a ledger that the index had read.
 */

/**
 * The index of a crawl, while it is written. One process at a time has it. Confined to one thread.
 */
final class PageIndex implements Closeable {
  /** Megabytes of documents in memory, before they are written to a file. */
  static final double BUFFER_MB = 16;

  /** Pages between two commits. */
  private static final int PAGES_A_COMMIT = 2_000;

  private static final String FORM = "form";
  private static final String CRAWL = "crawl";
  private static final String POSITION = "position";
  private static final String LAST = "last";
  private static final String JOINED = "joined";
  private static final String MODEL = "model";
  private static final String DIMENSION = "dimension";

  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private final FSDirectory directory;
  private final IndexWriter writer;
  private final PageAnalyzer analyzer;
  private final State opened;
  private String crawl;

  /** Written by its thread, and read by searches. */
  private volatile long position;

  private long joined;
  private String last;
  private int uncommitted;
  private Closeable beforeClose = () -> {};

  /** The analyzer of the language of the page at hand. */
  private static final class PageAnalyzer extends DelegatingAnalyzerWrapper {
    private Analyzer its = Analyzers.NEUTRAL;

    PageAnalyzer() {
      super(PER_FIELD_REUSE_STRATEGY);
    }

    @Override
    protected Analyzer getWrappedAnalyzer(String field) {
      return field.equals(IndexFields.URL) || field.equals(IndexFields.ANCHOR)
          ? Analyzers.NEUTRAL
          : its;
    }
  }

  /**
   * The state of an index, as its commits have it.
   *
   * @param crawl by which the first entry of the ledger is known
   * @param position up to which it is made
   * @param last by which the entry before that is known
   * @param joined the position as of which texts of links are joined to the pages they lead to
   * @param model of which its vectors are; empty if it has none
   * @param dimension the numbers of a vector; 0 if it has none
   */
  record State(String crawl, long position, String last, long joined, String model, int dimension) {
    static final State NONE = new State("", 0, "", 0, "", 0);

    /**
     * The state of the index in a directory; {@link #NONE} without an index in the current format.
     */
    static State of(FSDirectory directory) throws IOException {
      try {
        return of(SegmentInfos.readLatestCommit(directory).getUserData());
      } catch (IndexNotFoundException e) {
        return NONE;
      }
    }

    /** The state of a commit with this data. */
    static State of(Map<String, String> kept) {
      try {
        return IndexFields.FORM.equals(kept.get(FORM))
            ? new State(
                kept.getOrDefault(CRAWL, ""),
                Long.parseLong(kept.getOrDefault(POSITION, "0")),
                kept.getOrDefault(LAST, ""),
                Long.parseLong(kept.getOrDefault(JOINED, "0")),
                kept.getOrDefault(MODEL, ""),
                Integer.parseInt(kept.getOrDefault(DIMENSION, "0")))
            : NONE;
      } catch (NumberFormatException e) {
        return NONE;
      }
    }

    /** The data of the state in a commit. */
    Map<String, String> data() {
      Map<String, String> data = new HashMap<>();
      data.put(FORM, IndexFields.FORM);
      data.put(CRAWL, crawl);
      data.put(POSITION, Long.toString(position));
      data.put(LAST, last);
      data.put(JOINED, Long.toString(joined));
      if (dimension > 0) {
        data.put(MODEL, model);
        data.put(DIMENSION, Integer.toString(dimension));
      }
      return data;
    }

    /** The same with vectors. */
    State withVectors(String of, int numbers) {
      return new State(crawl, position, last, joined, of, numbers);
    }

    /** Whether it is of the ledger as it is now. */
    boolean isOf(LedgerEntries ledger) throws IOException {
      return position > 0
          && crawl.equals(mark(ledger, 0))
          && last.equals(mark(ledger, position - 1));
    }

    private static String mark(LedgerEntries ledger, long at) throws IOException {
      return ledger.entry(at).map(entry -> mark(entry, at)).orElse("");
    }

    static String mark(LedgerEntry entry, long at) {
      return IndexFields.digest(entry.value(at));
    }
  }

  private PageIndex(FSDirectory directory, PageAnalyzer analyzer, IndexWriter writer, State state) {
    this.directory = directory;
    this.analyzer = analyzer;
    this.writer = writer;
    this.opened = state;
    this.crawl = state.crawl();
    this.position = state.position();
    this.last = state.last();
    this.joined = state.joined();
  }

  /** The place of the index of the crawl in a directory. */
  static Path directory(Path crawl) {
    return DirectoryFormat.index(crawl);
  }

  /**
   * Opens the index of the crawl in a directory, or begins one.
   *
   * @throws UsageException if another process writes it, or it cannot be read
   */
  static PageIndex open(Path crawl) throws UsageException, IOException {
    return CrawlPages.read(
        crawl,
        pages -> {
          Ledger ledger = pages.ledger();
          return open(
              crawl,
              at -> at < ledger.size() ? Optional.of(ledger.entry(at)) : Optional.empty(),
              BUFFER_MB);
        });
  }

  /**
   * The same with another ledger than that of the directory.
   *
   * @param bufferMb megabytes of documents in memory
   */
  static PageIndex open(Path crawl, LedgerEntries ledger, double bufferMb)
      throws UsageException, IOException {
    LuceneLogging.lucene();
    FSDirectory directory = FSDirectory.open(directory(crawl));
    try {
      return opened(crawl, () -> open(directory, ledger, bufferMb));
    } catch (UsageException | IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static PageIndex open(FSDirectory directory, LedgerEntries ledger, double bufferMb)
      throws IOException {
    State kept = State.of(directory);
    State state = kept.isOf(ledger) ? kept : new State(State.mark(ledger, 0), 0, "", 0, "", 0);
    var analyzer = new PageAnalyzer();
    IndexWriterConfig config =
        config(analyzer)
            .setRAMBufferSizeMB(bufferMb)
            .setOpenMode(
                state.position() == 0
                    ? IndexWriterConfig.OpenMode.CREATE
                    : IndexWriterConfig.OpenMode.CREATE_OR_APPEND);
    return new PageIndex(directory, analyzer, new IndexWriter(directory, config), state);
  }

  /** How an index is written, in bounded memory. */
  static IndexWriterConfig config(Analyzer analyzer) {
    return new IndexWriterConfig(analyzer)
        .setRAMBufferSizeMB(BUFFER_MB)
        .setMergeScheduler(new SerialMergeScheduler())
        .setCommitOnClose(false);
  }

  /**
   * The directory of the index of a crawl.
   *
   * @throws UsageException without an index in the current format; the message has the command that
   *     makes one
   */
  static FSDirectory existing(Path crawl) throws UsageException, IOException {
    LuceneLogging.lucene();
    if (Files.isDirectory(directory(crawl))) { // Lucene would make it.
      FSDirectory directory = FSDirectory.open(directory(crawl));
      if (State.of(directory) != State.NONE) {
        return directory;
      }
      directory.close();
    }
    throw new UsageException(crawl.toString(), "has no index; use arachne index " + crawl);
  }

  /** Opens an index to write it. */
  @FunctionalInterface
  interface Opening<T> {
    T open() throws UsageException, IOException;
  }

  /**
   * Opens the index of a crawl to write it.
   *
   * @throws UsageException if another process writes it, or it cannot be read
   */
  static <T> T opened(Path crawl, Opening<T> opening) throws UsageException, IOException {
    try {
      return opening.open();
    } catch (CorruptIndexException | IndexFormatTooOldException | IndexFormatTooNewException e) {
      throw new UsageException(
          directory(crawl).toString(),
          "this index is damaged or of another version; delete it and type arachne index " + crawl);
    } catch (LockObtainFailedException e) {
      throw new UsageException(
          crawl.toString(), "its index is being made by another process; wait, or stop that");
    }
  }

  /**
   * The position of the ledger up to which the index is made, uncommitted pages included. Any
   * thread.
   */
  long position() {
    return position;
  }

  /** Whether no entry has come since the texts of links were joined to their targets. */
  boolean isJoined() {
    return joined == position;
  }

  /** Moves the position behind an entry that adds nothing to the index; entries come in order. */
  void pass(long at, LedgerEntry entry) {
    last = State.mark(entry, at);
    crawl = at == 0 ? last : crawl;
    position = at + 1;
  }

  /** Takes the next verdict. */
  void add(DecidedPage page, Reading reading) throws IOException {
    Term id = new Term(IndexFields.ID, IndexFields.key(page.url().toString()));
    switch (page.entry().disposition()) {
      case Disposition.Done(var answer) -> {
        if (page.isPage()) {
          put(page, id, reading);
        } else if (answer.status() == NOT_FOUND || answer.status() == GONE) {
          delete(page, id);
        }
      }
      case Disposition.Moved(var _, String target) -> {
        delete(page, id);
        if (CrawlUrl.parse(target) instanceof CrawlUrl to && !to.equals(page.url())) {
          writer.addDocument(PageDocument.moved(page.url(), to));
        }
      }
      case Disposition.Dropped _ -> {}
    }
    pass(page.position(), page.entry());
    uncommitted++;
  }

  private void put(DecidedPage page, Term id, Reading reading) throws IOException {
    Optional<PageContent> content =
        reading instanceof Reading.Read(PageContent its) ? Optional.of(its) : Optional.empty();
    analyzer.its = Analyzers.of(Analyzers.subtag(content.map(PageContent::language).orElse("")));
    delete(page, id);
    writer.addDocument(PageDocument.of(page, content));
  }

  /** Deletes a page with its vectors. At its first visit a URL has no document yet. */
  private void delete(DecidedPage page, Term id) throws IOException {
    if (page.entry().visit() > 1) {
      writer.deleteDocuments(id, new Term(IndexFields.OF, id.bytes()));
    }
  }

  /** Commits if enough has come since the last commit. */
  void commitIfDue() throws IOException {
    if (uncommitted >= PAGES_A_COMMIT) {
      commit();
    }
  }

  /** Commits: entries up to now survive a power cut. */
  void commit() throws IOException {
    var state = new State(crawl, position, last, joined, opened.model, opened.dimension);
    writer.setLiveCommitData(state.data().entrySet());
    writer.commit();
    uncommitted = 0;
  }

  /** Joins the texts of links to the pages they lead to, and commits. */
  void join() throws IOException {
    if (!isJoined()) {
      analyzer.its = Analyzers.NEUTRAL;
      try (DirectoryReader reader = DirectoryReader.open(writer)) {
        new AnchorJoin(reader, writer).run();
      }
      joined = position;
    }
    commit();
  }

  /** Closes something together with this, before it. */
  void onClose(Closeable other) {
    beforeClose = other;
  }

  /** Searches of the index, uncommitted pages included. Any thread. */
  SearcherManager searchers() throws IOException {
    return new SearcherManager(writer, null);
  }

  /** Pages that the index has. */
  int pages() throws IOException {
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      var page = new TermQuery(new Term(IndexFields.KIND, IndexFields.PAGE));
      return new IndexSearcher(reader).count(page);
    }
  }

  /** Discards uncommitted entries. */
  @Override
  public void close() throws IOException {
    beforeClose.close();
    writer.rollback();
    directory.close();
  }
}
