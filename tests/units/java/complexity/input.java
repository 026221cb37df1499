class Flow {
    int all(int[] xs, String s) {
        int sum = 0;
        for (int x : xs) { if (x > 0) sum += x; else if (x < -5) sum--; }
        for (int i = 0; i < 3; i++) sum += i;
        while (sum > 9) sum--;
        do { sum++; } while (sum < 0);
        switch (s) { case "a": case "b": sum = 1; break; default: sum = 2; }
        int y = switch (s) { case "x" -> 1; default -> 2; };
        try { sum /= y; } catch (ArithmeticException e) { sum = 0; }
        return sum > 0 && y > 0 || s == null ? 1 : 0;
    }

    Runnable none() {
        return () -> { };
    }
}
