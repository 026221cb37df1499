"""One set of questions about a finished book, for every door: names, paths, words, text."""

from repobook.search.answers import Answer
from repobook.search.query import Query, parse_query
from repobook.search.search import Search

__all__ = ["Answer", "Query", "Search", "parse_query"]
