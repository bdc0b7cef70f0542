package prim;

/** The state that {@link VolatileInherited} inherits. */
class VolatileBounds {
  volatile int lower;
  volatile int upper = 10;
}
