namespace Half
{
    class Whole { int One() { return 1; } }

    class Torn
    {
        int kept = 3;
        void Lost(int x
