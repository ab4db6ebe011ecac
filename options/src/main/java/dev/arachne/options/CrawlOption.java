package dev.arachne.options;

import dev.arachne.options.OptionSwitch.Form;
import dev.arachne.options.OptionSwitch.Meaning;
import dev.arachne.options.OptionSwitch.Verb;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * An option of a crawl: a row of {@link OptionTable}. Immutable.
 *
 * @param <T> the type of its values
 */
public final class CrawlOption<T> {

  /** The titles under which help lists options, in their order. */
  public enum Section {
    START(""),
    SCRAPING("Scraping"),
    SCOPE("Scope and limits"),
    MANNERS("Politeness and robots.txt"),
    SITES("Cookies, logins, proxies"),
    NETWORK("Network"),
    RENDERING("JavaScript"),
    STORAGE("Storage"),
    OUTPUT("Output");

    private final String title;

    Section(String title) {
      this.title = title;
    }

    /** The title; empty for the section before all titles. */
    public String title() {
      return title;
    }
  }

  /** The effect of another value on a crawl that is kept in a directory. */
  public enum Weight {
    /**
     * Another value is another crawl: the option decides which URLs belong to it, or its outputs.
     */
    IDENTIFIES,
    /** Another value does not make it another crawl: it may change at each start. */
    CHANGEABLE,
    /** The option is about a start of the crawl, and is not kept. */
    OF_A_START,
    /** The value is secret: only its presence is kept, and a start without it is refused. */
    SECRET
  }

  private final String name;
  private final Section section;
  private final Weight weight;
  private final boolean isInLedger;
  private final OptionType<T> type;
  private final T usual;
  private final String usually;
  private final Function<CrawlOptions, T> getter;
  private final List<OptionSwitch<T>> switches;

  private CrawlOption(Row<T> row) {
    this.name = row.name;
    this.section = row.section;
    this.weight = row.weight;
    this.isInLedger = row.isInLedger;
    this.type = row.type;
    this.usual = row.usual;
    this.usually = row.usually;
    this.getter = row.getter;
    this.switches = List.copyOf(row.switches);
  }

  /** Its name in stored options: lower case, with hyphens. */
  public String name() {
    return name;
  }

  /** The section of help that lists it. */
  public Section section() {
    return section;
  }

  /** The effect of another value on a kept crawl. */
  public Weight weight() {
    return weight;
  }

  /**
   * Whether it is written to the ledger: hosts are promised something by it, and audits judge it.
   */
  public boolean isInLedger() {
    return isInLedger;
  }

  /** The type of its values. */
  public OptionType<T> type() {
    return type;
  }

  /** Its default. */
  public T usual() {
    return usual;
  }

  /** Its default, in words; empty if its help has it. */
  public String usually() {
    return usually.isEmpty() && switches.getFirst().form() != Form.FLAG
        ? String.join(",", type.texts(usual))
        : usually;
  }

  /** Its value in {@code options}. */
  public T of(CrawlOptions options) {
    return getter.apply(options);
  }

  /** How it is typed; one at least. */
  public List<OptionSwitch<T>> switches() {
    return switches;
  }

  /** The help of one of its switches: the first one has the option's default. */
  public String help(OptionSwitch<T> its) {
    boolean tells = its == switches.getFirst() && !usually().isEmpty();
    return tells ? its.help() + " Default: " + usually() + "." : its.help();
  }

  /**
   * Checks that the option can have a value.
   *
   * @throws IllegalArgumentException if not; the message begins with the option's name
   */
  void check(T value) {
    try {
      type.check(value);
    } catch (IllegalArgumentException e) {
      throw named(e);
    }
  }

  /**
   * Gives {@code builder} the value of these texts.
   *
   * @throws IllegalArgumentException if the texts are not a value; the message begins with the
   *     option's name
   */
  void read(List<String> texts, CrawlOptions.Builder builder) {
    try {
      builder.set(this, type.read(texts));
    } catch (IllegalArgumentException e) {
      throw named(e);
    }
  }

  private IllegalArgumentException named(IllegalArgumentException e) {
    return new IllegalArgumentException(name + ": " + e.getMessage(), e);
  }

  @Override
  public String toString() {
    return name;
  }

  /** A row that is being written. Each switch is valid for all verbs unless the row limits it. */
  static final class Row<T> {
    private final String name;
    private final Section section;
    private final OptionType<T> type;
    private final T usual;
    private final Function<CrawlOptions, T> getter;
    private Weight weight = Weight.IDENTIFIES;
    private boolean isInLedger;
    private String usually = "";
    private final List<OptionSwitch<T>> switches = new ArrayList<>();

    Row(
        Section section,
        String name,
        OptionType<T> type,
        T usual,
        Function<CrawlOptions, T> getter) {
      this.section = section;
      this.name = name;
      this.type = type;
      this.usual = usual;
      this.getter = getter;
    }

    /** Lets the option change at each start. */
    Row<T> changeable() {
      weight = Weight.CHANGEABLE;
      return this;
    }

    /** Makes an option that is not kept. */
    Row<T> ofAStart() {
      weight = Weight.OF_A_START;
      return this;
    }

    /** Makes an option whose value is not kept; only its presence is. */
    Row<T> secret() {
      weight = Weight.SECRET;
      return this;
    }

    /** Writes the option to the ledger. */
    Row<T> inLedger() {
      isInLedger = true;
      return this;
    }

    /** The default in words, where it is not simply its text. */
    Row<T> usually(String words) {
      usually = words;
      return this;
    }

    Row<T> value(String names, String label, String help) {
      return value(names, label, type::typed, help);
    }

    Row<T> value(String names, String label, Function<String, T> reader, String help) {
      return add(names, label, Form.VALUE, new Meaning.Reads<>(reader), help);
    }

    Row<T> possibleValue(String names, String label, String help) {
      return add(names, label, Form.POSSIBLE_VALUE, new Meaning.Reads<>(type::typed), help);
    }

    Row<T> values(String names, String label, String help) {
      return add(names, label, Form.VALUES, new Meaning.Reads<>(type::typed), help);
    }

    Row<T> values(String names, String label, Function<String, T> reader, String help) {
      return add(names, label, Form.VALUES, new Meaning.Reads<>(reader), help);
    }

    Row<T> lists(String names, String label, String help) {
      return add(names, label, Form.LISTS, new Meaning.Reads<>(type::typed), help);
    }

    Row<T> flag(String names, T value, String help) {
      return add(names, "", Form.FLAG, new Meaning.Sets<>(value), help);
    }

    Row<T> changing(String names, UnaryOperator<T> change, String help) {
      return add(names, "", Form.FLAG, new Meaning.Changes<>(change), help);
    }

    /** A switch that the verb reads by itself. */
    Row<T> special(String names, String label, Form form, String help) {
      return add(names, label, form, new Meaning.Special<>(), help);
    }

    private Row<T> add(String names, String label, Form form, Meaning<T> meaning, String help) {
      Set<Verb> everywhere = EnumSet.allOf(Verb.class);
      switches.add(new OptionSwitch<>(names, label, form, everywhere, meaning, help));
      return this;
    }

    /** Limits the last switch to these verbs. */
    Row<T> on(Verb first, Verb... others) {
      switches.add(switches.removeLast().on(first, others));
      return this;
    }

    CrawlOption<T> made() {
      return new CrawlOption<>(this);
    }
  }
}
