module lab.lib {
  exports lib;

  uses lib.Greeter;
}
