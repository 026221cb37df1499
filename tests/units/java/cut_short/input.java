/* What is left of a file. */
package half;

class Whole { int one() { return 1; } }

class Torn {
    int kept;
    void lost(
