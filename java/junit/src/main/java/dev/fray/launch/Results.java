package dev.fray.launch;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Files for build servers and other programs. */
final class Results {
  private Results() {}

  /** JUnit XML: one test case per test, not one per execution. */
  static void writeXml(Path file, List<Outcome> outcomes) throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    double seconds = 0;
    int failures = 0;
    int errors = 0;
    int skipped = 0;
    for (Outcome outcome : outcomes) {
      seconds += outcome.seconds;
      failures += outcome.kind == Outcome.Kind.FAILED ? 1 : 0;
      errors += outcome.kind == Outcome.Kind.BROKEN ? 1 : 0;
      skipped += outcome.kind == Outcome.Kind.SKIPPED ? 1 : 0;
    }
    xml.append(
        String.format(
            Locale.ROOT,
            "<testsuite name=\"fray\" tests=\"%d\" failures=\"%d\" errors=\"%d\" skipped=\"%d\""
                + " time=\"%.3f\">\n",
            outcomes.size(),
            failures,
            errors,
            skipped,
            seconds));
    for (Outcome outcome : outcomes) {
      testCase(xml, outcome);
    }
    write(file, xml.append("</testsuite>\n").toString());
  }

  private static void testCase(StringBuilder xml, Outcome outcome) {
    String name = outcome.target.name;
    int method = name.indexOf('#');
    xml.append("  <testcase classname=\"")
        .append(escape(method < 0 ? name : name.substring(0, method)))
        .append("\" name=\"")
        .append(escape(name.substring(method + 1)))
        .append(String.format(Locale.ROOT, "\" time=\"%.3f\">", outcome.seconds));
    switch (outcome.kind) {
      case FAILED:
        failure(xml, "failure", outcome);
        break;
      case BROKEN:
        failure(xml, "error", outcome);
        break;
      case SKIPPED:
        xml.append("<skipped message=\"").append(escape(outcome.message)).append("\"/>");
        break;
      default:
        break;
    }
    xml.append("</testcase>\n");
  }

  private static void failure(StringBuilder xml, String element, Outcome outcome) {
    StringWriter stack = new StringWriter();
    outcome.failure.printStackTrace(new PrintWriter(stack, true));
    xml.append("<" + element + " type=\"")
        .append(escape(outcome.failure.getClass().getName()))
        .append("\" message=\"")
        .append(escape(outcome.message))
        .append("\">")
        .append(escape(stack.toString()).replace("&#10;", "\n"))
        .append("</" + element + ">");
  }

  /** The suite's {@code summary.json}; each test has a folder with one of its own. */
  static void writeJson(Path file, List<Outcome> outcomes) throws IOException {
    StringBuilder json = new StringBuilder("{\n  \"tests\": [");
    String comma = "\n";
    for (Outcome outcome : outcomes) {
      json.append(comma)
          .append("    {\"name\": ")
          .append(quote(outcome.target.name))
          .append(", \"outcome\": ")
          .append(quote(outcome.kind.name().toLowerCase(Locale.ROOT)))
          .append(", \"executions\": ")
          .append(outcome.executions)
          .append(String.format(Locale.ROOT, ", \"seconds\": %.3f", outcome.seconds))
          .append(", \"message\": ")
          .append(quote(outcome.message))
          .append(", \"folder\": ")
          .append(quote(outcome.folder))
          .append("}");
      comma = ",\n";
    }
    write(file, json.append("\n  ]\n}\n").toString());
  }

  private static void write(Path file, String text) throws IOException {
    if (file.toAbsolutePath().getParent() != null) {
      Files.createDirectories(file.toAbsolutePath().getParent());
    }
    Files.write(file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String escape(String text) {
    StringBuilder xml = new StringBuilder();
    for (char c : text.toCharArray()) {
      switch (c) {
        case '<':
          xml.append("&lt;");
          break;
        case '>':
          xml.append("&gt;");
          break;
        case '&':
          xml.append("&amp;");
          break;
        case '"':
          xml.append("&quot;");
          break;
        case '\n':
          xml.append("&#10;");
          break;
        case '\t':
          xml.append("&#9;");
          break;
        default:
          // XML cannot have other control characters at all, escaped or not.
          xml.append(c < ' ' || c >= '\ufffe' ? '\ufffd' : c);
          break;
      }
    }
    return xml.toString();
  }

  private static String quote(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
