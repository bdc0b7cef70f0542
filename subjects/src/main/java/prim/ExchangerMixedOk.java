package prim;

import java.util.concurrent.Exchanger;

/** {@link ExchangerMixed} with an exchanger for each pair. */
public final class ExchangerMixedOk {

  public static void main(String[] args) throws Exception {
    ExchangerMixed.run(new Exchanger<>(), new Exchanger<>());
  }
}
