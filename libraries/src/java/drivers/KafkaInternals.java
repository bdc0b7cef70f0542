package drivers;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.BufferExhaustedException;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * The parts of a producer that threads meet in. Planted: a buffer is written to after it was given
 * back.
 */
public final class KafkaInternals {
  private static final int SIZE = 64;

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    try (Metrics metrics = new Metrics()) {
      buffers(new BufferPool(2 * SIZE, SIZE, metrics, Time.SYSTEM, "buffers"), planted);
    }
    metadata();
    producer();
  }

  /** Three threads share memory for two buffers, one of them wants all of it. */
  private static void buffers(BufferPool pool, boolean planted) throws Exception {
    Thread first = Threads.start("first", () -> use(pool, SIZE, planted));
    Thread second = Threads.start("second", () -> use(pool, SIZE, planted));
    Thread third = Threads.start("third", () -> use(pool, 2 * SIZE, planted));
    Threads.join(first, second, third);
    assert pool.availableMemory() == 2 * SIZE : pool.availableMemory();
    assert pool.queued() == 0 : pool.queued();
  }

  private static void use(BufferPool pool, int size, boolean planted) throws InterruptedException {
    ByteBuffer buffer = allocate(pool, size);
    AtomicInteger users = new AtomicInteger();
    buffer.putInt(0, users.incrementAndGet());
    if (planted) {
      pool.deallocate(buffer);
    }
    buffer.putInt(4, buffer.getInt(4) + 1);
    users.get();
    assert buffer.getInt(4) == 1 : "another one writes into this buffer";
    buffer.putInt(4, 0);
    if (!planted) {
      pool.deallocate(buffer);
    }
  }

  /** A pool gives up at any moment, when time is relaxed. */
  private static ByteBuffer allocate(BufferPool pool, int size) throws InterruptedException {
    while (true) {
      try {
        return pool.allocate(size, 1000);
      } catch (BufferExhaustedException timeout) {
        continue;
      }
    }
  }

  /** One thread waits for metadata that never come, the other one ends this. */
  private static void metadata() throws Exception {
    ProducerMetadata metadata =
        new ProducerMetadata(
            100, 1000, 1000, 1000, new LogContext(), new ClusterResourceListeners(), Time.SYSTEM);
    metadata.add("topic", Time.SYSTEM.milliseconds());
    Thread waiter =
        Threads.start(
            "waiter",
            () -> {
              while (true) {
                try {
                  metadata.awaitUpdate(metadata.updateVersion(), 1000);
                  throw new AssertionError("nobody has updated it");
                } catch (TimeoutException timeout) {
                  continue;
                } catch (KafkaException closed) {
                  return;
                }
              }
            });
    metadata.close();
    waiter.join();
  }

  private static void producer() throws Exception {
    StringSerializer serializer = new StringSerializer();
    MockProducer<String, String> producer = new MockProducer<>(true, serializer, serializer);
    AtomicInteger completed = new AtomicInteger();
    Threads.Body body =
        () ->
            producer
                .send(
                    new ProducerRecord<>("topic", "value"),
                    (record, error) -> completed.incrementAndGet())
                .get();
    Thread first = Threads.start("sender", body);
    body.run();
    first.join();
    producer.close();
    assert completed.get() == 2 && producer.history().size() == 2 : completed;
  }
}
