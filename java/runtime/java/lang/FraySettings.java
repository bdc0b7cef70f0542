package java.lang;

import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * What programs set for the whole JVM by methods of the JDK, in static fields: the default locale, the
 * factory of sockets, who manages cookies. Each execution finds what a new JVM has; some of it can be set only once.
 */
final class FraySettings {
  private static final Unsafe U = FrayThreads.U;

  /** Class, field and type; in the end the value in a new JVM, unless it is nothing: true, or a new object of a class. */
  private static final String[] FIELDS = {
    "java/util/Locale defaultLocale Ljava/util/Locale;",
    "java/util/Locale defaultDisplayLocale Ljava/util/Locale;",
    "java/util/Locale defaultFormatLocale Ljava/util/Locale;",
    "java/util/TimeZone defaultTimeZone Ljava/util/TimeZone;",
    "java/io/ObjectInputFilter$Config serialFilter Ljava/io/ObjectInputFilter;",
    "java/net/Authenticator theAuthenticator Ljava/net/Authenticator;",
    "java/net/CookieHandler cookieHandler Ljava/net/CookieHandler;",
    "java/net/DatagramSocket factory Ljava/net/DatagramSocketImplFactory;",
    "java/net/HttpURLConnection followRedirects Z true",
    "java/net/ProxySelector theProxySelector Ljava/net/ProxySelector; sun.net.spi.DefaultProxySelector",
    "java/net/ResponseCache theResponseCache Ljava/net/ResponseCache;",
    "java/net/ServerSocket factory Ljava/net/SocketImplFactory;",
    "java/net/Socket factory Ljava/net/SocketImplFactory;",
    "java/net/URL factory Ljava/net/URLStreamHandlerFactory;",
    "java/net/URLConnection defaultAllowUserInteraction Z",
    "java/net/URLConnection defaultUseCaches Z true",
    "java/net/URLConnection factory Ljava/net/ContentHandlerFactory;",
    "java/net/URLConnection fileNameMap Ljava/net/FileNameMap;",
    "java/rmi/server/RMISocketFactory factory Ljava/rmi/server/RMISocketFactory;",
    "java/rmi/server/RMISocketFactory handler Ljava/rmi/server/RMIFailureHandler;",
    "java/sql/DriverManager loginTimeout I",
    "java/sql/DriverManager logStream Ljava/io/PrintStream;",
    "java/sql/DriverManager logWriter Ljava/io/PrintWriter;",
    "javax/naming/spi/NamingManager initctx_factory_builder"
        + " Ljavax/naming/spi/InitialContextFactoryBuilder;",
    "javax/naming/spi/NamingManager object_factory_builder Ljavax/naming/spi/ObjectFactoryBuilder;",
    "javax/net/ssl/HttpsURLConnection defaultHostnameVerifier Ljavax/net/ssl/HostnameVerifier;"
        + " javax.net.ssl.HttpsURLConnection$DefaultHostnameVerifier",
    "javax/net/ssl/HttpsURLConnection defaultSSLSocketFactory Ljavax/net/ssl/SSLSocketFactory;",
  };

  private static final String TABLE = "table";

  /** Tables, of which only what is not the program's is kept. */
  private static final String[] TABLES = {
    "java/net/URL handlers Ljava/util/Hashtable;",
    "java/net/URLConnection handlers Ljava/util/Hashtable;",
    "java/net/URLConnection defaultCaching Ljava/util/concurrent/ConcurrentHashMap;",
  };

  /** A row whose class has not been initialised. */
  private static final class Row {
    final String[] words;
    Class<?> type; // null: not loaded

    Row(String words) {
      this.words = words.split(" ");
    }
  }

  private static final ArrayList<Row> WAITING = new ArrayList<>();

  /** How many classes there were when it was looked which of these are loaded. */
  private static int looked;

  /** Those in use. */
  private static final ArrayList<FraySettings> FOUND = new ArrayList<>();

  private final FrayStatics field;
  private final char kind;
  private final Object value; // in a new JVM

  private FraySettings(FrayStatics field, char kind, Object value) {
    this.field = field;
    this.kind = kind;
    this.value = value;
  }

  /** Before the first execution: what is there now stays, and all else is as in a new JVM. */
  static void remember() throws ReflectiveOperationException {
    WAITING.clear();
    FOUND.clear();
    for (Locale.Category category : Locale.Category.values()) {
      Locale.getDefault(category); // made now, for all executions
    }
    for (String row : FIELDS) {
      WAITING.add(new Row(row));
    }
    for (String row : TABLES) {
      WAITING.add(new Row(row + " " + TABLE));
    }
    looked = 0;
    find(true);
    security = FrayStatics.of(System.class, "security", "Ljava/lang/SecurityManager;");
    manager = security == null ? null : security.get();
  }

  /** Looks which classes are in use by now. */
  private static void find(boolean first) throws ReflectiveOperationException {
    int loaded = FrayCore.classesLoaded();
    for (Iterator<Row> rows = WAITING.iterator(); rows.hasNext(); ) {
      Row row = rows.next();
      if (row.type == null && loaded != looked) {
        row.type = FrayStatics.loaded(row.words[0]);
      }
      if (row.type == null || U.shouldBeInitialized(row.type)) {
        continue;
      }
      rows.remove();
      FrayStatics field = FrayStatics.of(row.type, row.words[1], row.words[2]);
      if (field != null) { // else this JDK has no such setting
        FOUND.add(make(field, row.words, first));
      }
    }
    looked = loaded;
  }

  private static FraySettings make(FrayStatics field, String[] row, boolean first)
      throws ReflectiveOperationException {
    String initial = row.length == 4 ? row[3] : null;
    if (TABLE.equals(initial)) {
      return new FraySettings(field, 'T', null);
    }
    char kind = row[2].charAt(0);
    Object value =
        switch (kind) {
          case 'Z' -> first ? field.getBoolean() : initial != null;
          case 'I' -> first ? field.getInt() : 0;
          default -> first ? field.get() : initial == null ? null : original(field, initial);
        };
    return new FraySettings(field, kind, value);
  }

  /** What a static initialiser has put there, if it still is there, or something as good. */
  private static Object original(FrayStatics field, String name) throws ReflectiveOperationException {
    Object now = field.get();
    if (now != null && now.getClass().getName().equals(name)) {
      return now;
    }
    Constructor<?> constructor = Class.forName(name, true, null).getDeclaredConstructor();
    return FrayCore.construct(constructor, null, null);
  }

  /** The security manager, up to JDK 23. Null: this JDK has none, or nothing has been remembered. */
  private static FrayStatics security;

  private static Object manager; // before the first execution

  /** At once when an execution is over: the manager of the program would have a say in what follows. */
  static void restoreManager() {
    if (security != null && security.get() != manager) {
      security.set(manager);
    }
  }

  /** Before every execution. */
  static void restore() throws ReflectiveOperationException {
    if (!WAITING.isEmpty()) {
      find(false);
    }
    for (int i = 0; i < FOUND.size(); i++) {
      FOUND.get(i).putBack();
    }
  }

  private void putBack() {
    switch (kind) {
      case 'Z' -> field.setBoolean((Boolean) value);
      case 'I' -> field.setInt((Integer) value);
      case 'T' -> clean((Map<?, ?>) field.get());
      default -> {
        if (field.get() != value) {
          field.set(value);
        }
      }
    }
  }

  /** What is not of the JDK goes, and what is known of protocols by their names alone. */
  private static void clean(Map<?, ?> table) {
    for (Iterator<?> values = table.values().iterator(); values.hasNext(); ) {
      Object value = values.next();
      if (value instanceof Boolean || FrayShutdown.hasProgramClass(value)) {
        values.remove();
      }
    }
  }
}
