package drivers

import java.util.concurrent.atomic.AtomicInteger
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext

/** Coroutines on the library's own threads. Planted: an update is lost without the mutex. */
object KotlinCoroutines {
  @Volatile private var counter = 0

  private suspend fun increment(mutex: Mutex, planted: Boolean) {
    if (planted) {
      counter = counter + 1
    } else {
      mutex.withLock { counter = counter + 1 }
    }
  }

  @JvmStatic
  fun main(args: Array<String>) = runBlocking {
    val planted = args.isNotEmpty() && args[0] == "planted"
    val mutex = Mutex()
    withContext(Dispatchers.Default) {
      coroutineScope {
        launch { increment(mutex, planted) }
        launch { increment(mutex, planted) }
      }
    }
    check(counter == 2) { "counter is $counter" }

    val channel = Channel<Int>(1)
    val sum = AtomicInteger()
    coroutineScope {
      launch(Dispatchers.IO) {
        for (i in 1..3) channel.send(i)
        channel.close()
      }
      launch(Dispatchers.Default) { for (i in channel) sum.addAndGet(i) }
    }
    check(sum.get() == 6) { "sum is $sum" }

    val squares = (1..3).map { async(Dispatchers.IO) { delay(1); it * it } }.awaitAll()
    check(squares == listOf(1, 4, 9)) { "squares are $squares" }
    val numbers = flow { for (i in 1..2) emit(i) }.flowOn(Dispatchers.Default).toList()
    check(numbers == listOf(1, 2)) { "numbers are $numbers" }
  }
}
