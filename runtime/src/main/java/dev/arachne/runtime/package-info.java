/**
 * Waiting at almost no cost: coroutines on event loops, written as if they blocked.
 *
 * <pre>
 *   EventLoop         one thread: run queue, timers, one selector; EventLoopGroup: several of them
 *   Task              a coroutine and the promise of its result; TaskGroup: tasks that end together
 *   Promise           a value that is not there yet; set from any thread
 *   AsyncQueue        hands items between coroutines; Condition: "look again"
 *   Deadline, Timer   when a wait fails; when a callback runs
 *   World             where time, randomness and the events of sockets come from: the machine, or
 *                     a simulation, which the module of that name has
 * </pre>
 *
 * <p>Threading: the body of a task and every callback run on their loop, one at a time, each until
 * its next wait or its end, so state that belongs to a loop needs no lock. Only waits of this
 * package let other entries run meanwhile, and each takes a deadline. Other blocking calls (files,
 * the system's name resolution, foreign code) go through {@link
 * dev.arachne.runtime.EventLoop#offload} to threads that may block. Other loops and plain threads
 * may use {@code spawn}, {@code call}, {@code execute}, {@code Task} and {@code Promise};
 * everything else is confined to one loop, and is documented so.
 *
 * <p>To begin reading: {@code EventLoop.turn}, then {@code Waiter} (the one way to wait), then
 * {@code ScheduledCoroutine} (how a virtual thread is made to run only when its loop resumes it).
 */
@NullMarked
package dev.arachne.runtime;

import org.jspecify.annotations.NullMarked;
