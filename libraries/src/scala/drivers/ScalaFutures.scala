package drivers

import java.util.concurrent.atomic.AtomicInteger
import scala.collection.concurrent.TrieMap
import scala.concurrent.{Await, ExecutionContext, Future, Promise, blocking}
import scala.concurrent.duration.Duration

/** Futures on the global pool. Planted: two futures read and write a variable. */
object ScalaFutures:
  import ExecutionContext.Implicits.global

  @volatile private var counter = 0
  private val safe = AtomicInteger()

  private def increment(planted: Boolean): Future[Int] = Future {
    if planted then for _ <- 1 to 3 do counter = counter + 1
    safe.incrementAndGet()
  }

  def main(args: Array[String]): Unit =
    val planted = args.headOption.contains("planted")
    val both = increment(planted).zip(increment(planted))
    Await.result(both, Duration.Inf)
    if planted then assert(counter == 6, s"counter is $counter")
    assert(safe.get == 2)

    val promise = Promise[Int]()
    val sum =
      for
        a <- Future(1)
        b <- promise.future
        c <- Future(blocking(3)).recover { case _: RuntimeException => 0 }
      yield a + b + c
    Future(promise.success(2))
    assert(Await.result(sum, Duration.Inf) == 6)

    val seen = TrieMap.empty[Int, Int]
    val all = Future.traverse(List(1, 2, 3))(n => Future(seen.put(n, n * n)))
    Await.ready(all, Duration.Inf)
    assert(seen.values.sum == 14, seen)
    val first = Future.firstCompletedOf(List(Future(1), Future(2)))
    assert(Set(1, 2)(Await.result(first, Duration.Inf)))
    val lost = Future.failed[Int](IllegalStateException("as planned")).fallbackTo(Future(4))
    assert(Await.result(lost, Duration.Inf) == 4)
