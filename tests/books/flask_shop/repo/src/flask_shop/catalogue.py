"""What can be bought, read from a folder of CSV files."""

import csv
from pathlib import Path

from .models import Item, Tax


class Catalogue(dict[str, Item]):
    """Items by stock number."""

    def search(self, words: str) -> list[Item]:
        """Return the items whose title or tags hold every one of `words`."""
        wanted = words.lower().split()
        return [item for item in self.values() if all(_matches(item, word) for word in wanted)]


def load_catalogue(folder: str) -> Catalogue:
    catalogue = Catalogue()
    for path in sorted(Path(folder).glob("*.csv")):
        with path.open(newline="") as stream:
            for row in csv.DictReader(stream):
                item = Item(row["sku"], row["title"], int(row["cents"]), Tax[row.get("tax") or "FULL"])
                catalogue[item.sku] = item
    return catalogue


def _matches(item: Item, word: str) -> bool:
    return word in item.title.lower() or word in item.tags
