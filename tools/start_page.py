"""Write ``notebooks/start.ipynb``, which ``make lab`` opens: the chapters by theme, and a way back.

It is made anew each time and is no chapter.
"""

import nbformat
import yaml
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.chapters import NOTEBOOKS, ROOT

START = NOTEBOOKS / "start.ipynb"
WELCOME = """# The Machine Learning Companion

A chapter is a notebook: open it, run all cells (*Run*, *Run All Cells*), and move its widgets.
Folded code opens with a click on the bar beside it. Change what you like. **Back to the book's
version** of a chapter leads `git checkout -- notebooks/<part>/<chapter>.ipynb` in a terminal
(*File*, *New*, *Terminal*), which throws your changes away; then *File*, *Reload Notebook*."""
LAST = """from pathlib import Path

chapters = sorted(Path().glob("*/*.ipynb"), key=lambda path: path.stat().st_mtime)
print("Saved last:", *reversed(chapters[-3:]), sep="\\n  ")"""


def title(path):
    """The heading of a chapter's notebook."""
    first = nbformat.read(path, as_version=4).cells[0].source
    return first.partition("\n")[0].removeprefix("# ")


def themes():
    """Each theme, and its ready chapters as pairs of an address and a title."""
    book = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))
    found = {theme: [] for theme in book["themes"]}
    for part in book["parts"]:
        for chapter in part["chapters"]:
            address = f"{part['part']}/{chapter['slug']}.ipynb"
            if chapter["state"] == "ready":
                for theme in chapter["themes"]:
                    found[theme].append((address, title(NOTEBOOKS / address)))
    return {theme: chapters for theme, chapters in found.items() if chapters}


def start_page():
    """The notebook."""
    cells = [new_markdown_cell(WELCOME), new_markdown_cell("## Where were you?")]
    cells.append(new_code_cell(LAST, metadata={"jupyter": {"source_hidden": True}}))
    for theme, chapters in themes().items():
        links = "\n".join(f"- [{name}]({address})" for address, name in chapters)
        cells.append(new_markdown_cell(f"## {theme[0].upper()}{theme[1:]}\n\n{links}"))
    return new_notebook(cells=cells)


if __name__ == "__main__":
    nbformat.write(start_page(), START)
