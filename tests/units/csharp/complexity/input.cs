class Flow
{
    int All(int[] xs, string s)
    {
        for (int i = 0; i < 3; i++) if (i > 1) s += i; else if (i < 0) s = "";
        foreach (var x in xs) while (x > 9) do { } while (x < 0);
        switch (s) { case "a": case "b": return 1; default: break; }
        try { } catch (Exception) { }
        var y = s switch { "x" => 1, _ => 2 };
        return s?.Length ?? (s == null && y > 0 || y < 3 ? 1 : 0);
    }
    int None() => 1;
}
