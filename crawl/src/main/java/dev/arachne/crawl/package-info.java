/**
 * A crawl, from its roots to its report, for programs that embed one.
 *
 * <p>Start with {@link dev.arachne.crawl.Crawl}:
 *
 * <pre>{@code
 * CrawlReport report =
 *     Crawl.of("example.com")
 *         .process(page -> System.out.println(page.url() + " " + page.document().select("title").text()))
 *         .run();
 * }</pre>
 *
 * <p>{@link dev.arachne.options.CrawlOptions} say what is crawled, how politely, and where it is
 * kept. What a program adds to a crawl docks at one of these:
 *
 * <ul>
 *   <li>at a visit: {@link dev.arachne.crawl.RequestCustomizer}, {@link
 *       dev.arachne.fetch.PageLoader}, {@link dev.arachne.crawl.VisitRecorder}, {@link
 *       dev.arachne.crawl.LinkFilter}, {@link dev.arachne.crawl.PageProcessor} and {@link
 *       dev.arachne.crawl.Scraper}, in this order;
 *   <li>behind the commit: {@link dev.arachne.output.LedgerConsumer} and {@link
 *       dev.arachne.output.ItemSink};
 *   <li>beside it: {@link dev.arachne.crawl.CrawlListener}, {@link
 *       dev.arachne.report.CrawlProgress}.
 * </ul>
 *
 * <p>A crawl that is kept in a directory is looked at by {@link dev.arachne.directory.CrawlStatus}
 * and {@link dev.arachne.directory.UrlStory}. Tests of a program crawl sites in virtual time:
 * {@link dev.arachne.crawl.Crawl#runOnLoop}.
 *
 * <p>Threading: a {@code Crawl} is made by one thread; it may be watched and stopped from any. What
 * docks at it is called as its own page says.
 *
 * <p>Errors: a mistake of the user is a {@link dev.arachne.options.UsageException}, before anything
 * is fetched; an output that cannot be written any more is an {@link java.io.IOException}. What is
 * wrong with one URL is its verdict, and no exception.
 */
@NullMarked
package dev.arachne.crawl;

import org.jspecify.annotations.NullMarked;
