package dev.arachne.html;

import dev.arachne.text.ByteScratch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every token of a page decoded, in the form of html5lib-tests. */
final class TokenList {
  private final HtmlDecoder text = new HtmlDecoder();
  private final List<List<@Nullable Object>> tokens = new ArrayList<>();
  private final HtmlTokenizer tokenizer = new HtmlTokenizer();
  private final byte[] in;
  private StringBuilder characters = new StringBuilder();

  /**
   * The tokens of {@code input}, read from {@code model} as after the start tag {@code element}.
   */
  static List<List<@Nullable Object>> of(byte[] input, ContentModel model, byte[] element) {
    TokenList list = new TokenList(input);
    list.tokenizer.begin(input, model, element);
    list.readAll();
    list.flush();
    return list.tokens;
  }

  private TokenList(byte[] in) {
    this.in = in;
  }

  private void readAll() {
    HtmlTokenizer.Token token = tokenizer.next();
    while (token != HtmlTokenizer.Token.END) {
      switch (token) {
        case START_TAG -> startTag();
        case END_TAG -> add("EndTag", name(tokenizer.nameFrom(), tokenizer.nameTo()));
        case TEXT -> text();
        case COMMENT -> comment();
        case DOCTYPE -> doctype();
        case CDATA, NOTHING, END -> {}
      }
      token = tokenizer.next();
    }
  }

  private void startTag() {
    String tagName = name(tokenizer.nameFrom(), tokenizer.nameTo());
    Map<String, String> attributes = new HashMap<>();
    while (tokenizer.nextAttribute()) {
      ByteScratch value = new ByteScratch();
      text.appendAttributeValue(in, tokenizer.valueFrom(), tokenizer.valueTo(), value);
      attributes.putIfAbsent(
          name(tokenizer.attributeFrom(), tokenizer.attributeTo()), value.toString());
    }
    if (tokenizer.isComplete() && tokenizer.isSelfClosing()) {
      add("StartTag", tagName, attributes, true);
    } else if (tokenizer.isComplete()) {
      add("StartTag", tagName, attributes);
    }
  }

  private void text() {
    ByteScratch out = new ByteScratch();
    text.appendText(in, tokenizer.from(), tokenizer.to(), tokenizer.textModel(), out);
    characters.append(out);
  }

  private void comment() {
    ByteScratch out = new ByteScratch();
    text.appendLiteral(in, tokenizer.from(), tokenizer.to(), out);
    add("Comment", out.toString());
  }

  private void doctype() {
    Doctype doctype = Doctype.parse(in, tokenizer.from(), tokenizer.to(), tokenizer.isComplete());
    add("DOCTYPE", doctype.name(), doctype.publicId(), doctype.systemId(), !doctype.forcesQuirks());
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
