"""Scaffold the claims file of a planned chapter, with one filled example of each kind.

Usage: ``make claims CHAPTER=part/NN_slug``. The file comes first, written from the source alone;
``make chapter`` then calls for what it names.
"""

import sys

from tools.chapters import ROOT, chapter_folder, listed_chapter
from tools.templates import render


def main(page):
    """Write the file, unless there is one."""
    listed_chapter(page)
    path = chapter_folder(page) / "claims.yml"
    if path.exists():
        sys.exit(f"{path.relative_to(ROOT)} exists already")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render("claims.yml", page=page), encoding="utf-8")
    print(f"{path.relative_to(ROOT)} is ready: replace its examples, and commit it")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not sys.argv[1]:
        sys.exit("usage: make claims CHAPTER=part/NN_slug")
    main(sys.argv[1])
