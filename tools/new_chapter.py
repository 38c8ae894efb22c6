"""Scaffold a chapter that already passes the contract except for its content.

Usage: ``make chapter PART=chen SLUG=02_background``. The chapter must be listed in
``book/chapters.yml``; its state becomes ``ready`` there when you set it so.
"""

import sys

import nbformat
import yaml
from chapters import NOTEBOOKS, ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook
from normalize import store

PARTS = [
    ("md", "# {title}\n\n:::{{admonition}} Source\n:class: source-box\n{source}\n\n"
     "**You will be able to**\n\n- …\n- …\n- …\n\n**You need** …  **Reading time** 40 min\n:::"),
    ("md", "## The question\n\n{question}"),
    ("code", "import matplotlib.pyplot as plt\nimport numpy as np\n\n"
     "from mlcompanion.teaching import Ledger, Slider, explore, show, source, table, use_style\n\n"
     "use_style()\nledger = Ledger(\"{page}\")"),
    ("md", "## The idea"),
    ("md", "## The code"),
    ("code", "source(use_style)"),
    ("md", "## Does it hold?"),
    ("md", "## Explore"),
    ("code", "@explore(power=Slider(1, 5, value=2))\ndef power_curve(fig, power):\n"
     '    """Replace me: what to try, and what to look for."""\n'
     "    x = np.linspace(0, 1)\n    fig.subplots().plot(x, x**power)\n"
     '    return f"x to the power {{power}}"'),
    ("md", "## Ledger"),
    ("code", "ledger.show()"),
    ("md", "## Exercises"),
    *(
        ("md", f":::{{{{exercise}}}} …\n:label: ex-{{short}}-{n}\n\n…\n:::\n\n"
         f"```{{{{solution-start}}}} ex-{{short}}-{n}\n:class: dropdown\n```\n\n…\n\n"
         "```{{solution-end}}\n```")
        for n in (1, 2, 3)
    ),
    ("md", "## In practice, and beyond"),
]  # fmt: skip


def listed_chapter(part, slug):
    """The chapter's entry in ``book/chapters.yml``."""
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))["parts"]
    for candidate in parts:
        for chapter in candidate["chapters"]:
            if (candidate["part"], chapter["slug"]) == (part, slug):
                return chapter
    sys.exit(f"{part}/{slug} is not listed in book/chapters.yml")


def main(part, slug):
    """Write, execute and normalize the new notebook."""
    path = NOTEBOOKS / part / f"{slug}.ipynb"
    if path.exists():
        sys.exit(f"{path} exists already")
    chapter = listed_chapter(part, slug)
    words = {
        **{key: chapter[key] for key in ("title", "source", "question")},
        "page": f"{part}/{slug}",
        "short": slug.replace("_", "-"),
    }
    make = {"md": new_markdown_cell, "code": new_code_cell}
    cells = [make[kind](template.format(**words)) for kind, template in PARTS]
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    store(path)
    print(f"{path.relative_to(ROOT)} is ready to be filled: make lab")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not all(sys.argv[1:]):
        sys.exit("usage: make chapter PART=… SLUG=…")
    main(*sys.argv[1:])
