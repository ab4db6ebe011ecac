package dev.arachne.index;

import dev.arachne.options.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.lucene.document.BinaryDocValuesField;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.NumericDocValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;

/*
 * Pages are indexed without vectors, and this pass adds the missing ones: a page does not wait for
 * a model, and pages for which a model failed are retried by the next pass. A vector is a small
 * document of its own, as the texts of links are, with the position of the verdict whose page it is
 * of. PageIndex removes it with that page, in the same commit. All vectors of a page are in one
 * commit, too, so a kill leaves a page with all of them or with none.
 */

/**
 * Adds vectors to the pages of an index that lack them, by a model that reads their passages. It
 * reads the texts that the index has, and changes only vectors.
 */
public final class VectorIndexing {
  /** Pages between two commits, whose vectors a kill can lose. */
  private static final int PAGES_A_COMMIT = 500;

  /** Characters of a text that is not cut any shorter for a model that refuses it. */
  private static final int SHORTEST = 150;

  /**
   * A text that every model accepts: it shows the dimension, and whether the model or a text is at
   * fault.
   */
  private static final String PROBE = "a page of a site";

  private final IndexWriter writer;
  private final PageIndex.State state;
  private final Embedding embedding;
  private final BooleanSupplier isStopped;
  private int dimension;
  private long pages;
  private long refused;
  private int uncommitted;

  /** A page without vectors. */
  private record Page(String key, long position, List<Passage> passages) {}

  private VectorIndexing(
      IndexWriter writer, PageIndex.State state, Embedding embedding, BooleanSupplier isStopped) {
    this.writer = writer;
    this.state = state;
    this.embedding = embedding;
    this.isStopped = isStopped;
    this.dimension = state.dimension();
  }

  /**
   * The model of which the index of a crawl has vectors; empty if it has none, or there is no
   * index.
   *
   * @throws IOException if the index cannot be read
   */
  public static Optional<String> model(Path crawl) throws IOException {
    Path index = PageIndex.directory(crawl);
    if (!Files.isDirectory(index)) {
      return Optional.empty();
    }
    LuceneLogging.lucene();
    try (FSDirectory directory = FSDirectory.open(index)) {
      return Optional.of(PageIndex.State.of(directory).model()).filter(its -> !its.isEmpty());
    }
  }

  /**
   * Checks that the index of a crawl has no vectors of another model.
   *
   * @throws UsageException if it has; the message has the commands that resolve this
   * @throws IOException if the index cannot be read
   */
  public static void check(Path crawl, String model) throws UsageException, IOException {
    Optional<String> its = model(crawl);
    if (its.isPresent() && !its.get().equals(model)) {
      throw new UsageException(
          PageIndex.directory(crawl).toString(),
          "its vectors are of the model %s, not %s; use --embedding-model %1$s, or delete it and type arachne index %s"
              .formatted(its.get(), model, crawl));
    }
  }

  /**
   * Makes the vectors of the pages that lack them. If the model fails, the report says so instead
   * of an exception; finished vectors stay, and the next call continues.
   *
   * @param isStopped called now and then, by the calling thread, to end early
   * @throws UsageException if there is no index, another process writes it, or its vectors are of
   *     another model
   * @throws IOException if the index cannot be read or written
   */
  public static VectorReport of(Path crawl, Embedding embedding, BooleanSupplier isStopped)
      throws UsageException, IOException {
    check(crawl, embedding.model());
    try (FSDirectory directory = PageIndex.existing(crawl)) {
      PageIndex.State state = PageIndex.State.of(directory);
      IndexWriter writer = PageIndex.opened(crawl, () -> new IndexWriter(directory, config()));
      try {
        return new VectorIndexing(writer, state, embedding, isStopped).run();
      } finally {
        writer.rollback();
      }
    }
  }

  private static IndexWriterConfig config() {
    return PageIndex.config(Analyzers.NEUTRAL)
        .setCodec(VectorCodec.codec())
        .setOpenMode(IndexWriterConfig.OpenMode.APPEND);
  }

  private VectorReport run() throws UsageException, IOException {
    Optional<EmbeddingException> failure = Optional.empty();
    long pending = 0;
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      List<int[]> waiting = waiting(reader);
      try {
        embed(reader, waiting);
      } catch (EmbeddingException e) {
        failure = Optional.of(e);
      }
      for (int[] docs : waiting) {
        pending += docs.length;
      }
    }
    commit();
    return new VectorReport(
        embedding.model(), pages, refused, Math.max(0, pending - pages - refused), failure);
  }

  /** The pages of each part of the index that lack vectors and have text. */
  private static List<int[]> waiting(DirectoryReader reader) throws IOException {
    long[] done = positions(reader);
    List<int[]> waiting = new ArrayList<>();
    for (LeafReaderContext leaf : reader.leaves()) {
      var docs = new Ints();
      NumericDocValues positions = leaf.reader().getNumericDocValues(IndexFields.POSITION);
      each(
          leaf.reader(),
          IndexFields.PAGE,
          doc -> {
            if (positions.advanceExact(doc)
                && Arrays.binarySearch(done, positions.longValue()) < 0
                && !page(leaf.reader().storedFields(), doc, 0).passages().isEmpty()) {
              docs.add(doc);
            }
          });
      waiting.add(docs.all());
    }
    return waiting;
  }

  /** The positions of pages that have vectors, in their order. */
  private static long[] positions(DirectoryReader reader) throws IOException {
    var all = LongStream.builder();
    for (LeafReaderContext leaf : reader.leaves()) {
      NumericDocValues positions = leaf.reader().getNumericDocValues(IndexFields.POSITION);
      each(
          leaf.reader(),
          IndexFields.PASSAGE,
          doc -> {
            if (positions.advanceExact(doc)) {
              all.add(positions.longValue());
            }
          });
    }
    return all.build().sorted().distinct().toArray();
  }

  @FunctionalInterface
  private interface Docs {
    void take(int doc) throws IOException;
  }

  private static void each(LeafReader reader, String kind, Docs docs) throws IOException {
    PostingsEnum all = reader.postings(new Term(IndexFields.KIND, kind), PostingsEnum.NONE);
    Bits live = reader.getLiveDocs();
    if (all != null) {
      for (int doc = all.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = all.nextDoc()) {
        if (live == null || live.get(doc)) {
          docs.take(doc);
        }
      }
    }
  }

  private static final class Ints {
    private int[] values = new int[64];
    private int size;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }

    int[] all() {
      return Arrays.copyOf(values, size);
    }
  }

  private static Page page(StoredFields fields, int doc, long position) throws IOException {
    Document document = fields.document(doc);
    return new Page(
        IndexFields.key(value(document, IndexFields.URL)),
        position,
        Passage.of(value(document, IndexFields.TITLE), value(document, IndexFields.TEXT)));
  }

  private static String value(Document document, String field) {
    String value = document.get(field);
    return value == null ? "" : value;
  }

  private void embed(DirectoryReader reader, List<int[]> waiting)
      throws UsageException, EmbeddingException, IOException {
    List<Page> batch = new ArrayList<>();
    int texts = 0;
    for (int i = 0; i < waiting.size(); i++) {
      LeafReader leaf = reader.leaves().get(i).reader();
      NumericDocValues positions = leaf.getNumericDocValues(IndexFields.POSITION);
      StoredFields fields = leaf.storedFields();
      for (int doc : waiting.get(i)) {
        if (isStopped.getAsBoolean()) {
          return;
        }
        positions.advanceExact(doc);
        Page page = page(fields, doc, positions.longValue());
        if (texts + page.passages().size() > Embedding.MOST_TEXTS) {
          embed(batch);
          batch.clear();
          texts = 0;
        }
        batch.add(page);
        texts += page.passages().size();
      }
    }
    embed(batch);
  }

  private void embed(List<Page> batch) throws UsageException, EmbeddingException, IOException {
    if (batch.isEmpty()) {
      return;
    }
    if (pages == 0 && refused == 0) {
      probe();
    }
    List<String> texts = new ArrayList<>();
    batch.forEach(page -> page.passages().forEach(passage -> texts.add(passage.text())));
    List<Optional<float[]>> vectors = vectors(texts);
    int at = 0;
    for (Page page : batch) {
      put(page, vectors.subList(at, at + page.passages().size()));
      at += page.passages().size();
      if (++uncommitted >= PAGES_A_COMMIT) {
        commit();
      }
    }
  }

  /** Learns the dimension, or checks that it is still that of the index. */
  private void probe() throws UsageException, EmbeddingException {
    int its = UnitVectors.of(List.of(PROBE), embedding, 0).getFirst().length;
    if (dimension > 0 && its != dimension) {
      throw new UsageException(
          embedding.name(),
          "%s has vectors of %s numbers here, and of %s in the index; use the endpoint that made those"
              .formatted(embedding.model(), its, dimension));
    }
    dimension = its;
  }

  private List<Optional<float[]>> vectors(List<String> texts) throws EmbeddingException {
    try {
      return UnitVectors.of(texts, embedding, dimension).stream().map(Optional::of).toList();
    } catch (EmbeddingException e) {
      if (!e.mayBeOfTheTexts()) {
        throw e;
      }
      return oneByOne(texts);
    }
  }

  private List<Optional<float[]>> oneByOne(List<String> texts) throws EmbeddingException {
    List<Optional<float[]>> vectors = new ArrayList<>();
    for (String text : texts) {
      vectors.add(vector(text));
    }
    return vectors;
  }

  /** The vector of a text, or of its beginning; empty if the model refuses that as well. */
  private Optional<float[]> vector(String text) throws EmbeddingException {
    String taken = text;
    while (true) {
      try {
        return Optional.of(UnitVectors.of(List.of(taken), embedding, dimension).getFirst());
      } catch (EmbeddingException e) {
        if (!e.mayBeOfTheTexts() || e.kind() == EmbeddingException.Kind.SLOW) {
          throw e;
        }
        if (taken.length() <= SHORTEST) {
          UnitVectors.of(List.of(PROBE), embedding, dimension); // Or it is not the text's fault.
          return Optional.empty();
        }
        taken = taken.substring(0, taken.length() / 2);
      }
    }
  }

  private void put(Page page, List<Optional<float[]>> vectors) throws IOException {
    List<Document> documents = new ArrayList<>();
    for (int i = 0; i < vectors.size(); i++) {
      if (vectors.get(i).isPresent()) {
        Document document = document(page);
        Passage passage = page.passages().get(i);
        document.add(new NumericDocValuesField(IndexFields.PASSAGE_FROM, passage.from()));
        document.add(new NumericDocValuesField(IndexFields.PASSAGE_TO, passage.to()));
        document.add(
            new KnnFloatVectorField(
                IndexFields.VECTOR, vectors.get(i).get(), VectorSimilarityFunction.DOT_PRODUCT));
        documents.add(document);
      }
    }
    if (documents.isEmpty()) {
      documents.add(document(page)); // Otherwise it would be tried again each time.
      refused++;
    } else {
      pages++;
    }
    writer.addDocuments(documents);
  }

  private static Document document(Page page) {
    var document = new Document();
    document.add(new StringField(IndexFields.KIND, IndexFields.PASSAGE, Field.Store.NO));
    document.add(new StringField(IndexFields.OF, page.key(), Field.Store.NO));
    document.add(new BinaryDocValuesField(IndexFields.LEADS, new BytesRef(page.key())));
    document.add(new NumericDocValuesField(IndexFields.POSITION, page.position()));
    return document;
  }

  private void commit() throws IOException {
    if (uncommitted > 0) {
      writer.setLiveCommitData(state.withVectors(embedding.model(), dimension).data().entrySet());
      writer.commit();
      uncommitted = 0;
    }
  }
}
