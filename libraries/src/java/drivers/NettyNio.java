package drivers;

import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Event loops over a selector, used for tasks. Planted: both loops share a plain counter. */
public final class NettyNio {
  private static volatile int count;

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    NioEventLoopGroup group = new NioEventLoopGroup(2);
    AtomicInteger safe = new AtomicInteger();
    EventLoop one = group.next();
    EventLoop other = group.next();
    Runnable task =
        () -> {
          safe.incrementAndGet();
          if (planted) {
            count = count + 1;
          }
        };
    Future<?> first = one.submit(task);
    Future<?> second = other.submit(task);
    first.sync();
    second.sync();
    assert safe.get() == 2;
    assert !planted || count == 2 : count;
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }
}
