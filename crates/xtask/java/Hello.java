/** Hello world, from as many threads as the argument says. */
public class Hello {
  public static void main(String[] args) throws InterruptedException {
    int count = args.length > 0 ? Integer.parseInt(args[0]) : 0;
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(Hello::say);
      thread.start();
      thread.join();
    }
    say();
  }

  private static void say() {
    System.out.println("hello");
  }
}
