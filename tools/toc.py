"""Write ``_toc.yml``: prose pages, each part's ready chapters, and a reference page for each room.

The chapters come from ``book/chapters.yml``, the rooms from the package; the rooms' pages, which
only name them, are written too. Usage: ``python tools/toc.py [--check]``; ``--check`` only says
whether all is up to date.
"""

import sys

import yaml
from chapters import PACKAGE, ROOT, rooms

TOC = ROOT / "_toc.yml"
PROSE = ("how-to-use", "own-data", "notation", "reading-paths", "courses", "ledger", "coverage")
REFERENCE = ROOT / "book" / "reference"
#: The chapters' own package: what stands there is no part of the library.
CHAPTERS = PACKAGE.with_name("mlcompanion_chapters")
HEADER = "# Written by tools/toc.py from book/chapters.yml; edit that list, then run `make toc`.\n"


def library():
    """The rooms of the reference: those of the library, without what belongs to single chapters."""
    own = ("experiments",) if CHAPTERS.is_dir() else ()
    return [room for room in rooms() if room.split(".")[0] not in own]


def table_of_contents(pages=None):
    """The text of ``_toc.yml``, of the ready chapters or of those among ``pages``."""
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))["parts"]
    captions = [
        {
            "caption": "The book",
            "chapters": [{"file": f"book/{page}"} for page in PROSE],
        }
    ]
    for part in parts:
        ready = [f"{part['part']}/{c['slug']}" for c in part["chapters"] if c["state"] == "ready"]
        files = [{"file": f"book/parts/{part['part']}", "title": "About this part"}]
        files += [{"file": f"notebooks/{page}"} for page in ready if pages is None or page in pages]
        captions.append({"caption": part["title"], "chapters": files})
    pages = [{"file": f"book/reference/{room}"} for room in library()]
    captions.append({"caption": "Reference", "chapters": pages})
    back = [{"file": f"book/{page}"} for page in ("races", "studies", "references")]
    captions.append({"caption": "Back matter", "chapters": back})
    toc = {"format": "jb-book", "root": "book/index", "parts": captions}
    return HEADER + yaml.safe_dump(toc, sort_keys=False, allow_unicode=True, width=100)


def room_pages():
    """The file and the text of each room's reference page."""
    return {
        REFERENCE / f"{room}.rst": f"{room}\n{'=' * len(room)}\n\n.. room:: {room}\n"
        for room in library()
    }


def main():
    """Write or check the files."""
    wanted = {TOC: table_of_contents(), **room_pages()}
    gone = set(REFERENCE.glob("*.rst")) - wanted.keys()
    stale = [p for p in wanted if not p.is_file() or p.read_text(encoding="utf-8") != wanted[p]]
    if "--check" in sys.argv[1:]:
        if stale or gone:
            sys.exit("_toc.yml or book/reference is not up to date: run `make toc`")
        return
    for path in gone:
        path.unlink()
    for path in stale:
        path.parent.mkdir(exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")


if __name__ == "__main__":
    main()
