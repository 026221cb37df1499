"""Find and read the files of a repository: the only room that walks folders and opens sources.

    listing = list_files("path/to/repository", ScanOptions(exclude=("*.csv",)))
    for file, data in read_files(listing):
        ...

Nothing is followed out of the tree, nothing is run, nothing is changed. Every name is accounted for: it is
an entry of the listing (read, or skipped with a reason), or ignored by a rule that is stated. Only the
folders of version control themselves (`.git`, `.hg`, `.svn`, `.jj`) are passed over in silence.
"""

from repobook.aside import Aside
from repobook.scan.listing import Entry, Ignored, Listing, ScanOptions
from repobook.scan.marks import Seens, frame_mark, listing_mark, mark_tree
from repobook.scan.read import read_files
from repobook.scan.walk import list_files

__all__ = [
    "Aside",
    "Entry",
    "Ignored",
    "Listing",
    "ScanOptions",
    "Seens",
    "frame_mark",
    "list_files",
    "listing_mark",
    "mark_tree",
    "read_files",
]
