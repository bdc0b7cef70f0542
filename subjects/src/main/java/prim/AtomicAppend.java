package prim;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** {@link Counting} by appending to an immutable list in an atomic reference, in two steps. */
public class AtomicAppend extends Counting {
  final AtomicReference<List<String>> list = new AtomicReference<>(List.of());

  static List<String> append(List<String> old) {
    List<String> longer = new ArrayList<>(old);
    longer.add("element");
    return List.copyOf(longer);
  }

  @Override
  void count() {
    list.set(append(list.get()));
  }

  @Override
  final int result() {
    return list.get().size();
  }

  public static void main(String[] args) throws Exception {
    new AtomicAppend().run();
  }
}
