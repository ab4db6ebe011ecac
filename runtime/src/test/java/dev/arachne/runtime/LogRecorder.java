package dev.arachne.runtime;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Keeps what the runtime logs, instead of printing it, until it is closed. */
final class LogRecorder extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger("dev.arachne.runtime");
  private final List<LogRecord> records = new CopyOnWriteArrayList<>();

  LogRecorder() {
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  List<LogRecord> records(Predicate<String> message) {
    return records.stream().filter(record -> message.test(record.getMessage())).toList();
  }

  @Override
  public void publish(LogRecord record) {
    records.add(record);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
