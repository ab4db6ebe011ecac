package dev.arachne.crawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.UnaryOperator;

/**
 * What a program has docked to a crawl. Immutable.
 *
 * @param customizers of requests, in order
 * @param recorder of visits
 * @param loader makes the loader of a loop of the one by HTTP
 * @param filters of links, in order
 * @param processors of pages, in order
 * @param consumers of the ledger
 * @param executor of processors; empty for threads of the crawl's own
 */
record Stages(
    List<RequestCustomizer> customizers,
    VisitRecorder recorder,
    UnaryOperator<PageLoader> loader,
    List<LinkFilter> filters,
    List<PageProcessor> processors,
    List<LedgerConsumer> consumers,
    Optional<Executor> executor) {
  /** Nothing. */
  static final Stages NONE =
      new Stages(
          List.of(),
          VisitRecorder.NONE,
          UnaryOperator.identity(),
          List.of(),
          List.of(),
          List.of(),
          Optional.empty());

  Stages with(RequestCustomizer customizer) {
    return new Stages(
        more(customizers, customizer), recorder, loader, filters, processors, consumers, executor);
  }

  Stages with(UnaryOperator<PageLoader> other) {
    return new Stages(customizers, recorder, other, filters, processors, consumers, executor);
  }

  Stages with(VisitRecorder other) {
    return new Stages(customizers, other, loader, filters, processors, consumers, executor);
  }

  Stages with(LinkFilter filter) {
    return new Stages(
        customizers, recorder, loader, more(filters, filter), processors, consumers, executor);
  }

  Stages with(PageProcessor processor) {
    return new Stages(
        customizers, recorder, loader, filters, more(processors, processor), consumers, executor);
  }

  Stages with(LedgerConsumer consumer) {
    return new Stages(
        customizers, recorder, loader, filters, processors, more(consumers, consumer), executor);
  }

  Stages with(Executor other) {
    return new Stages(
        customizers, recorder, loader, filters, processors, consumers, Optional.of(other));
  }

  private static <T> List<T> more(List<T> some, T another) {
    List<T> all = new ArrayList<>(some);
    all.add(another);
    return List.copyOf(all);
  }
}
