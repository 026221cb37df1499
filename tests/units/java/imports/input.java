import java.util.List;
import java.util.concurrent.*;
import static java.lang.Math.max;
import static org.junit.Assert.*;
import Single;

class A {
    int m(List<String> words) { return max(words.size(), 1); }
}
