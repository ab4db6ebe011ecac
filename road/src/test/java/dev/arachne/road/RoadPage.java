package dev.arachne.road;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The page that tells the road, for tests of what it quotes. */
final class RoadPage {
  private RoadPage() {}

  static String text() throws IOException {
    return Files.readString(Path.of("../docs/the-road.md"));
  }
}
