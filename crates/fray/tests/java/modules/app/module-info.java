module lab.app {
  requires lab.lib;
  requires java.logging;

  provides lib.Greeter with
      app.Hello;
}
