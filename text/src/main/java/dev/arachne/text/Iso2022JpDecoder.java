package dev.arachne.text;

import org.jspecify.annotations.Nullable;

/** Decodes ISO-2022-JP (WHATWG Encoding 13.2.1). */
final class Iso2022JpDecoder implements TextDecoder {
  private static final int ESCAPE = 0x1B;

  private final JapaneseTables tables = JapaneseTables.get();
  private State state = State.ASCII;

  /** The state that the last escape sequence selected. */
  private State output = State.ASCII;

  /** The first half of a character, or the second byte of an escape sequence. */
  private int lead;

  /** Whether no byte has come since the last escape sequence, so that another one is an error. */
  private boolean isBare;

  private enum State {
    ASCII,
    ROMAN,
    KATAKANA,
    LEAD_BYTE,
    TRAIL_BYTE,
    ESCAPE_START,
    ESCAPE
  }

  @Override
  public void decode(byte[] in, int from, int to, ByteScratch out) {
    for (int p = from; p < to; p++) {
      read(in[p] & 0xFF, out);
    }
  }

  @Override
  public void finish(ByteScratch out) {
    switch (state) {
      case ASCII, ROMAN, KATAKANA, LEAD_BYTE -> {}
      case TRAIL_BYTE, ESCAPE_START -> out.appendCodePoint(REPLACEMENT);
      case ESCAPE -> {
        out.appendCodePoint(REPLACEMENT);
        state = output;
        isBare = false;
        read(lead, out);
        finish(out);
      }
    }
    state = output;
  }

  private void read(int b, ByteScratch out) {
    switch (state) {
      case ASCII, ROMAN, KATAKANA, LEAD_BYTE -> {
        if (b == ESCAPE) {
          state = State.ESCAPE_START;
        } else {
          isBare = false;
          character(b, out);
        }
      }
      case TRAIL_BYTE -> trail(b, out);
      case ESCAPE_START -> {
        if (b == '$' || b == '(') {
          lead = b;
          state = State.ESCAPE;
        } else {
          isBare = false;
          state = output;
          out.appendCodePoint(REPLACEMENT);
          read(b, out);
        }
      }
      case ESCAPE -> escape(b, out);
    }
  }

  private void character(int b, ByteScratch out) {
    if (state == State.LEAD_BYTE && b >= 0x21 && b <= 0x7E) {
      lead = b;
      state = State.TRAIL_BYTE;
      return;
    }
    boolean isAscii = b < 0x80 && b != 0x0E && b != 0x0F;
    out.appendCodePoint(
        switch (state) {
          case ASCII -> isAscii ? b : REPLACEMENT;
          case ROMAN -> isAscii ? roman(b) : REPLACEMENT;
          case KATAKANA ->
              b >= 0x21 && b <= 0x5F ? JapaneseTables.KATAKANA + b - 0x21 : REPLACEMENT;
          default -> REPLACEMENT;
        });
  }

  private static int roman(int b) {
    return b == '\\' ? 0xA5 : b == '~' ? 0x203E : b;
  }

  private void trail(int b, ByteScratch out) {
    int character = 0;
    if (b >= 0x21 && b <= 0x7E) {
      character = tables.jis0208((lead - 0x21) * JapaneseTables.CELLS + b - 0x21);
    }
    state = b == ESCAPE ? State.ESCAPE_START : State.LEAD_BYTE;
    out.appendCodePoint(character == 0 ? REPLACEMENT : character);
  }

  private void escape(int b, ByteScratch out) {
    State asked = asked(b);
    if (asked != null) {
      if (isBare) {
        out.appendCodePoint(REPLACEMENT);
      }
      isBare = true;
      output = asked;
      state = asked;
      return;
    }
    out.appendCodePoint(REPLACEMENT);
    isBare = false;
    state = output;
    read(lead, out);
    read(b, out);
  }

  private @Nullable State asked(int b) {
    if (lead == '(') {
      return switch (b) {
        case 'B' -> State.ASCII;
        case 'J' -> State.ROMAN;
        case 'I' -> State.KATAKANA;
        default -> null;
      };
    }
    return b == '@' || b == 'B' ? State.LEAD_BYTE : null;
  }
}
