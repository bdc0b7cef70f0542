package sct;

/** {@link BluetoothDriver} that tests the flag and counts the request in one critical section. */
public final class BluetoothDriverOk extends BluetoothDriver {

  @Override
  synchronized boolean enter() {
    if (stopping) {
      return false;
    }
    pending++;
    return true;
  }

  public static void main(String[] args) throws Exception {
    new BluetoothDriverOk().run();
  }
}
