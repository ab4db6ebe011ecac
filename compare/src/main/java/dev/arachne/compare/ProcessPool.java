package dev.arachne.compare;

import dev.arachne.url.CrawlUrl;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Stage 6: a pool of processes, each a JVM with the blocking code of stage 1. What Python does to
 * have more than one core at work, for there only one thread of a process runs at a time.
 *
 * <p>Nothing is shared, so nothing needs a lock; but every page has to come through a pipe, a
 * process costs some ten megabytes, and so there are few of them and few pages at a time. For work
 * that waits it is the dearest way of all.
 */
final class ProcessPool implements Stage {
  /** How many processes are usual, as with the seed's pool. */
  static final int USUAL = 4;

  private final int processes;

  ProcessPool(int processes) {
    this.processes = processes;
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException {
    BlockingQueue<Worker> idle = new ArrayBlockingQueue<>(processes);
    try (var threads = Executors.newFixedThreadPool(processes)) {
      for (int i = 0; i < processes; i++) {
        idle.add(new Worker());
      }
      List<Future<FetchedPage>> pages =
          urls.stream().map(url -> threads.submit(() -> ask(url, idle))).toList();
      return Gathered.pages(pages);
    } finally {
      for (Worker worker : idle) {
        worker.close();
      }
    }
  }

  private static FetchedPage ask(CrawlUrl url, BlockingQueue<Worker> idle)
      throws IOException, InterruptedException {
    Worker worker = idle.take();
    try {
      return worker.fetch(url);
    } finally {
      idle.put(worker);
    }
  }

  /** This side's end of one process: a URL goes in as a line, a page comes out. */
  private static final class Worker {
    private final Process process = ChildJvm.small(ProcessPool.class).start();
    private final OutputStream urls = process.getOutputStream();
    private final DataInputStream pages = new DataInputStream(process.getInputStream());

    Worker() throws IOException {}

    FetchedPage fetch(CrawlUrl url) throws IOException {
      urls.write((url + "\n").getBytes(StandardCharsets.US_ASCII));
      urls.flush();
      int status = pages.readInt();
      byte[] body = pages.readNBytes(pages.readInt());
      if (status == FAILED) {
        throw new IOException(new String(body, StandardCharsets.UTF_8));
      }
      return new FetchedPage(url, status, body);
    }

    /** Ends the process, which ends when no more URLs can come. */
    void close() throws IOException, InterruptedException {
      urls.close();
      process.waitFor();
    }
  }

  private static final int FAILED = -1;

  /** The other side: fetches one page after the other until there are no more URLs. */
  public static void main(String[] arguments) throws IOException {
    var urls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var pages = new DataOutputStream(new BufferedOutputStream(System.out));
    for (String url = urls.readLine(); url != null; url = urls.readLine()) {
      try {
        FetchedPage page = BlockingSocket.get(CrawlUrl.of(url));
        write(page.status(), page.body(), pages);
      } catch (FetchException e) {
        write(FAILED, String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8), pages);
      }
      pages.flush();
    }
  }

  private static void write(int status, byte[] body, DataOutputStream to) throws IOException {
    to.writeInt(status);
    to.writeInt(body.length);
    to.write(body);
  }
}
