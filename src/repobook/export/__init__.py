"""The facts of a book in formats that other tools read."""
