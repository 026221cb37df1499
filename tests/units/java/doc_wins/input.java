class Cart {
  /**
   * Sums up.
   */
  // Don't add Javadoc here; the one above is enough
  //noinspection unused
  @Deprecated // since the second version
  int total() { return 0; }

  /** Empties the cart. */
  // Called by the shop on every exit
  void clear() {}

  /* (non-Javadoc)
   * @see Object#toString()
   */
  public String toString() { return ""; }

  // Counts the items
  // one by one.
  int count() { return 1; }
}
