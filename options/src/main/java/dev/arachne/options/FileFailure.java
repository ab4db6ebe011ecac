package dev.arachne.options;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;

/** Messages for exceptions of the file system; the JDK's own are often a path only. Pure. */
public final class FileFailure {
  private FileFailure() {}

  /** The file, if any, and its failure: a clause. */
  public static String text(IOException failure) {
    return failure instanceof FileSystemException file && file.getFile() != null
        ? file.getFile() + ": " + reason(failure)
        : reason(failure);
  }

  /** The failure, without the file. */
  public static String reason(IOException failure) {
    @Nullable String given =
        failure instanceof FileSystemException file ? file.getReason() : failure.getMessage();
    if (given != null) {
      return given;
    }
    return switch (failure) {
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "no such file or directory";
      case FileAlreadyExistsException _ -> "there is a file of that name";
      case NotDirectoryException _ -> "not a directory";
      case DirectoryNotEmptyException _ -> "the directory is not empty";
      default -> "input/output error";
    };
  }
}
