"""repobook: one command turns a code repository into a book in which every statement carries its evidence."""

__version__ = "0.1.0"
