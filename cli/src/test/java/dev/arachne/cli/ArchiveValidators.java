package dev.arachne.cli;

import dev.arachne.archive.ArchiveCheck;
import dev.arachne.archive.WarcFault;
import dev.arachne.archive.WarcFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jwat.common.Diagnosis;
import org.jwat.common.HttpHeader;
import org.jwat.warc.WarcReader;
import org.jwat.warc.WarcReaderFactory;
import org.jwat.warc.WarcRecord;
import org.netpreserve.jwarc.tools.WarcTool;

/** Validators of web archives, those of other projects and ours. */
final class ArchiveValidators {
  /** JWAT's name for a payload that has another digest. */
  private static final String PAYLOAD_DIGEST = "Incorrect payload digest";

  private ArchiveValidators() {}

  /** What {@code arachne archive check} takes for a fault. */
  static List<String> ours(List<Path> files) throws IOException {
    List<WarcFault> told = new ArrayList<>();
    ArchiveCheck.of(WarcFile.of(files), told::add);
    return told.stream().filter(each -> !each.kind().isNote()).map(WarcFault::toString).toList();
  }

  /** What {@code jwarc validate} says, a process for all files; empty if it finds no fault. */
  static List<String> jwarc(List<Path> files)
      throws IOException, InterruptedException, URISyntaxException {
    Path jar = Path.of(WarcTool.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(
            List.of(java.toString(), "-cp", jar.toString(), WarcTool.class.getName(), "validate"));
    files.forEach(file -> command.add(file.toString()));
    Path said = Files.createTempFile("jwarc", ".txt");
    try {
      int code =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start()
              .waitFor();
      List<String> lines = Files.readAllLines(said);
      return code == 0 && lines.isEmpty() ? List.of() : with("exit code " + code, lines);
    } finally {
      Files.delete(said);
    }
  }

  private static List<String> with(String first, List<String> lines) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(lines);
    return all;
  }

  /**
   * What JWAT calls errors and warnings, but for payload digests of bodies in chunks: it takes the
   * chunks for a part of the payload, as no standard does.
   */
  static List<String> jwat(List<Path> files) throws IOException {
    List<String> told = new ArrayList<>();
    for (Path file : files) {
      try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
        WarcReader reader = WarcReaderFactory.getReader(in, 1 << 13);
        reader.setBlockDigestEnabled(true);
        reader.setPayloadDigestEnabled(true);
        for (WarcRecord each = reader.getNextRecord();
            each != null;
            each = reader.getNextRecord()) {
          each.close();
          String where = file.getFileName() + " at " + each.getStartOffset() + ": ";
          for (Diagnosis error : each.diagnostics.getErrors()) {
            boolean isOfChunks = error.entity.equals(PAYLOAD_DIGEST) && isChunked(each);
            if (!isOfChunks) {
              told.add(where + text(error));
            }
          }
          each.diagnostics.getWarnings().forEach(warning -> told.add(where + text(warning)));
        }
        reader.diagnostics.getErrors().forEach(error -> told.add(file + ": " + text(error)));
      } catch (IOException e) { // Of damage in the compressed bytes it says no more.
        told.add(file + ": " + e.getMessage());
      }
    }
    return told;
  }

  private static boolean isChunked(WarcRecord response) {
    HttpHeader head = response.getHttpHeader();
    return head != null && head.getHeader("Transfer-Encoding") != null;
  }

  private static String text(Diagnosis diagnosis) {
    return diagnosis.type
        + " "
        + diagnosis.entity
        + " "
        + Arrays.toString(diagnosis.getMessageArgs());
  }
}
