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
 * @param seat the place of the crawl among several shards; empty if it is the only one
 */
record Stages(
    List<RequestCustomizer> customizers,
    VisitRecorder recorder,
    UnaryOperator<PageLoader> loader,
    List<LinkFilter> filters,
    List<PageProcessor> processors,
    List<LedgerConsumer> consumers,
    Optional<Executor> executor,
    Optional<Seat> seat) {
  /** No extensions. */
  static final Stages NONE =
      new Stages(
          List.of(),
          VisitRecorder.NONE,
          UnaryOperator.identity(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty());

  Stages with(RequestCustomizer customizer) {
    return new Stages(
        more(customizers, customizer),
        recorder,
        loader,
        filters,
        processors,
        consumers,
        executor,
        seat);
  }

  Stages with(UnaryOperator<PageLoader> other) {
    return new Stages(customizers, recorder, other, filters, processors, consumers, executor, seat);
  }

  Stages with(VisitRecorder other) {
    return new Stages(customizers, other, loader, filters, processors, consumers, executor, seat);
  }

  Stages with(LinkFilter filter) {
    return new Stages(
        customizers,
        recorder,
        loader,
        more(filters, filter),
        processors,
        consumers,
        executor,
        seat);
  }

  Stages with(PageProcessor processor) {
    return new Stages(
        customizers,
        recorder,
        loader,
        filters,
        more(processors, processor),
        consumers,
        executor,
        seat);
  }

  Stages with(LedgerConsumer consumer) {
    return new Stages(
        customizers,
        recorder,
        loader,
        filters,
        processors,
        more(consumers, consumer),
        executor,
        seat);
  }

  Stages with(Executor other) {
    return new Stages(
        customizers, recorder, loader, filters, processors, consumers, Optional.of(other), seat);
  }

  Stages with(Seat other) {
    return new Stages(
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
