package dev.arachne.output;

import dev.arachne.frontier.Frontier;
import dev.arachne.frontier.Lease;
import dev.arachne.ledger.Discovery;
import dev.arachne.ledger.Disposition;
import dev.arachne.ledger.OutputRecord;
import dev.arachne.options.ItemOrder;
import dev.arachne.url.CrawlUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
 * <p>The price is that every page of such a crawl stays in the store until its end, and is read at
 * each start: an order is for lists, not for the web.
 */
public final class ItemOutput {
  private final Frontier frontier;
  private final ItemTarget target;
  private final Optional<PageOrder> order;

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
        order.ifPresent(its -> its.add(OrderedPage.read(record.bytes())));
        pipeline.committed(record);
      }
    }
    return pipeline;
  }

  /**
   * The rows to commit with a page; called before the next page's rows are requested. Only first
   * visits have an order.
   *
   * @param count how many records it has
   * @param bytes these records, as their {@link ItemTarget} has them
   * @param found the discoveries of the page
   */
  public List<OutputRecord> records(
      Lease lease, Disposition.Final verdict, int count, byte[] bytes, List<Discovery> found) {
    OrderedPage page = OrderedPage.of(lease.url(), verdict, count, bytes, found);
    List<OutputRecord> records = new ArrayList<>();
    if (order.isPresent() && lease.visit() == 1) {
      records.add(new OutputRecord(Outputs.ORDER, page.toBytes()));
      records.addAll(due(order.get().add(page)));
    } else {
      records.addAll(due(List.of(page)));
    }
    return records;
  }

  /** A row of the order was committed. */
  public void committed(OutputRecord record) {
    journal.add(record.place());
  }

  /** Records that wait for the pages before theirs. */
  public long held() {
    return order.map(PageOrder::held).orElse(0L);
  }

  /** Ends the pages, in this process and later ones: held records do not wait any longer. */
  public void end() {
    if (order.isPresent()) {
      List<OutputRecord> rest = due(order.get().rest());
      frontier.settled(journal);
      frontier.record(rest);
    }
  }

  private List<OutputRecord> due(List<OrderedPage> pages) {
    return pages.stream()
        .filter(page -> page.count() > 0)
        .flatMap(page -> target.rows(page.records()).stream())
        .toList();
  }
}
