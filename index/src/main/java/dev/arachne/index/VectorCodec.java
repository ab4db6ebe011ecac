package dev.arachne.index;

import java.io.IOException;
import org.apache.lucene.codecs.Codec;
import org.apache.lucene.codecs.KnnVectorsFormat;
import org.apache.lucene.codecs.KnnVectorsReader;
import org.apache.lucene.codecs.KnnVectorsWriter;
import org.apache.lucene.codecs.lucene104.Lucene104Codec;
import org.apache.lucene.codecs.lucene99.Lucene99HnswVectorsFormat;
import org.apache.lucene.index.SegmentReadState;
import org.apache.lucene.index.SegmentWriteState;

/**
 * Lucene's own form of an index, for vectors longer than its default limit of 1,024 numbers.
 * Indexes in this form are read without this class.
 */
final class VectorCodec {
  private VectorCodec() {}

  static Codec codec() {
    var format = new LongVectors();
    return new Lucene104Codec() {
      @Override
      public KnnVectorsFormat getKnnVectorsFormatForField(String field) {
        return format;
      }
    };
  }

  private static final class LongVectors extends KnnVectorsFormat {
    private final KnnVectorsFormat its;

    LongVectors() {
      this(new Lucene99HnswVectorsFormat());
    }

    private LongVectors(KnnVectorsFormat its) {
      super(its.getName()); // The name by which the form is found again.
      this.its = its;
    }

    @Override
    public KnnVectorsWriter fieldsWriter(SegmentWriteState state) throws IOException {
      return its.fieldsWriter(state);
    }

    @Override
    public KnnVectorsReader fieldsReader(SegmentReadState state) throws IOException {
      return its.fieldsReader(state);
    }

    @Override
    public int getMaxDimensions(String field) {
      return UnitVectors.MOST_DIMENSIONS;
    }
  }
}
