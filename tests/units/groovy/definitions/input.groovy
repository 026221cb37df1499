package a.b
import groovy.transform.*
import static x.Y.z

/** Doc of the class. */
@CompileStatic
class Foo<T> extends Bar implements Baz {
    private static final int LIMIT = 3
    String name = "a ${x} b"
    def items = [1, 2]
    Foo(String n) { this.name = n }
    int total(int a, b = 2) { return a && b ? 1 : 2 }
    def static make() { new Foo('x') }
    void "quoted name"() { }
    enum E { A, B }
    @Override String toString() { "x" }
}
interface I { void m() }
trait T1 { def x() {} }
def top(a) { println a }
task build(type: Copy) { dependsOn 'x' }
tasks.register('zip') { }
plugins { id 'java' }
def v = 1
dependencies { implementation "a:b:1" }
