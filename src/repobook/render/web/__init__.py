"""The book as a web site: the same pages, the source with its links, and maps of the repository."""
