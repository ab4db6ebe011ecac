package dev.arachne.options;

import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/** Options that are paths, or about output files. */
final class FileTypes {
  private FileTypes() {}

  /** Paths; written as absolute ones, since they are read in another directory. */
  record Place(Function<String, Path> checked) implements OptionType<Path> {
    @Override
    public List<String> texts(Path value) {
      return List.of(value.toAbsolutePath().toString());
    }

    @Override
    public Path read(List<String> texts) {
      return Path.of(texts.getLast());
    }

    @Override
    public Path typed(String text) {
      return checked.apply(text);
    }
  }

  /** The directory of an archive, which may be in that of the crawl, wherever this one is. */
  record Archive() implements OptionType<Path> {
    private static final OptionType<Path> ELSEWHERE = new Place(FileTypes::directory);

    @Override
    public List<String> texts(Path value) {
      return value.equals(ArchiveOptions.OWN) ? List.of("") : ELSEWHERE.texts(value);
    }

    @Override
    public Path read(List<String> texts) {
      return ELSEWHERE.read(texts);
    }

    @Override
    public Path typed(String text) {
      return ELSEWHERE.typed(text);
    }
  }

  /** A file that seems to be writable: in a directory that exists. */
  static Path writable(String text) {
    Path file = text.equals("-") ? OutputOptions.STANDARD_OUTPUT : Path.of(text);
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException(text + " is a directory; use the name of a file");
    }
    Path directory = file.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "there is no directory " + directory + " to write to; make it first");
    }
    if (!Files.isWritable(Files.exists(file) ? file : directory)) {
      throw new IllegalArgumentException(
          "cannot write " + text + ": permission denied; use the name of another file");
    }
    return file;
  }

  /** The same, but not standard output. */
  static Path target(String text) {
    if (text.equals("-")) {
      throw new IllegalArgumentException("this is not written to standard output; use a file");
    }
    return writable(text);
  }

  static Path readable(String text) {
    Path file = Path.of(text);
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      String why =
          Files.isDirectory(file)
              ? "it is a directory"
              : Files.exists(file) ? "permission denied" : "there is no such file";
      throw new IllegalArgumentException(
          "cannot read " + text + ": " + why + "; use the name of another file");
    }
    return file;
  }

  static Path directory(String text) {
    Path directory = Path.of(text);
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(text + " is a file; use the name of a directory");
    }
    return directory;
  }

  /** Directories of crawls, and indexes of archives; written as absolute paths. */
  record Earlier() implements ListType<Path> {
    @Override
    public List<String> texts(List<Path> value) {
      return value.stream().map(path -> path.toAbsolutePath().toString()).toList();
    }

    @Override
    public List<Path> read(List<String> texts) {
      return texts.stream().map(Path::of).toList();
    }

    @Override
    public List<Path> typed(String text) {
      return List.of(Files.isDirectory(Path.of(text)) ? Path.of(text) : readable(text));
    }
  }

  /** Rules as the lines of a file of rules. */
  record Rules() implements OptionType<ItemRules> {
    @Override
    public List<String> texts(ItemRules value) {
      return value.lines();
    }

    @Override
    public ItemRules read(List<String> texts) {
      try {
        return ItemRules.parse("rules", String.join("\n", texts));
      } catch (RulesException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** Formats by their columns. */
  record Format() implements OptionType<ItemFormat> {
    @Override
    public List<String> texts(ItemFormat value) {
      return value.columns();
    }

    @Override
    public ItemFormat read(List<String> texts) {
      return ItemFormat.csv(texts);
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** Files of records. */
  record Records() implements OptionType<ItemFile> {
    private static final TextTypes.Choice<ItemFile.Beginning> BEGINNING =
        new TextTypes.Choice<>(ItemFile.Beginning.class);

    @Override
    public List<String> texts(ItemFile value) {
      return List.of(
          BEGINNING.texts(value.beginning()).getFirst() + " " + value.path().toAbsolutePath());
    }

    @Override
    public ItemFile read(List<String> texts) {
      String[] words = texts.getLast().split(" ", 2);
      if (words.length < 2) {
        throw new IllegalArgumentException("'" + texts.getLast() + "' names no file");
      }
      return new ItemFile(Path.of(words[1]), BEGINNING.typed(words[0]));
    }
  }
}
