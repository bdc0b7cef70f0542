/** Variables of threads. */
final class Locals {
  private Locals() {}

  static void observe(Conformance c) throws Throwable {
    ThreadLocal<String> plain = ThreadLocal.withInitial(() -> "first");
    InheritableThreadLocal<String> inherited =
        new InheritableThreadLocal<>() {
          @Override
          protected String childValue(String value) {
            return value + " of the parent";
          }
        };
    plain.set("mine");
    inherited.set("value");
    Thread child =
        Conformance.made(
            () -> {
              c.note("plain in the child", plain.get());
              c.note("inherited in the child", inherited.get());
              inherited.set("changed");
            });
    inherited.set("later");
    child.start();
    child.join();
    c.note("plain in the parent", plain.get());
    c.note("inherited in the parent", inherited.get());
    plain.remove();
    c.note("plain after removal", plain.get());
    Thread without = new Thread(null, () -> c.note("not inherited", inherited.get()), "", 0, false);
    without.start();
    without.join();
  }
}
