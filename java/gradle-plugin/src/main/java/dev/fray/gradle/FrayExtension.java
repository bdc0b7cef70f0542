package dev.fray.gradle;

/** {@code fray { ... }} in a build script; what is not set is fray's default. */
public class FrayExtension {
  private Integer iterations;
  private String strategy;
  private Long seed;
  private String timeLimit;
  private String time;
  private String isolation;
  private boolean memory;
  private String replay;
  private Object report;
  private boolean skip;

  /** Executions of each test at most. */
  public Integer getIterations() {
    return iterations;
  }

  public void setIterations(Integer iterations) {
    this.iterations = iterations;
  }

  /** How schedules are chosen. */
  public String getStrategy() {
    return strategy;
  }

  public void setStrategy(String strategy) {
    this.strategy = strategy;
  }

  /** All schedules are a function of it. */
  public Long getSeed() {
    return seed;
  }

  public void setSeed(Long seed) {
    this.seed = seed;
  }

  /** Stop each test after this time, such as 30s. */
  public String getTimeLimit() {
    return timeLimit;
  }

  public void setTimeLimit(String timeLimit) {
    this.timeLimit = timeLimit;
  }

  /** What time is: relaxed or virtual. */
  public String getTime() {
    return time;
  }

  public void setTime(String time) {
    this.time = time;
  }

  /** classes: fresh ones for each execution; none. */
  public String getIsolation() {
    return isolation;
  }

  public void setIsolation(String isolation) {
    this.isolation = isolation;
  }

  /** Switch points at plain field accesses too. */
  public boolean isMemory() {
    return memory;
  }

  public void setMemory(boolean memory) {
    this.memory = memory;
  }

  /** A recording, or a failure's report folder, to run instead of a search. */
  public String getReplay() {
    return replay;
  }

  public void setReplay(String replay) {
    this.replay = replay;
  }

  /** Where reports go, as Gradle understands files; {@code build/fray-report} if not set. */
  public Object getReport() {
    return report;
  }

  public void setReport(Object report) {
    this.report = report;
  }

  /** Leaves the test tasks as they are. */
  public boolean isSkip() {
    return skip;
  }

  public void setSkip(boolean skip) {
    this.skip = skip;
  }
}
