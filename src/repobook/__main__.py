"""python -m repobook"""

from repobook.cli import main

main()
