"""Write ``_toc.yml``: prose pages, each part's ready chapters, and a reference page for each room.

The chapters come from ``book/chapters.yml``, the rooms from the package; the rooms' pages, which
only name them, are written too. Usage: ``python -m tools.toc [--check]``; ``--check`` only says
whether all is up to date.
"""

import sys

import yaml

from tools.chapters import ROOT, listed, rooms

TOC = ROOT / "_toc.yml"
PROSE = ("how-to-use", "own-data", "notation", "reading-paths", "courses", "ledger", "coverage")
REFERENCE = ROOT / "book" / "reference"
HEADER = "# Written by tools/toc.py from book/chapters.yml; edit that list, then run `make toc`.\n"


def table_of_contents(pages=None):
    """The text of ``_toc.yml``, of the ready chapters or of ``pages``, which may be drafts.

    The table of some pages leaves out the reference, which takes longer than they do.
    """
    captions = [
        {
            "caption": "The book",
            "chapters": [{"file": f"book/{page}"} for page in PROSE],
        }
    ]
    for part in listed():
        states = {f"{part['part']}/{c['slug']}": c["state"] for c in part["chapters"]}
        chosen = [page for page in states if is_shown(page, states[page], pages)]
        files = [{"file": f"book/parts/{part['part']}", "title": "About this part"}]
        files += [{"file": f"notebooks/{page}"} for page in chosen]
        captions.append({"caption": part["title"], "chapters": files})
    if pages is None:
        files = [{"file": f"book/reference/{room}"} for room in rooms()]
        captions.append({"caption": "Reference", "chapters": files})
    back = [{"file": f"book/{page}"} for page in ("races", "rates", "studies", "references")]
    captions.append({"caption": "Back matter", "chapters": back})
    toc = {"format": "jb-book", "root": "book/index", "parts": captions}
    return HEADER + yaml.safe_dump(toc, sort_keys=False, allow_unicode=True, width=100)


def is_shown(page, state, pages):
    """Whether a chapter is in the table: a ready one, or one that was asked for."""
    return state == "ready" if pages is None else page in pages


def room_pages():
    """The file and the text of each room's reference page."""
    return {
        REFERENCE / f"{room}.rst": f"{room}\n{'=' * len(room)}\n\n.. room:: {room}\n"
        for room in rooms()
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
