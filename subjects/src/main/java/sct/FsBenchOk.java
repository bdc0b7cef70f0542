package sct;

/** {@link FsBench} that stays within its inodes. */
public final class FsBenchOk extends FsBench {

  @Override
  int inodeOf(int thread) {
    return thread % INODES;
  }

  public static void main(String[] args) throws Exception {
    new FsBenchOk().run();
  }
}
