class Account {
    private int a, total = 3;
    public static final java.util.Map<String, Integer> CACHE = new java.util.HashMap<>() {
        { put("a", 1); }
    };
    /* what it is called */
    protected volatile String name; // behind the code

    static { System.loadLibrary("x"); }

    Account(int i) { this.total = i; }

    // How much is left,
    // after fees.
    @Override
    public <T> int left(
            int fee, // of the bank
            T... more) throws java.io.IOException {
        int local = fee;
        return local > 0 && fee < 3 ? local : 0;
    }

    abstract void p();
    native private int i();
}
