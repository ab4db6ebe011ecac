package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.items.Item;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.ledger.Verdict;
import dev.arachne.options.ItemOrder;
import dev.arachne.runtime.EventLoop;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The way of records from a crawl's pages to their output. Confined to the crawl's loop.
 *
 * <p>Records are committed with their page, as rows of the frontier's store; only then are they
 * written. So a decided page has its records in the output once, and an undecided page has no
 * records there, whenever a process dies.
 *
 * <p>With an order, records wait for the pages before theirs. The sequence of decided pages alone
 * determines which records are due when ({@link PageOrder} is a function of it), so the store keeps
 * this sequence. Each commit has its page, with its records, as a row that belongs to no file. It
 * also has, as rows of the output, the records that became due by this page: its own, or those of
 * pages that waited. The next process reads the pages again in the sequence of their commits, and
 * so restores the state of the last process. Records that were due then are in the output already.
 * At the end of the crawl the rows are deleted.
 *
 * <pre>
 *   commit    page   rows of the order    rows of the output
 *     1       /      /  -> a b c          records of /
 *     2       c      c                                                 c waits for a and b
 *     3       a      a                    records of a
 *     4       b      b                    records of b, records of c
 * </pre>
 *
 * <p>A record that waits for its detail page ({@link Joins}) has a slot of its page. The record
 * that fills the slot is a row of the order as well.
 *
 * <p>The price is that every page of such a crawl stays in the store until its end, and is read at
 * each start: an order is for lists, not for the web.
 */
public final class ItemOutput {
  private final Frontier frontier;
  private final ItemTarget target;
  private final Optional<PageOrder> order;

  /** Records that wait for other pages; empty if none do. */
  private Optional<Joins> joins = Optional.empty();

  /** The rows of the order. */
  private final List<OutputRecord> journal = new ArrayList<>();

  private ItemOutput(Frontier frontier, ItemTarget target, Optional<PageOrder> order) {
    this.frontier = frontier;
    this.target = target;
    this.order = order;
  }

  /** The pipeline of a crawl, where the last process that crawled left it. */
  public static ItemOutput of(
      ItemOrder items, ItemTarget target, List<CrawlUrl> roots, Frontier frontier) {
    Optional<PageOrder> order =
        switch (items) {
          case ARRIVAL -> Optional.empty();
          case PAGES -> Optional.of(new PageOrder(roots));
        };
    var pipeline = new ItemOutput(frontier, target, order);
    for (OutputRecord record : frontier.history().records()) {
      if (record.output().equals(Outputs.ORDER)) {
        order.ifPresent(its -> its.add(OrderEvent.read(record.bytes())));
        pipeline.committed(record);
      }
    }
    return pipeline;
  }

  /**
   * The same where records have fields of other pages.
   *
   * @param names brings URLs in records into the form that users know
   * @param fields whose fill rates are counted
   * @param room waits while the outputs have no room
   */
  public ItemOutput joining(
      EventLoop loop, UnaryOperator<Item> names, List<String> fields, Runnable room) {
    joins = Optional.of(new Joins(loop, frontier, this, target, names, fields, room));
    return this;
  }

  /** Joins records of the last process; called before the first page. */
  public void resume() {
    joins.ifPresent(Joins::resume);
  }

  /**
   * The part of records in the commit of a page; called before that of the next page is requested.
   *
   * @param found the discoveries of the page
   */
  public ItemCommit commit(
      Lease lease, Disposition.Final verdict, PageRecords page, List<Discovery> found) {
    return joins.isPresent()
        ? joins.get().commit(lease, verdict, page, found)
        : new ItemCommit(
            records(lease, verdict, page.ready(), List.of(), found), List.of(), List.of());
  }

  /** The commit of a page is over; waits for the commit of records that it completes. */
  public void committed(Lease lease, ItemCommit commit) {
    joins.ifPresent(its -> its.committed(lease, commit));
  }

  /** Takes in a verdict. */
  public void decided(Verdict verdict) {
    joins.ifPresent(its -> its.decided(verdict));
  }

  /**
   * The rows to commit with a page; called before the next page's rows are requested. Only first
   * visits have an order.
   *
   * @param records its records
   * @param slots the records behind these, in order; empty for one that waits
   * @param found the discoveries of the page
   */
  List<OutputRecord> records(
      Lease lease,
      Disposition.Final verdict,
      EncodedItems records,
      List<Optional<EncodedItems>> slots,
      List<Discovery> found) {
    OrderedPage page = OrderedPage.of(lease.url(), verdict, records, slots, found);
    return isOrdered(lease.visit()) ? ordered(page) : due(List.of(page));
  }

  /**
   * The rows to commit with a record that waited; called before other rows are requested.
   *
   * @param visit the visit of the page that has the record
   */
  List<OutputRecord> records(FilledSlot filled, int visit) {
    return isOrdered(visit) ? ordered(filled) : rows(filled.records());
  }

  private boolean isOrdered(int visit) {
    return order.isPresent() && visit == 1;
  }

  private List<OutputRecord> ordered(OrderEvent event) {
    List<OutputRecord> records = new ArrayList<>();
    records.add(new OutputRecord(Outputs.ORDER, event.toBytes()));
    records.addAll(due(order.orElseThrow().add(event)));
    return records;
  }

  /** A row of the order was committed. */
  public void committed(OutputRecord record) {
    journal.add(record.place());
  }

  /** Records that wait for the pages before theirs, or for their detail pages. */
  public long held() {
    return order.map(PageOrder::held).orElse(0L) + joins.map(Joins::waiting).orElse(0L);
  }

  /** Ends the pages, in this process and later ones: held records do not wait any longer. */
  public void end() {
    joins.ifPresent(Joins::end);
    if (order.isPresent()) {
      List<OutputRecord> rest = due(order.get().rest());
      frontier.settled(journal);
      frontier.record(rest);
    }
  }

  private List<OutputRecord> due(List<OrderedPage> pages) {
    return pages.stream()
        .flatMap(page -> page.encoded().stream())
        .flatMap(records -> rows(records).stream())
        .toList();
  }

  private List<OutputRecord> rows(EncodedItems records) {
    return records.count() == 0 ? List.of() : target.rows(records.bytes());
  }
}
