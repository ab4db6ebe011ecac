package dev.arachne.options;

import dev.arachne.items.ItemForm;
import dev.arachne.items.ItemFormat;
import dev.arachne.items.ItemRules;
import dev.arachne.items.RulesException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

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

  /** Standard output, or a file that seems to be writable: in a directory that exists. */
  static Path writable(String text) {
    if (text.equals("-")) {
      return OutputOptions.STANDARD_OUTPUT;
    }
    Path file = Path.of(text);
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

  /** Formats by their columns, before which stands their form unless it is CSV. */
  record Format() implements OptionType<ItemFormat> {
    private static final String MARK = ":";

    @Override
    public List<String> texts(ItemFormat value) {
      List<String> columns = value.columns();
      boolean isPlain =
          value.form() == ItemForm.CSV && (columns.isEmpty() || !columns.getFirst().endsWith(MARK));
      return isPlain || value.form() == ItemForm.JSONL
          ? columns
          : Stream.concat(Stream.of(value.form().word() + MARK), columns.stream()).toList();
    }

    @Override
    public ItemFormat read(List<String> texts) {
      for (ItemForm form : ItemForm.values()) {
        if (!texts.isEmpty() && texts.getFirst().equals(form.word() + MARK)) {
          return form.format(texts.subList(1, texts.size()));
        }
      }
      return ItemFormat.csv(texts);
    }

    @Override
    public Shape shape() {
      return Shape.LIST;
    }
  }

  /** Files that can be written, each of its own kind; {@code -} is standard output. */
  record Targets() implements ListType<Path> {
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
      return List.of(writable(text));
    }

    @Override
    public void check(List<Path> value) {
      checkThatNoneIsTwice(value);
    }
  }

  /** Files of records, each as a word for its beginning, perhaps one for its form, and its path. */
  record Records() implements ListType<ItemFile> {
    private static final TextTypes.Choice<ItemFile.Beginning> BEGINNING =
        new TextTypes.Choice<>(ItemFile.Beginning.class);

    @Override
    public List<String> texts(List<ItemFile> value) {
      return value.stream().map(Records::text).toList();
    }

    private static String text(ItemFile file) {
      return BEGINNING.texts(file.beginning()).getFirst()
          + file.form().map(form -> " " + form.word()).orElse("")
          + " "
          + file.path().toAbsolutePath();
    }

    @Override
    public List<ItemFile> read(List<String> texts) {
      return texts.stream().map(Records::file).toList();
    }

    private static ItemFile file(String text) {
      String[] words = text.split(" ", 2);
      if (words.length < 2) {
        throw new IllegalArgumentException("'" + text + "' names no file");
      }
      ItemFile.Beginning beginning = BEGINNING.typed(words[0]);
      for (ItemForm form : ItemForm.values()) {
        String word = form.word() + " ";
        if (words[1].startsWith(word)) {
          Path path = Path.of(words[1].substring(word.length()));
          return new ItemFile(path, beginning, Optional.of(form));
        }
      }
      return new ItemFile(Path.of(words[1]), beginning, Optional.empty());
    }

    @Override
    public void check(List<ItemFile> value) {
      checkThatNoneIsTwice(value.stream().map(ItemFile::path).toList());
    }
  }

  private static void checkThatNoneIsTwice(List<Path> files) {
    Set<Path> seen = new HashSet<>();
    for (Path file : files) {
      if (!seen.add(place(file))) {
        throw new IllegalArgumentException(
            file.equals(OutputOptions.STANDARD_OUTPUT)
                ? "two outputs go to standard output; use a file for one of them"
                : "two outputs go to " + file + "; use another file for one of them");
      }
    }
  }

  /** The same path for all names of a file. */
  private static Path place(Path file) {
    try {
      Path directory = file.toAbsolutePath().normalize().getParent();
      return Files.exists(file) || directory == null
          ? file.toRealPath()
          : directory.toRealPath().resolve(file.getFileName());
    } catch (IOException e) {
      return file.toAbsolutePath().normalize(); // It will not be written.
    }
  }
}
