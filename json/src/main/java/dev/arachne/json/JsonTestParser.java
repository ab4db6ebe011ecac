package dev.arachne.json;

import dev.arachne.json.JsonTest.Comparison.Operator;
import dev.arachne.json.JsonTest.Matches.Extent;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Parses the conditions of filters (RFC 9535 2.3.5 and 2.4). Not thread-safe. */
final class JsonTestParser {
  /** Parentheses, filters and calls within each other. */
  private static final int DEEPEST = 50;

  private static final String FUNCTIONS = "length, count, match, search or value";

  private final JsonPathText in;
  private final JsonPathParser paths;
  private int depth;

  JsonTestParser(JsonPathText in, JsonPathParser paths) {
    this.in = in;
    this.paths = paths;
  }

  /** Conditions with {@code ||} between them. */
  JsonTest or() throws JsonPathException {
    if (++depth > DEEPEST) {
      throw in.mistake("more than " + DEEPEST + " conditions are within each other");
    }
    List<JsonTest> tests = new ArrayList<>();
    do {
      in.skipBlanks();
      tests.add(and());
    } while (takeBehindBlanks("||"));
    depth--;
    return tests.size() == 1 ? tests.getFirst() : new JsonTest.Or(List.copyOf(tests));
  }

  private JsonTest and() throws JsonPathException {
    List<JsonTest> tests = new ArrayList<>();
    do {
      in.skipBlanks();
      tests.add(basic());
    } while (takeBehindBlanks("&&"));
    return tests.size() == 1 ? tests.getFirst() : new JsonTest.And(List.copyOf(tests));
  }

  private boolean takeBehindBlanks(String sign) {
    int before = in.at();
    in.skipBlanks();
    boolean isThere = in.take(sign);
    if (!isThere) {
      in.back(before);
    }
    return isThere;
  }

  private JsonTest basic() throws JsonPathException {
    if (in.take("!")) {
      in.skipBlanks();
      return new JsonTest.Not(in.isNext('(') ? parenthesized() : test(term()));
    }
    if (in.isNext('(')) {
      return parenthesized();
    }
    int start = in.at();
    Term left = term();
    int end = in.at();
    in.skipBlanks();
    for (Operator operator : Operator.values()) {
      if (in.take(operator.sign)) {
        in.skipBlanks();
        JsonOperand first = comparable(left, start);
        int second = in.at();
        return new JsonTest.Comparison(first, operator, comparable(term(), second));
      }
    }
    in.back(end);
    return test(left);
  }

  private JsonTest parenthesized() throws JsonPathException {
    in.take("(");
    JsonTest test = or();
    in.skipBlanks();
    if (!in.take(")")) {
      throw in.mistake("a parenthesis is not closed by )");
    }
    return test;
  }

  /** A part of a condition: something with a value, or a call that is true or false. */
  private sealed interface Term {
    record Valued(JsonOperand operand) implements Term {}

    record Called(JsonTest test) implements Term {}
  }

  private JsonTest test(Term term) throws JsonPathException {
    return switch (term) {
      case Term.Called(JsonTest test) -> test;
      case Term.Valued(JsonOperand.Query query) -> new JsonTest.Exists(query);
      case Term.Valued _ -> throw in.mistake("a value alone is not a condition; compare it");
    };
  }

  private JsonOperand comparable(Term term, int start) throws JsonPathException {
    return switch (term) {
      case Term.Called _ -> {
        in.back(start);
        throw in.mistake("match and search are true or false, and are not compared");
      }
      case Term.Valued(JsonOperand.Query query) when !query.isSingular() -> {
        in.back(start);
        throw in.mistake("a query that may find several values cannot be compared");
      }
      case Term.Valued(JsonOperand operand) -> operand;
    };
  }

  private Term term() throws JsonPathException {
    if (in.isNext('@') || in.isNext('$')) {
      return new Term.Valued(paths.query());
    }
    if (in.isNext('\'') || in.isNext('"')) {
      return new Term.Valued(new JsonOperand.Literal(in.string()));
    }
    int start = in.at();
    String word = in.word();
    if (!word.isEmpty() && in.take("(")) {
      return call(word, start);
    }
    return switch (word) {
      case "true" -> new Term.Valued(new JsonOperand.Literal(true));
      case "false" -> new Term.Valued(new JsonOperand.Literal(false));
      case "null" -> new Term.Valued(new JsonOperand.Literal(JsonTree.Null.NULL));
      case "" -> new Term.Valued(new JsonOperand.Literal(number()));
      default -> {
        in.back(start);
        throw in.mistake("'" + word + "' is not expected; texts are in quotes");
      }
    };
  }

  private BigDecimal number() throws JsonPathException {
    int start = in.at();
    var number = new StringBuilder(in.take("-") ? "-" : "");
    String digits = in.digits();
    boolean isNumber = !digits.isEmpty() && (digits.length() == 1 || !digits.startsWith("0"));
    number.append(digits);
    if (isNumber && in.take(".")) {
      String fraction = in.digits();
      isNumber = !fraction.isEmpty();
      number.append('.').append(fraction);
    }
    if (isNumber && (in.take("e") || in.take("E"))) {
      number.append('e').append(in.take("-") ? "-" : in.take("+") ? "+" : "");
      String exponent = in.digits();
      isNumber = !exponent.isEmpty() && exponent.length() <= 9;
      number.append(exponent);
    }
    if (!isNumber) {
      in.back(start);
      throw in.mistake("a condition such as @.price < 10 is missing");
    }
    return new BigDecimal(number.toString());
  }

  /** A call whose name and parenthesis are taken. */
  private Term call(String function, int start) throws JsonPathException {
    if (++depth > DEEPEST) {
      throw in.mistake("more than " + DEEPEST + " conditions are within each other");
    }
    List<Term> arguments = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    in.skipBlanks();
    while (!in.isNext(')')) {
      places.add(in.at());
      arguments.add(term());
      in.skipBlanks();
      if (!in.take(",")) {
        break;
      }
      in.skipBlanks();
      if (in.isNext(')')) {
        throw in.mistake("a value is missing");
      }
    }
    if (!in.take(")")) {
      throw in.mistake("the call of " + function + " is not closed by )");
    }
    depth--;
    int end = in.at();
    int parameters = function.equals("match") || function.equals("search") ? 2 : 1;
    boolean isKnown = List.of(FUNCTIONS.split(", | or ")).contains(function);
    if (!isKnown || arguments.size() != parameters) {
      in.back(start);
      throw in.mistake(
          isKnown
              ? function + " takes " + (parameters == 1 ? "one value" : "two values")
              : "'" + function + "' is not a function; use " + FUNCTIONS);
    }
    Term made =
        switch (function) {
          case "length" ->
              new Term.Valued(
                  new JsonOperand.Length(comparable(arguments.getFirst(), places.getFirst())));
          case "count" -> new Term.Valued(new JsonOperand.Count(nodes(arguments, places)));
          case "value" -> new Term.Valued(new JsonOperand.Single(nodes(arguments, places)));
          default ->
              new Term.Called(
                  new JsonTest.Matches(
                      comparable(arguments.getFirst(), places.getFirst()),
                      comparable(arguments.getLast(), places.getLast()),
                      function.equals("match") ? Extent.WHOLE : Extent.PART));
        };
    in.back(end);
    return made;
  }

  private JsonOperand.Query nodes(List<Term> arguments, List<Integer> places)
      throws JsonPathException {
    if (arguments.getFirst() instanceof Term.Valued(JsonOperand.Query query)) {
      return query;
    }
    in.back(places.getFirst());
    throw in.mistake("a query such as @.* is expected");
  }
}
