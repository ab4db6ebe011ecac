package dev.arachne.index;

import dev.arachne.content.PageLink;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.LedgerEntry;
import dev.arachne.pages.CrawlPages;
import dev.arachne.pages.DecidedPage;
import dev.arachne.pages.Reading;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;

/**
 * What an index has of pages, and what it is to have by the ledger: for each URL the position of
 * its verdict, its title and the number of pages that link to it.
 *
 * @param position up to which the index is made
 * @param pages by URL
 */
record IndexContents(long position, Map<String, String> pages) {

  /** Whether links are told as well. */
  enum Links {
    COUNTED,
    IGNORED
  }

  /** What the last commit has. */
  static IndexContents of(Path crawl, Links links) throws IOException {
    LuceneLogging.lucene();
    Map<String, String> pages = new TreeMap<>();
    try (FSDirectory directory = FSDirectory.open(PageIndex.directory(crawl))) {
      PageIndex.State state = PageIndex.State.of(directory);
      if (state == PageIndex.State.NONE) {
        return new IndexContents(0, pages);
      }
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        for (LeafReaderContext leaf : reader.leaves()) {
          read(leaf.reader(), links, pages);
        }
      }
      return new IndexContents(state.position(), pages);
    }
  }

  private static void read(LeafReader leaf, Links links, Map<String, String> pages)
      throws IOException {
    PostingsEnum docs = leaf.postings(new Term(IndexFields.KIND, IndexFields.PAGE));
    if (docs == null) {
      return;
    }
    NumericDocValues positions = leaf.getNumericDocValues(IndexFields.POSITION);
    NumericDocValues linking = leaf.getNumericDocValues(IndexFields.LINKING_PAGES);
    for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
      if (leaf.getLiveDocs() == null || leaf.getLiveDocs().get(doc)) {
        positions.advanceExact(doc);
        linking.advanceExact(doc);
        var document = leaf.storedFields().document(doc);
        String url = document.get(IndexFields.URL);
        long count = links == Links.COUNTED ? linking.longValue() : 0;
        String page = positions.longValue() + " " + document.get(IndexFields.TITLE) + " " + count;
        String other = pages.put(url, page);
        if (other != null) {
          throw new AssertionError(url + " is there twice: " + other + ", " + page);
        }
      }
    }
  }

  /** What the ledger says that the index is to have up to a position. */
  static IndexContents expected(Path crawl, long position, Links links) throws Exception {
    return CrawlPages.read(
        crawl,
        pages -> {
          Map<String, DecidedPage> last = new TreeMap<>();
          for (long at = 0; at < position; at++) {
            if (pages.ledger().entry(at) instanceof LedgerEntry.Decided) {
              take(pages.at(at), last);
            }
          }
          Map<String, Set<String>> linking = new TreeMap<>();
          Map<String, String> titles = new TreeMap<>();
          last.forEach((url, page) -> {
            if (pages.contentOf(page) instanceof Reading.Read(var content)) {
              titles.put(url, content.title());
              for (PageLink link : content.links()) {
                linking.computeIfAbsent(link.url().toString(), _ -> new TreeSet<>()).add(url);
              }
            }
          });
          Map<String, String> expected = new TreeMap<>();
          last.forEach((url, page) -> {
            Set<String> others = linking.getOrDefault(url, Set.of());
            long count = others.size() - (others.contains(url) ? 1 : 0);
            expected.put(
                url,
                page.position()
                    + " "
                    + titles.get(url)
                    + " "
                    + (links == Links.COUNTED ? count : 0));
          });
          return new IndexContents(position, expected);
        });
  }

  private static void take(DecidedPage page, Map<String, DecidedPage> last) {
    String url = page.url().toString();
    switch (page.entry().disposition()) {
      case Disposition.Done(var answer) -> {
        if (answer.status() == 200) {
          last.put(url, page);
        } else if (answer.status() == 404 || answer.status() == 410) {
          last.remove(url);
        }
      }
      case Disposition.Moved _ -> last.remove(url);
      case Disposition.Dropped _ -> {}
    }
  }
}
