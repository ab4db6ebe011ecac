package dev.arachne.crawl;

import dev.arachne.fetch.PageLoader;
import dev.arachne.output.LedgerConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * The extensions that a program has added to a crawl. Immutable.
 *
 * @param customizers of requests, in order
 * @param recorder of visits
 * @param loader makes the loader of a loop from the HTTP loader
 * @param filters of links, in order
 * @param processors of pages, in order
 * @param consumers of the ledger
 * @param executor of processors; empty for the crawl's own threads
 * @param membership the place of the crawl among several shards; empty if it is the only one
 */
record Extensions(
    List<RequestCustomizer> customizers,
    VisitRecorder recorder,
    UnaryOperator<PageLoader> loader,
    List<LinkFilter> filters,
    List<PageProcessor> processors,
    List<LedgerConsumer> consumers,
    Optional<Executor> executor,
    Optional<ShardMembership> membership) {
  /** No extensions. */
  static final Extensions NONE =
      new Extensions(
          List.of(),
          VisitRecorder.NONE,
          UnaryOperator.identity(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty());

  Extensions with(RequestCustomizer customizer) {
    return new Extensions(
        more(customizers, customizer),
        recorder,
        loader,
        filters,
        processors,
        consumers,
        executor,
        membership);
  }

  Extensions with(UnaryOperator<PageLoader> other) {
    return new Extensions(
        customizers, recorder, other, filters, processors, consumers, executor, membership);
  }

  Extensions with(VisitRecorder other) {
    return new Extensions(
        customizers, other, loader, filters, processors, consumers, executor, membership);
  }

  Extensions with(LinkFilter filter) {
    return new Extensions(
        customizers,
        recorder,
        loader,
        more(filters, filter),
        processors,
        consumers,
        executor,
        membership);
  }

  Extensions with(PageProcessor processor) {
    return new Extensions(
        customizers,
        recorder,
        loader,
        filters,
        more(processors, processor),
        consumers,
        executor,
        membership);
  }

  Extensions with(LedgerConsumer consumer) {
    return new Extensions(
        customizers,
        recorder,
        loader,
        filters,
        processors,
        more(consumers, consumer),
        executor,
        membership);
  }

  Extensions with(Executor other) {
    return new Extensions(
        customizers,
        recorder,
        loader,
        filters,
        processors,
        consumers,
        Optional.of(other),
        membership);
  }

  Extensions with(ShardMembership other) {
    return new Extensions(
        customizers,
        recorder,
        loader,
        filters,
        processors,
        consumers,
        executor,
        Optional.of(other));
  }

  private static <T> List<T> more(List<T> some, T another) {
    List<T> all = new ArrayList<>(some);
    all.add(another);
    return List.copyOf(all);
  }
}
