package dev.arachne.road;

import dev.arachne.url.CrawlUrl;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Stage 6: a pool of processes, each a JVM with the blocking code of stage 1. Python uses this to
 * have more than one core at work, since there only one thread of a process runs at a time.
 *
 * <p>The processes do not share state, so they need no lock. But every page has to come through a
 * pipe, and a process costs some ten megabytes, so there are few of them and few pages at a time.
 * For work that waits it is the most expensive way of all.
 */
final class ProcessPool implements Stage {
  /** How many processes are usual, as with the seed's pool. */
  static final int USUAL = 4;

  private final int processes;
  private final Duration patience;

  /** The idle processes. */
  private final BlockingQueue<Worker> idle;

  private boolean started;

  ProcessPool(int processes, Duration patience) {
    this.processes = processes;
    this.patience = patience;
    this.idle = new ArrayBlockingQueue<>(processes);
  }

  @Override
  public List<FetchedPage> fetch(List<CrawlUrl> urls) throws IOException, InterruptedException {
    start();
    try (var threads = Executors.newFixedThreadPool(processes)) {
      List<Future<FetchedPage>> pages =
          urls.stream().map(url -> threads.submit(() -> ask(url))).toList();
      return Gathered.pages(pages);
    }
  }

  /** Processes are dear to start, so they are kept from one list to the next. */
  private void start() throws IOException {
    if (!started) {
      started = true;
      for (int i = 0; i < processes; i++) {
        idle.add(new Worker(patience));
      }
    }
  }

  @Override
  public void close() {
    idle.forEach(Worker::close);
  }

  private FetchedPage ask(CrawlUrl url) throws IOException, InterruptedException {
    Worker worker = idle.take();
    try {
      return worker.fetch(url);
    } finally {
      idle.put(worker);
    }
  }

  /** This side's end of one process: a URL goes in as a line, a page comes out. */
  private static final class Worker {
    private final Process process;
    private final OutputStream urls;
    private final DataInputStream pages;

    Worker(Duration patience) throws IOException {
      process = ChildJvm.small(ProcessPool.class).start(patience.toString());
      urls = process.getOutputStream();
      pages = new DataInputStream(process.getInputStream());
    }

    FetchedPage fetch(CrawlUrl url) throws IOException {
      urls.write((url + "\n").getBytes(StandardCharsets.US_ASCII));
      urls.flush();
      int status = pages.readInt();
      String location = pages.readUTF();
      byte[] body = pages.readNBytes(pages.readInt());
      if (status == FAILED) {
        throw new IOException(new String(body, StandardCharsets.UTF_8));
      }
      return FetchedPage.of(url, status, Optional.of(location), body);
    }

    void close() {
      process.destroy();
    }
  }

  private static final int FAILED = -1;

  /** The other side: fetches one page after the other until there are no more URLs. */
  public static void main(String[] arguments) throws IOException {
    var patience = Duration.parse(arguments[0]);
    var urls = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var pages = new DataOutputStream(new BufferedOutputStream(System.out));
    for (String url = urls.readLine(); url != null; url = urls.readLine()) {
      try {
        FetchedPage page = BlockingSocket.get(CrawlUrl.of(url), patience);
        String location = page.redirect().map(CrawlUrl::toString).orElse("");
        write(page.status(), location, page.body(), pages);
      } catch (FetchException e) {
        write(FAILED, "", String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8), pages);
      }
      pages.flush();
    }
  }

  private static void write(int status, String location, byte[] body, DataOutputStream to)
      throws IOException {
    to.writeInt(status);
    to.writeUTF(location);
    to.writeInt(body.length);
    to.write(body);
  }
}
