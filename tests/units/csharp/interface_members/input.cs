class Cart
{
    interface IPriced
    {
        void Print();
        int Price { get; }
        private void Hide() { }
    }
    void Own() { }
}
