def total():
    Short: T	ypeAlias = int
    return Short
