package drivers;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalServerChannel;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server and a client that talk within one JVM, over event loops. Planted: two loops share a
 * counter without care.
 */
public final class NettyLocal {
  private static volatile int handled;

  private static final class Doubler extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      context.writeAndFlush(2 * (Integer) message);
    }
  }

  private static final class Summer extends ChannelInboundHandlerAdapter {
    private final Promise<Integer> promise;
    private int sum;

    Summer(Promise<Integer> promise) {
      this.promise = promise;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      sum += (Integer) message;
      if (sum == 12) {
        promise.setSuccess(sum);
      }
    }
  }

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    System.setProperty("io.netty.processId", "1"); // is in the hash codes of channels
    EventLoopGroup group = new DefaultEventLoopGroup(2);
    LocalAddress address = new LocalAddress("doubler");
    Channel server =
        new ServerBootstrap()
            .group(group)
            .channel(LocalServerChannel.class)
            .childHandler(
                new ChannelInitializer<LocalChannel>() {
                  @Override
                  protected void initChannel(LocalChannel channel) {
                    channel.pipeline().addLast(new Doubler());
                  }
                })
            .bind(address)
            .sync()
            .channel();
    Promise<Integer> sum = group.next().newPromise();
    Channel client =
        new Bootstrap()
            .group(group)
            .channel(LocalChannel.class)
            .handler(
                new ChannelInitializer<LocalChannel>() {
                  @Override
                  protected void initChannel(LocalChannel channel) {
                    channel.pipeline().addLast(new Summer(sum));
                  }
                })
            .connect(address)
            .sync()
            .channel();
    client.write(1);
    client.write(2);
    client.writeAndFlush(3);
    assert sum.get() == 12;
    client.close().sync();
    server.close().sync();

    AtomicInteger safe = new AtomicInteger();
    EventLoop one = group.next();
    EventLoop other = group.next();
    Runnable task =
        () -> {
          safe.incrementAndGet();
          if (planted) {
            handled = handled + 1;
          }
        };
    io.netty.util.concurrent.Future<?> first = one.submit(task);
    io.netty.util.concurrent.Future<?> second = other.schedule(task, 1, TimeUnit.MILLISECONDS);
    first.sync();
    second.sync();
    assert safe.get() == 2;
    assert !planted || handled == 2 : handled;
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
  }
}
