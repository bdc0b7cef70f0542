package dev.fray.launch;

import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;

/** The arguments of {@link Suite}. */
final class Arguments {
  final List<String> selectors = new ArrayList<>();
  final List<String> tags = new ArrayList<>();
  final List<String> excludedTags = new ArrayList<>();
  boolean quiet;
  /** Of the tests, those whose number leaves this remainder ... */
  int share;
  /** ... when divided by this; others run the rest at the same time. */
  int shares = 1;
  Path xml;
  Path summary;

  static Arguments of(String[] args) {
    Arguments all = new Arguments();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--quiet":
          all.quiet = true;
          break;
        case "--tag":
          all.tags.add(args[++i]);
          break;
        case "--exclude-tag":
          all.excludedTags.add(args[++i]);
          break;
        case "--share":
          all.share = Integer.parseInt(args[++i]);
          all.shares = Integer.parseInt(args[++i]);
          break;
        case "--junit-xml":
          all.xml = Paths.get(args[++i]);
          break;
        case "--summary":
          all.summary = Paths.get(args[++i]);
          break;
        default:
          all.selectors.add(args[i]);
          break;
      }
    }
    return all;
  }

  /** Whether a test of a selected class is selected itself: not if only others of that class are. */
  boolean wants(Target target) {
    String method = target.name.replaceAll("\\(.*", "");
    boolean others = false;
    for (String selector : selectors) {
      if (selector.equals(method) || selector.equals(target.type)) {
        return true;
      }
      int hash = selector.indexOf('#');
      String type = hash < 0 ? "" : selector.substring(0, hash);
      others |= target.type != null && (target.type + "$").startsWith(type + "$") && hash > 0;
    }
    return !others;
  }

  boolean wantsAll() {
    return selectors.isEmpty() || selectors.contains("*");
  }
}
