package java.lang;

import java.lang.reflect.Method;
import java.util.Properties;
import javax.net.ssl.SSLContext;
import sun.security.jca.ProviderList;
import sun.security.jca.Providers;

/**
 * Security properties, the list of providers and the default context of TLS. A program that adds a provider would find that of the
 * execution before, of classes which are not its own.
 */
final class FraySecurity {
  private FraySecurity() {}

  private static final String SECURITY = "java/security/Security";
  private static final String PROVIDERS = "sun/security/jca/Providers";
  private static final String CONTEXTS = "javax/net/ssl/SSLContext";
  private static final String PROPERTIES = "Ljava/util/Properties;";

  // Null until the classes are in use.
  private static Properties properties;
  private static Properties original; // what was in them at first
  private static ProviderList providers; // at first

  /** Before the first execution: what is there now stays. */
  static void remember() throws ReflectiveOperationException {
    properties = null;
    Class<?> security = FrayStatics.inUse(SECURITY);
    if (security != null) {
      properties = properties(security, "props");
      original = (Properties) properties.clone();
    }
    providers = FrayStatics.inUse(PROVIDERS) == null ? null : Providers.getProviderList();
  }

  /** Before every execution. */
  static void clear() throws ReflectiveOperationException {
    if (FrayStatics.inUse(SECURITY) == null) {
      return; // nor are there providers
    }
    clearProperties();
    if (FrayStatics.inUse(PROVIDERS) != null) {
      clearProviders();
    }
    Class<?> contexts = FrayStatics.inUse(CONTEXTS);
    if (contexts != null) {
      clearContext(FrayStatics.of(contexts, "defaultContext", "L" + CONTEXTS + ";"));
    }
  }

  /** The JDK's own stays: it takes long to make. */
  private static void clearContext(FrayStatics field) {
    SSLContext context = (SSLContext) field.get();
    if (context != null && !context.getProtocol().equals("Default")) {
      field.set(null);
    }
  }

  private static void clearProperties() throws ReflectiveOperationException {
    if (properties == null) {
      Class<?> security = FrayStatics.inUse(SECURITY);
      properties = properties(security, "props");
      // What was read from files, which the JDK has for itself.
      Properties initial = properties(security, "initialSecurityProperties");
      original = initial == null ? (Properties) properties.clone() : initial;
    }
    if (!properties.equals(original)) {
      properties.clear();
      properties.putAll(original);
    }
  }

  private static Properties properties(Class<?> security, String name) {
    FrayStatics field = FrayStatics.of(security, name, PROPERTIES);
    return field == null ? null : (Properties) field.get();
  }

  private static void clearProviders() throws ReflectiveOperationException {
    ProviderList now = Providers.getProviderList();
    if (now == providers) {
      return;
    }
    if (providers == null) {
      Method make = ProviderList.class.getDeclaredMethod("fromSecurityProperties");
      make.setAccessible(true);
      providers = (ProviderList) make.invoke(null);
    }
    if (now.toString().equals(providers.toString())) {
      providers = now; // which knows those that were needed
    } else {
      Providers.setProviderList(providers);
    }
  }
}
