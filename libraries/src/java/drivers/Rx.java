package drivers;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Streams over RxJava's schedulers. Planted: elements of parallel rails are added without care. */
public final class Rx {
  private static volatile int sum;

  public static void main(String[] args) throws Exception {
    boolean planted = Threads.planted(args);
    List<Integer> squares =
        Flowable.range(1, 4)
            .flatMap(x -> Flowable.just(x).subscribeOn(Schedulers.computation()).map(y -> y * y))
            .sorted()
            .toList()
            .blockingGet();
    assert squares.equals(List.of(1, 4, 9, 16)) : squares;

    int total =
        Flowable.range(1, 4)
            .parallel(2)
            .runOn(Schedulers.computation())
            .doOnNext(
                x -> {
                  for (int i = 0; planted && i < x; i++) {
                    sum = sum + 1;
                  }
                })
            .reduce(Integer::sum)
            .blockingSingle();
    assert total == 10 : total;
    assert !planted || sum == 10 : sum;

    int zipped =
        Single.zip(
                Single.fromCallable(() -> 1).subscribeOn(Schedulers.io()),
                Single.fromCallable(() -> 2).subscribeOn(Schedulers.io()),
                Integer::sum)
            .observeOn(Schedulers.single())
            .blockingGet();
    assert zipped == 3;

    PublishSubject<Integer> subject = PublishSubject.create();
    AtomicInteger seen = new AtomicInteger();
    Observable<Integer> serial = subject.toSerialized();
    serial.observeOn(Schedulers.newThread()).subscribe(seen::addAndGet);
    subject.onNext(5);
    subject.onComplete();
    serial.ignoreElements().blockingAwait();
    assert seen.get() == 0 || seen.get() == 5 : seen;
    Schedulers.shutdown();
  }
}
