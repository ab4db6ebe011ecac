package dev.arachne.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.bn.BengaliAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.ckb.SoraniAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.et.EstonianAnalyzer;
import org.apache.lucene.analysis.eu.BasqueAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.ga.IrishAnalyzer;
import org.apache.lucene.analysis.gl.GalicianAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.hy.ArmenianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.lt.LithuanianAnalyzer;
import org.apache.lucene.analysis.lv.LatvianAnalyzer;
import org.apache.lucene.analysis.ne.NepaliAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sr.SerbianAnalyzer;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.ta.TamilAnalyzer;
import org.apache.lucene.analysis.te.TeluguAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.PositionIncrementAttribute;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;
import org.apache.lucene.util.BytesRef;

/**
 * How words of each language become terms: stems, by Lucene's analyzers. Words of all languages are
 * kept, also the most frequent, since a phrase may have them. Thread-safe.
 */
final class Analyzers {
  /** The analyzer of texts whose language is unknown or has no analyzer: words in lower case. */
  static final Analyzer NEUTRAL = new StandardAnalyzer(CharArraySet.EMPTY_SET);

  private static final CharArraySet NONE = CharArraySet.EMPTY_SET;
  private static final ConcurrentHashMap<String, Analyzer> MADE = new ConcurrentHashMap<>();

  private Analyzers() {}

  /**
   * A term of a text.
   *
   * @param from where its word begins in the text
   * @param to where it ends
   * @param position in the text, from 0
   */
  record Term(BytesRef term, int from, int to, int position) {}

  /** The first part of a language tag, in lower case, by which analyzers are chosen. */
  static String subtag(String language) {
    int end = 0;
    while (end < language.length() && Character.isLetter(language.charAt(end))) {
      end++;
    }
    return language.substring(0, end).toLowerCase(Locale.ROOT);
  }

  /** The analyzer of a language, by its subtag. */
  static Analyzer of(String subtag) {
    Analyzer made = MADE.get(subtag);
    if (made != null) {
      return made;
    }
    Analyzer its = make(subtag);
    if (its == NEUTRAL) {
      return NEUTRAL; // Pages and queries may state any number of languages that there are not.
    }
    Analyzer other = MADE.putIfAbsent(subtag, its);
    return other == null ? its : other;
  }

  /** The terms of a text, at most {@code most}. */
  static List<Term> terms(Analyzer analyzer, String text, int most) {
    List<Term> terms = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream("", text)) {
      TermToBytesRefAttribute term = stream.addAttribute(TermToBytesRefAttribute.class);
      OffsetAttribute offset = stream.addAttribute(OffsetAttribute.class);
      PositionIncrementAttribute step = stream.addAttribute(PositionIncrementAttribute.class);
      stream.reset();
      int position = -1;
      while (terms.size() < most && stream.incrementToken()) {
        position += step.getPositionIncrement();
        terms.add(
            new Term(
                BytesRef.deepCopyOf(term.getBytesRef()),
                offset.startOffset(),
                offset.endOffset(),
                Math.max(0, position)));
      }
      return terms;
    } catch (IOException e) {
      throw new UncheckedIOException("a text in memory cannot be read", e);
    }
  }

  private static Analyzer make(String subtag) {
    return switch (subtag) {
      case "ar" -> new ArabicAnalyzer(NONE);
      case "bg" -> new BulgarianAnalyzer(NONE);
      case "bn" -> new BengaliAnalyzer(NONE);
      case "ca" -> new CatalanAnalyzer(NONE);
      case "ckb" -> new SoraniAnalyzer(NONE);
      case "cs" -> new CzechAnalyzer(NONE);
      case "da" -> new DanishAnalyzer(NONE);
      case "de" -> new GermanAnalyzer(NONE);
      case "el" -> new GreekAnalyzer(NONE);
      case "en" -> new EnglishAnalyzer(NONE);
      case "es" -> new SpanishAnalyzer(NONE);
      case "et" -> new EstonianAnalyzer(NONE);
      case "eu" -> new BasqueAnalyzer(NONE);
      case "fa" -> new PersianAnalyzer(NONE);
      case "fi" -> new FinnishAnalyzer(NONE);
      case "fr" -> new FrenchAnalyzer(NONE);
      case "ga" -> new IrishAnalyzer(NONE);
      case "gl" -> new GalicianAnalyzer(NONE);
      case "hi" -> new HindiAnalyzer(NONE);
      case "hu" -> new HungarianAnalyzer(NONE);
      case "hy" -> new ArmenianAnalyzer(NONE);
      case "id" -> new IndonesianAnalyzer(NONE);
      case "it" -> new ItalianAnalyzer(NONE);
      case "ja", "ko", "zh" -> new CJKAnalyzer(NONE);
      case "lt" -> new LithuanianAnalyzer(NONE);
      case "lv" -> new LatvianAnalyzer(NONE);
      case "nb", "nn", "no" -> new NorwegianAnalyzer(NONE);
      case "ne" -> new NepaliAnalyzer(NONE);
      case "nl" -> new DutchAnalyzer(NONE);
      case "pt" -> new PortugueseAnalyzer(NONE);
      case "ro" -> new RomanianAnalyzer(NONE);
      case "ru" -> new RussianAnalyzer(NONE);
      case "sr" -> new SerbianAnalyzer(NONE);
      case "sv" -> new SwedishAnalyzer(NONE);
      case "ta" -> new TamilAnalyzer(NONE);
      case "te" -> new TeluguAnalyzer(NONE);
      case "th" -> new ThaiAnalyzer(NONE);
      case "tr" -> new TurkishAnalyzer(NONE);
      default -> NEUTRAL;
    };
  }
}
