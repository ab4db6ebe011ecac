package dev.arachne.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongBiFunction;
import org.apache.kafka.streams.errors.TaskAssignmentException;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.assignment.ApplicationState;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsAssignment.AssignedTask;
import org.apache.kafka.streams.processor.assignment.KafkaStreamsState;
import org.apache.kafka.streams.processor.assignment.ProcessId;
import org.apache.kafka.streams.processor.assignment.TaskAssignor;

/**
 * Which worker has which shards, and copies of which others, by {@link ShardPlaces}. Streams makes
 * it by its name, and uses that of one worker for each assignment.
 */
public final class ShardAssignor implements TaskAssignor {
  /** The time after which one worker asks for places again: shards may have copies to move to. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  /** An assignor without state. */
  public ShardAssignor() {}

  @Override
  public TaskAssignment assign(ApplicationState state) {
    SortedMap<ProcessId, ShardPlaces.Present<TaskId>> now = new TreeMap<>();
    for (KafkaStreamsState each : state.kafkaStreamsStates(false).values()) {
      now.put(
          each.processId(),
          new ShardPlaces.Present<>(
              each.numProcessingThreads(),
              each.previousActiveTasks(),
              each.previousStandbyTasks()));
    }
    var places =
        ShardPlaces.of(
            now,
            new TreeSet<>(state.allTasks().keySet()),
            state.assignmentConfigs().numStandbyReplicas(),
            lags(state));
    List<KafkaStreamsAssignment> all = new ArrayList<>();
    places
        .shards()
        .forEach((process, tasks) -> {
          Set<AssignedTask> its = new HashSet<>();
          tasks.forEach(task -> its.add(new AssignedTask(task, AssignedTask.Type.ACTIVE)));
          places
              .copies()
              .getOrDefault(process, Set.of())
              .forEach(task -> its.add(new AssignedTask(task, AssignedTask.Type.STANDBY)));
          all.add(KafkaStreamsAssignment.of(process, its));
        });
    if (!places.isOver()) {
      all.addFirst(all.removeFirst().withFollowupRebalance(Instant.now().plus(LOOK_AGAIN)));
    }
    return new TaskAssignment(all);
  }

  /** What copies lack; too much for a move, if the brokers do not say. */
  private static ToLongBiFunction<ProcessId, TaskId> lags(ApplicationState state) {
    try {
      Map<ProcessId, KafkaStreamsState> known = state.kafkaStreamsStates(true);
      return (process, task) -> requireNonNull(known.get(process)).lagFor(task);
    } catch (TaskAssignmentException e) {
      return (_, _) -> Long.MAX_VALUE;
    }
  }
}
