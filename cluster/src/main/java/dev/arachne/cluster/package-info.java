/**
 * One crawl by many machines, on Kafka Streams. The hosts are divided among shards; a shard is a
 * task of Streams, its rows are the task's store, and its commit is a transaction of Kafka. Workers
 * are equal: the worker that has a shard crawls its hosts, as one machine does.
 *
 * <pre>
 *   links (topic, a partition a shard)
 *     --> ShardTask: takes in discoveries        thread of Streams
 *            |  turns
 *         EngineStore: rows, links, verdicts     thread of the store
 *            |
 *         Frontier and the rest of the crawl     event loop
 * </pre>
 *
 * The rows may be touched by one thread at a time. {@link dev.arachne.cluster.Turns} hands them
 * from the thread of Streams to that of the shard's store and back. A transaction is committed
 * between two turns, so a batch of the shard is in it whole or not at all.
 *
 * <p>The common state of all shards goes through two more topics: orders, which are few and read by
 * all, and the state of each shard. The worker that has the first shard makes the orders that
 * follow from them ({@link dev.arachne.cluster.Coordinator}).
 */
@NullMarked
package dev.arachne.cluster;

import org.jspecify.annotations.NullMarked;
