package dev.arachne.url;

import java.util.Arrays;

/**
 * The URL that references are resolved against, in a layout in which each prefix that a reference
 * can keep is found without a search. Reused for one base after another.
 */
final class BaseUrl {
  /** The canonical form; its length is 0 while no base is set. */
  final ByteBuilder canonical = new ByteBuilder(256);

  final ByteBuilder userInfo = new ByteBuilder(0);
  boolean https;
  int pathStart;
  int queryStart;

  /** The end of each slash of the path, from the first: the prefixes that {@code ../} selects. */
  private int[] directoryEnds = new int[16];

  private int directories;

  boolean isSet() {
    return canonical.length > 0;
  }

  void set(CrawlUrl url) {
    canonical.set(url.toString());
    userInfo.set(url.rawUserInfo());
    https = url.isHttps();
    pathStart = url.pathStart();
    queryStart = url.queryStart();
    directories = 0;
    for (int i = pathStart; i < queryStart; i++) {
      if (canonical.bytes[i] == '/') {
        if (directories == directoryEnds.length) {
          directoryEnds = Arrays.copyOf(directoryEnds, 2 * directories);
        }
        directoryEnds[directories++] = i + 1;
      }
    }
  }

  /** The end of the directory that lies {@code up} levels above the base's own, or of the root. */
  int directoryEnd(int up) {
    return directoryEnds[Math.max(0, directories - 1 - up)];
  }
}
