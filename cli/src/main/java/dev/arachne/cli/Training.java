package dev.arachne.cli;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.SimpleFileServer;
import dev.arachne.arguments.ExitCode;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The crawls that warm up the JVM's cache once, to make later processes fast. The cache keeps the
 * classes that these crawls load, the lambdas that they link, and their hot methods. The launcher
 * runs them when it makes its cache.
 */
public final class Training {
  private static final String OPTION = "--train";

  private Training() {}

  /**
   * Whether these are the arguments of the launcher when it makes its cache: an option, a folder.
   */
  public static boolean isRequested(String[] arguments) {
    return arguments.length == 2 && arguments[0].equals(OPTION);
  }

  /**
   * Crawls a folder with a store on disk and an archive, both next to the folder, then the same by
   * its URL with a store in memory. A third crawl has the options that are off by default and cost
   * time for each page. The last one is slow enough to be viewed in a dashboard for some seconds.
   * Code that the cache has not seen would be linked again in each crawl.
   *
   * @return the first exit code that is not {@link ExitCode#DONE}
   */
  public static int run(String folder, PrintWriter out, PrintWriter err) {
    String[] onDisk = {
      "crawl", folder, "--tasks", "10", "--dir", folder + ".crawl", "--warc=" + folder + ".warc"
    };
    int code = Arachne.run(onDisk, out, err);
    if (code != ExitCode.DONE) {
      return code;
    }
    HttpServer server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Path.of(folder).toAbsolutePath(),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    List<String> inMemory =
        List.of(
            "crawl",
            url,
            "--tasks",
            "10",
            "--per-host",
            "10",
            "--no-adapt",
            "-q",
            "--store",
            "memory");
    List<String> closing = new ArrayList<>(inMemory);
    closing.addAll(List.of("--traps", "close", "--soft-not-found", "name"));
    try {
      for (List<String> arguments : List.of(inMemory, closing)) {
        code = Arachne.run(arguments.toArray(String[]::new), out, err);
        if (code != ExitCode.DONE) {
          return code;
        }
      }
      String[] watched = {
        "crawl",
        url,
        "-q",
        "--dir",
        folder + ".watched.crawl",
        "--delay",
        "5ms",
        "--limit",
        "500",
        "--dashboard"
      };
      return Arachne.run(watched, out, new PrintWriter(new DashboardViewer(err)));
    } finally {
      server.stop(0);
    }
  }
}
