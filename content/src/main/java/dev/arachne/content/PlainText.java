package dev.arachne.content;

import java.util.List;

/** Writes parts as text: each paragraph on a line, an empty line between. */
final class PlainText {
  private final StringBuilder out = new StringBuilder();
  private boolean spaceDue;

  static String of(List<Part> parts) {
    var text = new PlainText();
    for (Part part : parts) {
      text.write(part, false);
      text.blank();
    }
    return text.out.toString().strip();
  }

  private void write(Part part, boolean verbatim) {
    if (part.isDropped || part.isTitle || part.is("figcaption")) {
      return;
    }
    if (part.isText()) {
      if (verbatim) {
        out.append(part.text);
      } else {
        text(part.text);
      }
      return;
    }
    if (part.is("br")) {
      line();
      return;
    }
    if (part.is("td") || part.is("th")) {
      spaceDue = true;
    } else if (part.is("tr") || part.is("li")) {
      line();
    } else if (part.isBlock) {
      blank();
    }
    for (Part child : part.children) {
      write(child, verbatim || part.is("pre"));
    }
    if (part.is("td") || part.is("th")) {
      spaceDue = true;
    } else if (part.isBlock) {
      if (part.is("tr") || part.is("li")) {
        line();
      } else {
        blank();
      }
    }
  }

  private void text(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Spaces.isSpace(c)) {
        spaceDue = true;
      } else {
        if (spaceDue && !out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
          out.append(' ');
        }
        spaceDue = false;
        int to = i + 1;
        while (to < text.length() && !Spaces.isSpace(text.charAt(to))) {
          to++;
        }
        out.append(text, i, to);
        i = to - 1;
      }
    }
  }

  private void line() {
    spaceDue = false;
    if (!out.isEmpty() && out.charAt(out.length() - 1) != '\n') {
      out.append('\n');
    }
  }

  private void blank() {
    line();
    if (out.length() > 1 && out.charAt(out.length() - 2) != '\n') {
      out.append('\n');
    }
  }
}
