package dev.arachne.crawl;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * The program with one line of it changed: compiled from its source and loaded beside the one that
 * tests it.
 */
final class BrokenBuild extends URLClassLoader {
  private static final String OURS = "dev.arachne.";

  private BrokenBuild(List<URL> path) {
    super(path.toArray(URL[]::new), BrokenBuild.class.getClassLoader());
  }

  /**
   * The program in which {@code line}, which is once in the source of a class, is another.
   *
   * @param module of the class
   * @param name of the class
   * @param temporary gets the compiled class
   */
  static BrokenBuild of(String module, String name, String line, String other, Path temporary)
      throws IOException {
    Path source =
        Path.of("..", module, "src/main/java/dev/arachne", module, name + ".java").toAbsolutePath();
    String whole = Files.readString(source);
    int at = whole.indexOf(line);
    if (at < 0 || whole.indexOf(line, at + 1) >= 0) {
      throw new IllegalArgumentException("not once in " + source + ": " + line);
    }
    Path sources = Files.createDirectories(temporary.resolve("sources"));
    Path changed = sources.resolve(name + ".java");
    Files.writeString(changed, whole.replace(line, other));
    Path classes = Files.createDirectories(temporary.resolve("classes"));
    compile(changed, classes);
    List<URL> path = new ArrayList<>(List.of(url(classes)));
    for (String entry : classPath().split(File.pathSeparator)) {
      path.add(url(Path.of(entry)));
    }
    return new BrokenBuild(path);
  }

  /** Calls a static method of a class, as this build has it. */
  void call(Class<?> type, String method, Object... arguments) throws Exception {
    Class<?> its = loadClass(type.getName());
    for (var candidate : its.getDeclaredMethods()) {
      if (candidate.getName().equals(method)) {
        candidate.setAccessible(true);
        candidate.invoke(null, arguments);
        return;
      }
    }
    throw new NoSuchMethodException(type + " " + method);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(OURS)) {
      return super.loadClass(name, resolve); // Native libraries are loaded only once.
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      return known == null ? findClass(name) : known;
    }
  }

  private static void compile(Path source, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    var files = compiler.getStandardFileManager(null, null, null);
    List<String> options =
        List.of("-proc:none", "-cp", classPath(), "-d", classes.toString(), "-nowarn");
    boolean compiled =
        compiler
            .getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
            .call();
    if (!compiled) {
      throw new IllegalStateException(messages.toString());
    }
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static URL url(Path path) throws MalformedURLException {
    return path.toUri().toURL();
  }
}
