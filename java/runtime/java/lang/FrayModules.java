package java.lang;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolvedModule;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import jdk.internal.misc.Unsafe;

/**
 * The program's modules, defined anew to each execution's class loader: a layer over the modules of the
 * JDK, with the same graph as in the boot layer and all that the command line adds to it. What
 * {@code ModuleLayer.boot()} says of them stays as it was.
 */
final class FrayModules {
  private static final Unsafe U = FrayThreads.U;

  private final ClassLoader original;
  private final Set<ModuleReference> references = new HashSet<>();
  private final Configuration configuration;
  private final ModuleLayer jdk;

  /** Which loader has the classes of a package: one map for all of the JDK's own loaders. */
  private final Map<String, Object> packages;

  private final Constructor<?> loaded;
  private final long names;
  private final long readers;
  private List<Grant> grants; // null until there is a layer to compare with

  /** Null if the program has no modules of its own. */
  static FrayModules of(ClassLoader original, Class<?> builtin)
      throws ReflectiveOperationException {
    FrayModules modules = new FrayModules(original, builtin);
    return modules.references.isEmpty() ? null : modules;
  }

  @SuppressWarnings("unchecked")
  private FrayModules(ClassLoader original, Class<?> builtin)
      throws ReflectiveOperationException {
    this.original = original;
    Map<String, Module> others = new HashMap<>();
    Set<ModuleReference> below = new HashSet<>();
    Set<String> mine = new HashSet<>();
    ModuleLayer boot = ModuleLayer.boot();
    for (ResolvedModule resolved : boot.configuration().modules()) {
      Module module = boot.findModule(resolved.name()).orElseThrow();
      if (isOfProgram(module, resolved.reference())) {
        references.add(resolved.reference());
        mine.add(resolved.name());
      } else {
        below.add(resolved.reference());
        others.put(resolved.name(), module);
      }
    }
    if (mine.isEmpty()) {
      configuration = null;
      jdk = null;
      packages = null;
      loaded = null;
      names = readers = 0;
      return;
    }
    // Automatic modules read everything below them, so their own likes must not be there.
    Configuration jdkOnly =
        Configuration.empty().resolve(new Finder(below), ModuleFinder.of(), others.keySet());
    jdk = (ModuleLayer) U.allocateInstance(ModuleLayer.class);
    set(jdk, ModuleLayer.class, "cf", jdkOnly);
    set(jdk, ModuleLayer.class, "parents", List.of(ModuleLayer.empty()));
    set(jdk, ModuleLayer.class, "nameToModule", others);
    configuration = jdkOnly.resolve(new Finder(references), ModuleFinder.of(), mine);
    Field map = FrayCore.field(builtin, "packageToModule", "Ljava/util/Map;", true);
    packages =
        (Map<String, Object>) U.getReference(U.staticFieldBase(map), U.staticFieldOffset(map));
    loaded =
        Class.forName("jdk.internal.loader.BuiltinClassLoader$LoadedModule")
            .getDeclaredConstructors()[0];
    names = U.objectFieldOffset(builtin, "nameToModule");
    readers = U.objectFieldOffset(builtin, "moduleToReader");
  }

  /** Those of the JDK, its tools included, are there once. */
  private boolean isOfProgram(Module module, ModuleReference reference) {
    boolean ofJdk =
        reference.location().isPresent() && "jrt".equals(reference.location().get().getScheme());
    return module.getClassLoader() == original && !ofJdk;
  }

  private static void set(Object object, Class<?> type, String field, Object value) {
    U.putReference(object, U.objectFieldOffset(type, field), value);
  }

  /** Whether the module of the original loader is one that each execution has anew. */
  boolean has(Module module) {
    return configuration.findModule(module.getName()).isPresent();
  }

  /** Gives a fresh loader its modules; from now on their classes are found there. */
  void define(ClassLoader fresh) {
    // What is known of the modules' files, and the open files themselves, serves all loaders.
    U.putReference(fresh, names, U.getReference(original, names));
    U.putReference(fresh, readers, U.getReference(original, readers));
    for (ModuleReference reference : references) {
      Object module = FrayCore.construct(loaded, fresh, reference);
      for (String name : reference.descriptor().packages()) {
        packages.put(name, module);
      }
    }
    ModuleLayer layer =
        ModuleLayer.defineModules(configuration, List.of(jdk), new To(fresh)).layer();
    if (grants == null) {
      grants = grants(layer, fresh);
    }
    for (Grant grant : grants) {
      grant.give(layer);
    }
    long access = U.objectFieldOffset(Module.class, "enableNativeAccess");
    for (Module module : layer.modules()) {
      U.putBoolean(module, access, U.getBoolean(old(module), access));
    }
  }

  private static Module old(Module fresh) {
    return ModuleLayer.boot().findModule(fresh.getName()).orElseThrow();
  }

  /** What the modules have in the boot layer beyond their declarations: {@code --add-opens}. */
  private List<Grant> grants(ModuleLayer layer, ClassLoader fresh) {
    List<Grant> found = new ArrayList<>();
    for (Module module : layer.modules()) {
      Module old = old(module);
      for (Module other : ModuleLayer.boot().modules()) {
        Module now = layer.findModule(other.getName()).orElse(other);
        if (old.canRead(other) && !module.canRead(now)) {
          found.add(new Grant(old, null, other, false));
        }
        compare(old, module, other, now, found);
        if (now == other) {
          compare(other, other, old, module, found);
        }
      }
      compare(old, module, original.getUnnamedModule(), fresh.getUnnamedModule(), found);
    }
    return found;
  }

  private static void compare(
      Module oldOwner, Module owner, Module oldTarget, Module target, List<Grant> found) {
    for (String name : owner.getPackages()) {
      if (oldOwner.isOpen(name, oldTarget) && !owner.isOpen(name, target)) {
        found.add(new Grant(oldOwner, name, oldTarget, true));
      } else if (oldOwner.isExported(name, oldTarget) && !owner.isExported(name, target)) {
        found.add(new Grant(oldOwner, name, oldTarget, false));
      }
    }
  }

  /** What one module lets another do, or that it reads it; both as of the boot layer. */
  private static final class Grant {
    private final Module owner;
    private final String name; // of a package; null: reads the target
    private final Module target;
    private final boolean opens;

    Grant(Module owner, String name, Module target, boolean opens) {
      this.owner = owner;
      this.name = name;
      this.target = target;
      this.opens = opens;
    }

    void give(ModuleLayer layer) {
      Module owner = now(this.owner, layer);
      if (name == null) {
        owner.implAddReads(now(target, layer));
      } else if (!target.isNamed()) {
        if (opens) {
          owner.implAddOpensToAllUnnamed(name);
        } else {
          owner.implAddExportsToAllUnnamed(name);
        }
      } else if (opens) {
        owner.implAddOpens(name, now(target, layer));
      } else {
        owner.implAddExports(name, now(target, layer));
      }
    }

    private static Module now(Module module, ModuleLayer layer) {
      for (Module fresh : layer.modules()) {
        if (fresh.getName().equals(module.getName())) {
          return fresh;
        }
      }
      return module;
    }
  }

  /** Finds these modules and no others. */
  private static final class Finder implements ModuleFinder {
    private final Set<ModuleReference> references;

    Finder(Set<ModuleReference> references) {
      this.references = references;
    }

    @Override
    public Optional<ModuleReference> find(String name) {
      for (ModuleReference reference : references) {
        if (reference.descriptor().name().equals(name)) {
          return Optional.of(reference);
        }
      }
      return Optional.empty();
    }

    @Override
    public Set<ModuleReference> findAll() {
      return references;
    }
  }

  /** All modules to one loader. */
  private static final class To implements Function<String, ClassLoader> {
    private final ClassLoader loader;

    To(ClassLoader loader) {
      this.loader = loader;
    }

    @Override
    public ClassLoader apply(String name) {
      return loader;
    }
  }
}
