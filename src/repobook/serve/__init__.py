"""A local web site of a repository or of a finished book: pages come from where they are, or are rendered when asked for."""

from repobook.serve.run import serve_book, serve_repository

__all__ = ["serve_book", "serve_repository"]
