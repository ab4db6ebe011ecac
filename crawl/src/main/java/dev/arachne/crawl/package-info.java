/**
 * A crawl, from its seeds to its report, for programs that embed one.
 *
 * <p>Start with {@link dev.arachne.crawl.Crawl}:
 *
 * <pre>{@code
 * CrawlReport report =
 *     Crawl.of("example.com")
 *         .process(
 *             page ->
 *                 System.out.println(page.url() + " " + page.document().select("title").text()))
 *         .run();
 * }</pre>
 *
 * <p>{@link dev.arachne.options.CrawlOptions} give the scope of the crawl, its politeness, and its
 * directory. A program extends a crawl at these points:
 *
 * <ul>
 *   <li>during a visit: {@link dev.arachne.crawl.RequestCustomizer}, {@link
 *       dev.arachne.fetch.PageLoader}, {@link dev.arachne.crawl.VisitRecorder}, {@link
 *       dev.arachne.crawl.LinkFilter}, {@link dev.arachne.crawl.PageProcessor} and {@link
 *       dev.arachne.crawl.Scraper}, in this order;
 *   <li>after the commit: {@link dev.arachne.output.LedgerConsumer} and {@link
 *       dev.arachne.output.ItemSink};
 *   <li>independently of both: {@link dev.arachne.crawl.CrawlListener}, {@link
 *       dev.arachne.report.CrawlProgress}.
 * </ul>
 *
 * <p>{@link dev.arachne.directory.CrawlStatus} and {@link dev.arachne.directory.UrlStory} read a
 * crawl that is kept in a directory. Tests of a program crawl sites in virtual time: {@link
 * dev.arachne.crawl.Crawl#runOnLoop}.
 *
 * <p>Threading: a {@code Crawl} is built by one thread; any thread may watch and stop it. The
 * threads of an extension are described on its own page.
 *
 * <p>Errors: a mistake of the user is a {@link dev.arachne.options.UsageException}, before the
 * first request; an output that cannot be written any more is an {@link java.io.IOException}. A
 * failure of one URL is its verdict, not an exception.
 */
@NullMarked
package dev.arachne.crawl;

import org.jspecify.annotations.NullMarked;
