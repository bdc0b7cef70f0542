import java.io.ObjectInputFilter;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.rmi.server.RMISocketFactory;
import java.security.Provider;
import java.security.Security;
import java.sql.DriverManager;
import java.util.Locale;
import java.util.TimeZone;
import javax.naming.spi.NamingManager;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;

/** Finds what programs set for the whole JVM as in a new one, and sets it. */
public class Defaults {
  private static void isTrue(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what + " is left from another execution");
    }
  }

  private static boolean isKnown(String protocol) {
    try {
      new URL(protocol + ":x");
      return true;
    } catch (MalformedURLException unknown) {
      return false;
    }
  }

  private static final class Handler extends URLStreamHandler {
    @Override
    protected URLConnection openConnection(URL url) {
      return null;
    }
  }

  private static final class Some extends Provider {
    Some() {
      super("Some", "1", "none");
    }
  }

  public static void main(String[] args) throws Exception {
    Thread other = new Thread(() -> {});
    other.start();
    other.join();
    factories();
    values();
  }

  /** Each can be set once. */
  private static void factories() throws Exception {
    isTrue(!isKnown("some"), "a protocol");
    URL.setURLStreamHandlerFactory(name -> name.equals("some") ? new Handler() : null);
    isTrue(isKnown("some"), "no protocol");
    URLConnection.setContentHandlerFactory(type -> null);
    Socket.setSocketImplFactory(() -> null);
    ServerSocket.setSocketFactory(() -> null);
    DatagramSocket.setDatagramSocketImplFactory(() -> null);
    RMISocketFactory.setSocketFactory(RMISocketFactory.getDefaultSocketFactory());
    NamingManager.setInitialContextFactoryBuilder(environment -> null);
    ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.UNDECIDED);
  }

  private static void values() {
    isTrue(CookieHandler.getDefault() == null, "a handler of cookies");
    CookieHandler.setDefault(new CookieManager());
    isTrue(Authenticator.getDefault() == null, "an authenticator");
    Authenticator.setDefault(new Authenticator() {});
    isTrue(ProxySelector.getDefault() != null, "no selector of proxies");
    ProxySelector.setDefault(null);
    isTrue(HttpURLConnection.getFollowRedirects(), "a way with redirects");
    HttpURLConnection.setFollowRedirects(false);
    isTrue(DriverManager.getLoginTimeout() == 0, "a timeout");
    DriverManager.setLoginTimeout(5);
    HostnameVerifier lenient = (name, session) -> true;
    Class<?> verifier = HttpsURLConnection.getDefaultHostnameVerifier().getClass();
    isTrue(verifier.getName().startsWith("javax."), "a verifier of names");
    HttpsURLConnection.setDefaultHostnameVerifier(lenient);
    isTrue(Security.getProvider("Some") == null, "a provider");
    Security.addProvider(new Some());
    isTrue(Security.getProvider("Some") instanceof Some, "a provider");
    isTrue(!Locale.getDefault().getLanguage().equals("eo"), "a language");
    isTrue(!Locale.getDefault(Locale.Category.FORMAT).getLanguage().equals("eo"), "a format");
    Locale.setDefault(new Locale("eo"));
    isTrue(!TimeZone.getDefault().getID().equals("Some/Zone"), "a time zone");
    TimeZone.setDefault(new java.util.SimpleTimeZone(1, "Some/Zone"));
  }
}
