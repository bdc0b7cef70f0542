package java.lang;

import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import jdk.internal.misc.Unsafe;
import sun.security.jca.ProviderList;

/**
 * What a program sets for the whole JVM: factories that can be set once in its life, the default
 * cookies, locale, time zone, providers of security. The next execution finds it as in a new JVM.
 */
final class FrayDefaults {
  private FrayDefaults() {}

  private static final Unsafe U = FrayThreads.U;

  /** As it was before the first execution. */
  private static final Object KEPT = new Object();

  /** Made by a method below. */
  private static final Object MADE = new Object();

  private static final String NET = "java/net/";
  private static final String NAMING = "javax/naming/spi/NamingManager";
  private static final String RMI = "java/rmi/server/RMISocketFactory";
  private static final String LOCALE = "Ljava/util/Locale;";
  private static final String PROVIDERS = "sun/security/jca/Providers";
  private static final String PROVIDER_LIST = "Lsun/security/jca/ProviderList;";

  /** A static field, and what is in it at first. */
  private static final class Default {
    final String holder;
    final String name;
    final String descriptor;
    final boolean kept;
    Object initial;
    boolean found; // whether the class is in use
    FrayStatics field; // null if this JDK has none
    Object saved; // of a JVM that goes on

    Default(String holder, String name, String descriptor, Object initial) {
      this.holder = holder;
      this.name = name;
      this.descriptor = descriptor;
      this.initial = initial;
      kept = initial == KEPT;
    }

    Object get() {
      switch (descriptor) {
        case "Z":
          return field.getBoolean();
        case "I":
          return field.getInt();
        default:
          return field.get();
      }
    }

    void set(Object value) {
      switch (descriptor) {
        case "Z":
          field.setBoolean((Boolean) value);
          break;
        case "I":
          field.setInt((Integer) value);
          break;
        default:
          field.set(value);
      }
    }
  }

  private static Default net(String holder, String name, String type, Object initial) {
    return new Default(NET + holder, name, "L" + NET + type + ";", initial);
  }

  private static Default flag(String holder, String name, boolean initial) {
    return new Default(NET + holder, name, "Z", initial);
  }

  private static Default naming(String name, String type) {
    return new Default(NAMING, name, "Ljavax/naming/spi/" + type + ";", null);
  }

  private static final Default[] DEFAULTS = {
    net("URL", "factory", "URLStreamHandlerFactory", null),
    net("URLConnection", "factory", "ContentHandlerFactory", null),
    net("URLConnection", "fileNameMap", "FileNameMap", null),
    flag("URLConnection", "defaultAllowUserInteraction", false),
    flag("URLConnection", "defaultUseCaches", true),
    flag("HttpURLConnection", "followRedirects", true),
    net("Socket", "factory", "SocketImplFactory", null),
    net("ServerSocket", "factory", "SocketImplFactory", null),
    net("DatagramSocket", "factory", "DatagramSocketImplFactory", null),
    net("CookieHandler", "cookieHandler", "CookieHandler", null),
    net("Authenticator", "theAuthenticator", "Authenticator", null),
    net("ResponseCache", "theResponseCache", "ResponseCache", null),
    net("ProxySelector", "theProxySelector", "ProxySelector", MADE),
    new Default("java/util/Locale", "defaultLocale", LOCALE, KEPT),
    new Default("java/util/Locale", "defaultDisplayLocale", LOCALE, KEPT),
    new Default("java/util/Locale", "defaultFormatLocale", LOCALE, KEPT),
    new Default("java/util/TimeZone", "defaultTimeZone", "Ljava/util/TimeZone;", KEPT),
    new Default("java/lang/System", "security", "Ljava/lang/SecurityManager;", KEPT),
    new Default(
        "java/io/ObjectInputFilter$Config", "serialFilter", "Ljava/io/ObjectInputFilter;", MADE),
    new Default("java/sql/DriverManager", "loginTimeout", "I", 0),
    new Default("java/sql/DriverManager", "logWriter", "Ljava/io/PrintWriter;", null),
    new Default("java/sql/DriverManager", "logStream", "Ljava/io/PrintStream;", null),
    new Default(
        "javax/net/ssl/HttpsURLConnection",
        "defaultHostnameVerifier",
        "Ljavax/net/ssl/HostnameVerifier;",
        MADE),
    new Default(
        "javax/net/ssl/HttpsURLConnection",
        "defaultSSLSocketFactory",
        "Ljavax/net/ssl/SSLSocketFactory;",
        null),
    new Default("javax/net/ssl/SSLContext", "defaultContext", "Ljavax/net/ssl/SSLContext;", MADE),
    new Default(PROVIDERS, "providerList", PROVIDER_LIST, MADE),
    naming("initctx_factory_builder", "InitialContextFactoryBuilder"),
    naming("object_factory_builder", "ObjectFactoryBuilder"),
    new Default(RMI, "factory", "L" + RMI + ";", null),
    new Default(RMI, "handler", "Ljava/rmi/server/RMIFailureHandler;", null),
  };

  /** Before the first execution. */
  static void remember() throws ReflectiveOperationException {
    U.ensureClassInitialized(java.util.Locale.class); // it has made its defaults then
    find();
    for (Default value : DEFAULTS) {
      if (value.kept) {
        value.initial = value.field == null ? null : value.get();
      }
    }
  }

  /** Before every execution. */
  static void clear() throws ReflectiveOperationException {
    find();
    for (Default value : DEFAULTS) {
      if (value.field != null) {
        Object now = value.get();
        Object initial = value.initial == MADE ? made(value, now) : value.initial;
        if (now != initial) {
          value.set(initial);
        }
      }
    }
    forget(urlHandlers);
    forget(contentHandlers);
    if (caching != null && !((Map<?, ?>) caching.get()).isEmpty()) {
      ((Map<?, ?>) caching.get()).clear();
    }
  }

  /** How many classes the JVM had loaded when fields were looked for; -1 if some were not initialised. */
  private static int loaded = -1;

  private static FrayStatics urlHandlers;
  private static FrayStatics contentHandlers;
  private static FrayStatics caching;

  /** The fields of classes that have come into use. */
  private static void find() throws ReflectiveOperationException {
    int now = FrayCore.classesLoaded();
    if (now == loaded) {
      return;
    }
    loaded = now;
    for (Default value : DEFAULTS) {
      if (!value.found && FrayCore.isLoaded(value.holder)) {
        Class<?> holder = FrayStatics.inUse(value.holder);
        if (holder == null) {
          loaded = -1;
        } else {
          value.found = true;
          value.field = FrayStatics.of(holder, value.name, value.descriptor);
        }
      }
    }
    urlHandlers = find(urlHandlers, "URL", "handlers", "Hashtable");
    contentHandlers = find(contentHandlers, "URLConnection", "handlers", "Hashtable");
    caching = find(caching, "URLConnection", "defaultCaching", "concurrent/ConcurrentHashMap");
  }

  private static FrayStatics find(FrayStatics found, String holder, String name, String type)
      throws ReflectiveOperationException {
    Class<?> in = found == null ? FrayStatics.inUse(NET + holder) : null;
    return in == null ? found : FrayStatics.of(in, name, "Ljava/util/" + type + ";");
  }

  /** What a static initialiser or a first use makes; the value itself if that is such a one. */
  private static Object made(Default value, Object now) throws ReflectiveOperationException {
    switch (value.name) {
      case "theProxySelector":
        return now instanceof sun.net.spi.DefaultProxySelector
            ? now
            : new sun.net.spi.DefaultProxySelector();
      case "defaultHostnameVerifier":
        Class<?> verifier = Class.forName(VERIFIER);
        return verifier.isInstance(now) ? now : U.allocateInstance(verifier);
      case "defaultContext":
        Object context = now;
        return context != null
                && ((javax.net.ssl.SSLContext) context).getProtocol().equals("Default")
            ? now
            : null;
      case "serialFilter":
        return System.getProperty("jdk.serialFilter") == null ? null : now;
      default:
        return withoutOthers((ProviderList) now);
    }
  }

  private static final String VERIFIER = "javax.net.ssl.HttpsURLConnection$DefaultHostnameVerifier";

  /** Providers that the JDK does not have are the program's. */
  private static ProviderList withoutOthers(ProviderList list) throws ReflectiveOperationException {
    if (configs == 0) {
      Class<?> entry = Class.forName("sun.security.jca.ProviderConfig");
      provider = U.objectFieldOffset(entry, "provider");
      configs = U.objectFieldOffset(ProviderList.class, "configs");
    }
    ProviderList left = list;
    for (Object config : (Object[]) U.getReference(list, configs)) {
      Object loaded = U.getReferenceVolatile(config, provider);
      if (loaded != null && !isOfJdk(loaded)) {
        left = ProviderList.remove(left, ((java.security.Provider) loaded).getName());
      }
    }
    return left;
  }

  private static long configs; // offsets of fields
  private static long provider;

  /** Handlers of the program, which the JDK keeps. */
  private static void forget(FrayStatics kept) {
    if (kept == null) {
      return;
    }
    Collection<?> handlers = ((Map<?, ?>) kept.get()).values();
    for (Iterator<?> each = handlers.iterator(); each.hasNext(); ) {
      if (!isOfJdk(each.next())) {
        each.remove();
      }
    }
  }

  private static boolean isOfJdk(Object object) {
    ClassLoader loader = object.getClass().getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** As {@link #remember}, in a JVM that goes on. */
  static void rememberEmbedded() throws ReflectiveOperationException {
    remember();
    for (Default value : DEFAULTS) {
      value.saved = value.field == null ? KEPT : value.get();
    }
  }

  /** After the last execution in such a JVM, when all is clear. */
  static void restoreEmbedded() {
    for (Default value : DEFAULTS) {
      if (value.saved != KEPT) {
        value.set(value.saved);
      }
      value.saved = null;
    }
  }
}
