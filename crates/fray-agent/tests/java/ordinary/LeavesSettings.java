import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.rmi.server.RMISocketFactory;
import java.security.Provider;
import java.security.Security;
import java.sql.DriverManager;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import javax.naming.spi.NamingManager;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/** Finds all that can be set for the whole JVM as in a new one, and sets it. */
public final class LeavesSettings {
  private LeavesSettings() {}

  private static final class Direct extends ProxySelector {
    @Override
    public List<Proxy> select(URI address) {
      return List.of();
    }

    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException why) {}
  }

  private static final class Nothing extends Provider {
    Nothing() {
      super("Nothing", "1", "provides nothing");
    }
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what + " is left");
    }
  }

  public static void main(String[] args) throws Exception {
    places();
    network();
    once();
    security();
    files();
    groups();
    System.setIn(new ByteArrayInputStream(new byte[1]));
    System.setOut(new PrintStream(OutputStream.nullOutputStream()));
  }

  private static void places() {
    check(!Locale.getDefault().equals(Locale.TAIWAN), "the locale");
    check(!Locale.getDefault(Locale.Category.FORMAT).equals(Locale.FRANCE), "the format");
    Locale.setDefault(Locale.TAIWAN);
    Locale.setDefault(Locale.Category.FORMAT, Locale.FRANCE);
    check(!TimeZone.getDefault().getID().equals("Asia/Tokyo"), "the time zone");
    TimeZone.setDefault(TimeZone.getTimeZone("Asia/Tokyo"));
  }

  private static void network() throws Exception {
    check(Authenticator.getDefault() == null, "an authenticator");
    Authenticator.setDefault(new Authenticator() {});
    check(CookieHandler.getDefault() == null, "a jar of cookies");
    CookieHandler.setDefault(new CookieManager());
    check(ResponseCache.getDefault() == null, "a cache");
    String selector = ProxySelector.getDefault().getClass().getName();
    check(selector.startsWith("sun."), "a selector of proxies");
    ProxySelector.setDefault(new Direct());
    check(HttpURLConnection.getFollowRedirects(), "what follows redirections");
    HttpURLConnection.setFollowRedirects(false);
    check(URLConnection.getFileNameMap().getContentTypeFor("a.fray") == null, "a map of types");
    URLConnection.setFileNameMap(name -> "text/fray");
    String verifier = HttpsURLConnection.getDefaultHostnameVerifier().getClass().getName();
    check(verifier.startsWith("javax."), "a verifier of hosts");
    HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
    check(DriverManager.getLoginTimeout() == 0, "a timeout");
    DriverManager.setLoginTimeout(7);
    check(DriverManager.getLogWriter() == null, "a log");
    DriverManager.setLogWriter(new PrintWriter(OutputStream.nullOutputStream()));
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

  /** What can be set only once in the life of a JVM. */
  private static void once() throws Exception {
    check(!isKnown("some"), "a protocol");
    URL.setURLStreamHandlerFactory(name -> name.equals("some") ? new Handler() : null);
    check(isKnown("some"), "no protocol");
    URLConnection.setContentHandlerFactory(type -> null);
    Socket.setSocketImplFactory(() -> null);
    ServerSocket.setSocketFactory(() -> null);
    DatagramSocket.setDatagramSocketImplFactory(() -> null);
    RMISocketFactory.setSocketFactory(RMISocketFactory.getDefaultSocketFactory());
    NamingManager.setInitialContextFactoryBuilder(environment -> null);
    ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.UNDECIDED);
  }

  private static void security() throws Exception {
    check(Security.getProvider("Nothing") == null, "a provider");
    Security.addProvider(new Nothing());
    check(Security.getProvider("Nothing") instanceof Nothing, "another's provider");
    check(SSLContext.getDefault().getProtocol().equals("Default"), "a context");
    SSLContext.setDefault(SSLContext.getInstance("TLS"));
    check(Security.getProperty("fray.left") == null, "a property");
    Security.setProperty("fray.left", "yes");
  }

  private static void files() throws IOException {
    File file = new File("left.tmp");
    check(file.createNewFile(), "a file");
    file.deleteOnExit();
    URI archive = URI.create("jar:" + Path.of("left.zip").toUri());
    check(FileSystems.newFileSystem(archive, Map.of("create", "true")).isOpen(), "an archive");
  }

  private static void groups() {
    ThreadGroup main = Thread.currentThread().getThreadGroup();
    check(main.activeGroupCount() == 0, "a group");
    check(new ThreadGroup("left").getParent() == main, "a group");
    check(main.getMaxPriority() == Thread.MAX_PRIORITY, "a priority");
    main.setMaxPriority(Thread.MIN_PRIORITY);
  }
}
