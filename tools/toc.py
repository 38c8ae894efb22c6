"""Write ``_toc.yml`` from ``book/chapters.yml``: prose pages, then each part's ready chapters.

Usage: ``python tools/toc.py [--check]``; ``--check`` only says whether the file is up to date.
"""

import sys

import yaml
from chapters import ROOT

TOC = ROOT / "_toc.yml"
HEADER = "# Written by tools/toc.py from book/chapters.yml; edit that list, then run `make toc`.\n"


def table_of_contents(pages=None):
    """The text of ``_toc.yml``, of the ready chapters or of those among ``pages``."""
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))["parts"]
    captions = [
        {
            "caption": "The book",
            "chapters": [
                {"file": f"book/{page}"}
                for page in ("how-to-use", "notation", "reading-paths", "ledger", "coverage")
            ],
        }
    ]
    for part in parts:
        ready = [f"{part['part']}/{c['slug']}" for c in part["chapters"] if c["state"] == "ready"]
        files = [{"file": f"book/parts/{part['part']}", "title": "About this part"}]
        files += [{"file": f"notebooks/{page}"} for page in ready if pages is None or page in pages]
        captions.append({"caption": part["title"], "chapters": files})
    back = [{"file": f"book/{page}"} for page in ("races", "studies", "references")]
    captions.append({"caption": "Back matter", "chapters": back})
    toc = {"format": "jb-book", "root": "book/index", "parts": captions}
    return HEADER + yaml.safe_dump(toc, sort_keys=False, allow_unicode=True, width=100)


def main():
    """Write or check the file."""
    wanted = table_of_contents()
    if "--check" in sys.argv[1:]:
        if not TOC.is_file() or TOC.read_text(encoding="utf-8") != wanted:
            sys.exit("_toc.yml differs from book/chapters.yml: run `make toc`")
        return
    TOC.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
