import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;

/**
 * Checks ({@code check}) or rewrites ({@code write}) every Java file below the current directory in
 * google-java-format.
 */
class Format {
  public static void main(String[] arguments) throws Exception {
    boolean write = arguments.length == 1 && arguments[0].equals("write");
    var formatter = new Formatter();
    var unformatted = new ArrayList<Path>();
    try (var paths = Files.walk(Path.of(".."))) {
      for (Path file : paths.filter(Format::isSource).sorted().toList()) {
        String source = Files.readString(file);
        String formatted =
            formatter.formatSource(
                ImportOrderer.reorderImports(
                    RemoveUnusedImports.removeUnusedImports(source), Style.GOOGLE));
        if (!formatted.equals(source)) {
          unformatted.add(file);
          if (write) {
            Files.writeString(file, formatted);
          }
        }
      }
    }
    unformatted.forEach(
        file -> System.out.println((write ? "formatted " : "not formatted: ") + file));
    if (!write && !unformatted.isEmpty()) {
      System.out.println("to format: mvn -pl format verify -Dformat=write");
      System.exit(1);
    }
  }

  private static boolean isSource(Path path) {
    return path.toString().endsWith(".java") && !path.toString().contains("target/");
  }
}
