package dev.arachne.http;

import java.io.IOException;

/** A stored answer is missing or cannot be read. */
public final class StoredAnswerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient HttpFailure failure;

  private StoredAnswerException(HttpFailure failure) {
    super(failure.text());
    this.failure = failure;
  }

  /** No answer is stored. */
  public static StoredAnswerException missing() {
    return new StoredAnswerException(new HttpFailure.NotStored());
  }

  /**
   * The stored answer cannot be read.
   *
   * @param detail its place and its fault
   */
  public static StoredAnswerException unreadable(String detail) {
    return new StoredAnswerException(new HttpFailure.Unreadable(detail));
  }

  HttpFailure failure() {
    return failure;
  }
}
