import java.security.Permission;

/** Leaves a security manager that allows nothing, where there still are any. */
public final class DeniesAll {
  private DeniesAll() {}

  private static final class Strict extends SecurityManager {
    @Override
    public void checkPermission(Permission permission) {
      throw new SecurityException("no " + permission.getName());
    }
  }

  public static void main(String[] args) {
    if (System.getSecurityManager() != null) {
      throw new AssertionError("a manager is left");
    }
    if (Runtime.version().feature() < 18) {
      System.setSecurityManager(new Strict());
    }
  }
}
