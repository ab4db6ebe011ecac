package dev.arachne.extract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A sink that decodes every token, in the form of html5lib-tests. */
final class TokenList implements TokenSink {
  private final HtmlText text = new HtmlText();
  private final List<List<@Nullable Object>> tokens = new ArrayList<>();
  private byte[] in = {};
  private String tagName = "";
  private Map<String, String> attributes = new HashMap<>();
  private StringBuilder characters = new StringBuilder();

  /**
   * The tokens of {@code input}, read from {@code model} as after the start tag {@code element}.
   */
  static List<List<@Nullable Object>> of(byte[] input, ContentModel model, byte[] element) {
    TokenList sink = new TokenList();
    new HtmlTokenizer(sink).run(input, model, element);
    sink.flush();
    return sink.tokens;
  }

  @Override
  public void begin(byte[] in) {
    this.in = in;
  }

  @Override
  public boolean startTagOpened(int nameFrom, int nameTo) {
    tagName = name(nameFrom, nameTo);
    attributes = new HashMap<>();
    return true;
  }

  @Override
  public void attribute(int nameFrom, int nameTo, int valueFrom, int valueTo) {
    ByteScratch value = new ByteScratch();
    text.appendAttributeValue(in, valueFrom, valueTo, value);
    attributes.putIfAbsent(name(nameFrom, nameTo), value.toString());
  }

  @Override
  public ContentModel startTag(int to, boolean selfClosing) {
    if (selfClosing) {
      add("StartTag", tagName, attributes, true);
    } else {
      add("StartTag", tagName, attributes);
    }
    return ContentModel.DATA;
  }

  @Override
  public void endTag(int from, int nameFrom, int nameTo) {
    add("EndTag", name(nameFrom, nameTo));
  }

  @Override
  public void text(int from, int to, ContentModel model) {
    ByteScratch out = new ByteScratch();
    text.appendText(in, from, to, model, out);
    characters.append(out);
  }

  @Override
  public void comment(int from, int to) {
    ByteScratch out = new ByteScratch();
    text.appendLiteral(in, from, to, out);
    add("Comment", out.toString());
  }

  @Override
  public void doctype(int from, int to, boolean closed) {
    Doctype doctype = Doctype.parse(in, from, to, closed);
    add("DOCTYPE", doctype.name(), doctype.publicId(), doctype.systemId(), !doctype.forcesQuirks());
  }

  @Override
  public boolean inForeignContent() {
    return false;
  }

  private String name(int from, int to) {
    ByteScratch out = new ByteScratch();
    text.appendName(in, from, to, out);
    return out.toString();
  }

  private void add(@Nullable Object... fields) {
    flush();
    tokens.add(Arrays.asList(fields));
  }

  private void flush() {
    if (!characters.isEmpty()) {
      tokens.add(Arrays.asList("Character", characters.toString()));
      characters = new StringBuilder();
    }
  }
}
