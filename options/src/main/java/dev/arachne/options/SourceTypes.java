package dev.arachne.options;

import dev.arachne.archive.CaptureTime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Types of the options for the source of answers. Without lambdas, which each start would link. */
final class SourceTypes {
  private SourceTypes() {}

  /** Files and directories that are there; written as absolute paths. */
  record Places() implements ListType<Path> {
    @Override
    public List<String> texts(List<Path> value) {
      List<String> texts = new ArrayList<>();
      for (Path place : value) {
        texts.add(place.toAbsolutePath().toString());
      }
      return List.copyOf(texts);
    }

    @Override
    public List<Path> read(List<String> texts) {
      List<Path> places = new ArrayList<>();
      for (String text : texts) {
        places.add(Path.of(text));
      }
      return List.copyOf(places);
    }

    @Override
    public List<Path> typed(String text) {
      Path place = Path.of(text);
      return List.of(Files.isDirectory(place) ? place : FileTypes.readable(text));
    }
  }

  /** Times as {@link CaptureTime} has them. */
  record Moment() implements OptionType<Instant> {
    @Override
    public List<String> texts(Instant value) {
      return List.of(value.toString());
    }

    @Override
    public Instant read(List<String> texts) {
      return CaptureTime.parse(texts.getLast());
    }
  }
}
