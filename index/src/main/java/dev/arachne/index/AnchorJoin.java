package dev.arachne.index;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.MultiBits;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.SortedDocValues;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.jspecify.annotations.Nullable;

/*
 * A text of a link belongs to the page that it leads to, but is known when the page with the link
 * is read, before or after the other one. So it is a term of the page with the link:
 *
 *   link: "https://a.example/guide" 0 "user's guide"
 *
 * Lucene sorts these by target as it sorts all terms, in bounded memory, and forgets those of pages
 * that are removed. A scan in their order finds all texts of a target together, with the pages that
 * have each. It makes small documents of them, one for each page that is linked to, so that no page
 * has to be analyzed again; a search queries these first.
 */

/**
 * Makes from all links of the pages of an index the documents with the texts that lead to each
 * page, and counts the pages and hosts that link to it. The documents of an earlier pass are
 * replaced in the same commit. Memory: 8 bytes for each document, 4 for each host, and the most
 * frequent texts of one target. Confined to one thread.
 */
final class AnchorJoin {
  /** Texts that are kept of the links to a page: those on most pages. */
  private static final int MOST_TEXTS = 20;

  /** Texts of one target that are in memory before all but the most frequent ones are dropped. */
  private static final int MOST_IN_MEMORY = 2_000;

  /** Redirects that are gone after from one link. */
  private static final int MOST_REDIRECTS = 5;

  private static final int NOWHERE = -1;

  private final DirectoryReader reader;
  private final IndexWriter writer;
  private final List<@Nullable TermsEnum> ids = new ArrayList<>();
  private final int[] hosts;

  /** The documents to which a link of this pass leads. */
  private final FixedBitSet linked;

  private final List<Counted> texts = new ArrayList<>();

  /** The last target that a document, and a host, was seen to link to, by its number from 1. */
  private final int[] pageLinksTo;

  private final int[] hostLinksTo;
  private int targetNumber = 1;
  private int linkingPages;
  private int linkingHosts;

  private record Counted(String text, int pages) {
    static final Comparator<Counted> MOST_PAGES_FIRST =
        Comparator.comparingInt(Counted::pages).reversed().thenComparing(Counted::text);
  }

  AnchorJoin(DirectoryReader reader, IndexWriter writer) throws IOException {
    this.reader = reader;
    this.writer = writer;
    this.hosts = new int[reader.maxDoc()];
    this.linked = new FixedBitSet(Math.max(1, reader.maxDoc()));
    this.hostLinksTo = new int[numberHosts()];
    this.pageLinksTo = new int[reader.maxDoc()];
    for (LeafReaderContext leaf : reader.leaves()) {
      Terms terms = leaf.reader().terms(IndexFields.ID);
      ids.add(terms == null ? null : terms.iterator());
    }
  }

  /** Numbers the hosts, and notes that of each document; returns how many there are. */
  private int numberHosts() throws IOException {
    Map<BytesRef, Integer> numbers = new HashMap<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      SortedDocValues values = leaf.reader().getSortedDocValues(IndexFields.HOST);
      if (values != null) {
        int[] ofLeaf = new int[values.getValueCount()];
        for (int ord = 0; ord < ofLeaf.length; ord++) {
          BytesRef host = BytesRef.deepCopyOf(values.lookupOrd(ord));
          ofLeaf[ord] = numbers.computeIfAbsent(host, _ -> numbers.size());
        }
        for (int doc = values.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = values.nextDoc()) {
          hosts[leaf.docBase + doc] = ofLeaf[values.ordValue()];
        }
      }
    }
    return numbers.size();
  }

  void run() throws IOException {
    writer.deleteDocuments(new Term(IndexFields.KIND, IndexFields.ANCHORS));
    Terms links = MultiTerms.getTerms(reader, IndexFields.LINK);
    if (links != null) {
      join(links);
    }
    forgetOthers();
  }

  private void join(Terms links) throws IOException {
    Bits live = MultiBits.getLiveDocs(reader);
    TermsEnum terms = links.iterator();
    PostingsEnum pages = null;
    BytesRef target = null;
    int place = NOWHERE;
    for (BytesRef term = terms.next(); term != null; term = terms.next()) {
      BytesRef its = IndexFields.target(term);
      if (!its.equals(target)) {
        finish(target, place);
        target = BytesRef.deepCopyOf(its);
        place = place(target);
      }
      if (place != NOWHERE) {
        pages = terms.postings(pages, PostingsEnum.NONE);
        add(IndexFields.text(term, its.length), pages, live, place);
      }
    }
    finish(target, place);
  }

  /** The document of a key; {@link #NOWHERE} for an unknown key. */
  private int place(BytesRef id) throws IOException {
    for (int i = 0; i < ids.size(); i++) {
      TermsEnum terms = ids.get(i);
      if (terms != null && terms.seekExact(id)) {
        LeafReaderContext leaf = reader.leaves().get(i);
        Bits live = leaf.reader().getLiveDocs();
        PostingsEnum postings = terms.postings(null, PostingsEnum.NONE);
        for (int doc = postings.nextDoc();
            doc != DocIdSetIterator.NO_MORE_DOCS;
            doc = postings.nextDoc()) {
          if (live == null || live.get(doc)) {
            return leaf.docBase + doc;
          }
        }
      }
    }
    return NOWHERE;
  }

  private void add(String text, PostingsEnum pages, @Nullable Bits live, int target)
      throws IOException {
    int count = 0;
    for (int doc = pages.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = pages.nextDoc()) {
      if (doc != target && (live == null || live.get(doc))) {
        count++;
        if (pageLinksTo[doc] != targetNumber) {
          pageLinksTo[doc] = targetNumber;
          linkingPages++;
        }
        if (hostLinksTo[hosts[doc]] != targetNumber) {
          hostLinksTo[hosts[doc]] = targetNumber;
          linkingHosts++;
        }
      }
    }
    if (count > 0 && !text.isEmpty()) {
      texts.add(new Counted(text, count));
      if (texts.size() >= MOST_IN_MEMORY) {
        keepMostFrequent();
      }
    }
  }

  private void keepMostFrequent() {
    texts.sort(Counted.MOST_PAGES_FIRST);
    if (texts.size() > MOST_TEXTS) {
      texts.subList(MOST_TEXTS, texts.size()).clear();
    }
  }

  /** All links to a target have been seen. */
  private void finish(@Nullable BytesRef target, int place) throws IOException {
    if (target != null && place != NOWHERE) {
      linked.set(place);
      update(target, place, IndexFields.LINKING_PAGES, linkingPages);
      update(target, place, IndexFields.LINKING_HOSTS, linkingHosts);
      BytesRef leads = leads(target, place);
      if (!texts.isEmpty() && leads != null) {
        writer.addDocument(document(leads));
      }
    }
    texts.clear();
    targetNumber++;
    linkingPages = 0;
    linkingHosts = 0;
  }

  /** Pages to which no link leads any more have the numbers of an earlier pass. */
  private void forgetOthers() throws IOException {
    Set<String> url = Set.of(IndexFields.URL);
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues values = leaf.reader().getNumericDocValues(IndexFields.LINKING_PAGES);
      Bits live = leaf.reader().getLiveDocs();
      if (values == null) {
        continue;
      }
      for (int doc = values.nextDoc();
          doc != DocIdSetIterator.NO_MORE_DOCS;
          doc = values.nextDoc()) {
        if (values.longValue() > 0
            && !linked.get(leaf.docBase + doc)
            && (live == null || live.get(doc))) {
          String of = leaf.reader().storedFields().document(doc, url).get(IndexFields.URL);
          var id = new Term(IndexFields.ID, IndexFields.key(of));
          writer.updateNumericDocValue(id, IndexFields.LINKING_PAGES, 0L);
          writer.updateNumericDocValue(id, IndexFields.LINKING_HOSTS, 0L);
        }
      }
    }
  }

  private void update(BytesRef target, int place, String field, long value) throws IOException {
    LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(place, reader.leaves()));
    NumericDocValues values = leaf.reader().getNumericDocValues(field);
    if (values != null
        && values.advanceExact(place - leaf.docBase)
        && values.longValue() != value) {
      writer.updateNumericDocValue(new Term(IndexFields.ID, target), field, value);
    }
  }

  /** The page to which a target leads, over redirects; null if to none of the index. */
  private @Nullable BytesRef leads(BytesRef target, int place) throws IOException {
    BytesRef at = target;
    int doc = place;
    for (int i = 0; i <= MOST_REDIRECTS; i++) {
      LeafReaderContext leaf = reader.leaves().get(ReaderUtil.subIndex(doc, reader.leaves()));
      BinaryDocValues leads = leaf.reader().getBinaryDocValues(IndexFields.LEADS);
      if (leads == null || !leads.advanceExact(doc - leaf.docBase)) {
        return at;
      }
      at = BytesRef.deepCopyOf(leads.binaryValue());
      doc = place(at);
      if (doc == NOWHERE) {
        return null;
      }
    }
    return null;
  }

  private Document document(BytesRef leads) {
    keepMostFrequent();
    var all = new TreeSet<String>();
    for (Counted text : texts) {
      all.add(text.text());
    }
    var document = new Document();
    document.add(new StringField(IndexFields.KIND, IndexFields.ANCHORS, Field.Store.NO));
    document.add(new BinaryDocValuesField(IndexFields.LEADS, leads));
    for (String text : all) {
      document.add(new TextField(IndexFields.ANCHOR, Words.withParts(text), Field.Store.NO));
    }
    return document;
  }
}
