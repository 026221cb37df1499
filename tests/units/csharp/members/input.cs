class Account
{
    private const int Limit = 3;
    internal readonly Dictionary<string, int> a = new(), b;
    public event EventHandler Changed, Removed;
    public event EventHandler Custom { add { } remove { } }
    public string Name { get; private set; } = "x";
    public int Half => Limit / 2;
    public int Total
    {
        get { return a.Count > 3 ? 1 : 2; }
    }
    public int this[int index] => index;
    static Account() { }
    public Account(int size) : base(size) { }
    ~Account() => Close();
    public static Account operator +(Account x, Account y) => x;
    public static implicit operator int(Account x) => 1;
    void IShop.Pay<T>(ref int fee, // of the bank
        params string[] more)
    {
        int local = 1;
        int Helper(int q) => q + local;
    }
    public abstract int P();
}
