"""Scaffold a chapter: every part in its order, and a call for each claim of its claims file.

Usage: ``make chapter PART=chen SLUG=02_background``. The chapter must be listed in
``book/chapters.yml``; its state becomes ``ready`` there when you set it so.
"""

import sys

import nbformat
import yaml
from chapters import NOTEBOOKS, ROOT
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

EXERCISES = ("warm-up", "change this cell", "derivation", "project")

PARTS = [
    ("md", "# {title}\n\n:::{{admonition}} Source\n:class: source-box\n{source}\n\n"
     "**You will be able to**\n\n- …\n- …\n- …\n\n"
     "**You need** …  **Level** intermediate. **Reading time** 40 min\n:::"),
    ("md", "## The question\n\n{question}"),
    ("hide", "import matplotlib.pyplot as plt\nimport numpy as np\n\n"
     "from mlcompanion.teaching import (\n    Ledger, Predict, Slider, explore, holds, number, "
     "readouts, show, source, table,\n    use_style,\n)\n\n"
     "use_style()\nledger = Ledger(\"{page}\")"),
    ("md", "## Try it\n\nWhat to move."),
    ("hide", "@explore(\n    predict=Predict(\n"
     '        "What happens?", ["this", "that"], "that", "Because.",\n    ),\n'
     "    power=Slider(1, 9, value=2),\n)\ndef power_curve(fig, power):\n"
     '    """Replace me: the caption."""\n'
     "    x = np.linspace(0, 1)\n    fig.subplots().plot(x, x**power)\n"
     '    return f"x to the power {{power}}"'),
    ("check", "powers = [number(words, \"power {{}}\") for _, words in readouts(power_curve)]\n"
     "holds(\"the power rises\", sorted(powers) == powers)"),
    ("md", "## The first step\n\nIntuition, figure, formula, code."),
    ("code", "source(use_style)"),
    ("md", "## In short"),
    ("md", "## Does it hold?"),
    ("claims", ""),
    ("md", "## Ledger"),
    ("code", "ledger.show()"),
    ("md", "## Exercises"),
    *(
        ("md", f":::{{{{exercise}}}} … ({kind}, 10 min)\n:label: ex-{{short}}-{n}\n\n…\n:::\n\n"
         ":::{{admonition}} Hint\n:class: dropdown\n…\n:::\n\n"
         f"```{{{{solution-start}}}} ex-{{short}}-{n}\n:class: dropdown\n```\n\n…\n\n"
         "```{{solution-end}}\n```")
        for n, kind in enumerate(EXERCISES, start=1)
    ),
    ("md", "## In practice, and beyond"),
]  # fmt: skip


#: What a reader sees of a code cell: all of it, a fold, nothing.
TAGS = {"code": {}, "hide": {"tags": ["hide-input"]}, "check": {"tags": ["remove-cell"]}}


def cells_of(words, claims):
    """The cells of the scaffold; one for each claim that a page settles."""
    cells = []
    for kind, template in PARTS:
        if kind == "md":
            cells.append(new_markdown_cell(template.format(**words)))
        elif kind == "claims":
            calls = map(measure_call, claims)
            cells += [new_code_cell(call, metadata=TAGS["hide"]) for call in calls]
        else:
            cells.append(new_code_cell(template.format(**words), metadata=TAGS[kind]))
    return cells


def measure_call(claim):
    """The call that hands in a claim's measurements, still to be filled in."""
    names = "".join(f"    {name}=...,  # {what}\n" for name, what in claim["measure"].items())
    return f'ledger.measure(\n    "{claim["id"]}",\n{names})'


def page_claims(page):
    """The claims of the chapter's claims file that a page or a study settles."""
    path = ROOT / "book" / "claims" / f"{page}.yml"
    if not path.is_file():
        sys.exit(f"book/claims/{page}.yml comes first, written from the source alone")
    claims = yaml.safe_load(path.read_text(encoding="utf-8"))["claims"]
    return [claim for claim in claims if claim["runs"] != "none"]


def listed_chapter(part, slug):
    """The chapter's entry in ``book/chapters.yml``."""
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))["parts"]
    for candidate in parts:
        for chapter in candidate["chapters"]:
            if (candidate["part"], chapter["slug"]) == (part, slug):
                return chapter
    sys.exit(f"{part}/{slug} is not listed in book/chapters.yml")


def main(part, slug):
    """Write the new notebook; it runs once the measurements of its claims are filled in."""
    path = NOTEBOOKS / part / f"{slug}.ipynb"
    if path.exists():
        sys.exit(f"{path} exists already")
    chapter = listed_chapter(part, slug)
    words = {
        **{key: chapter[key] for key in ("title", "source", "question")},
        "page": f"{part}/{slug}",
        "short": slug.replace("_", "-"),
    }
    cells = cells_of(words, page_claims(words["page"]))
    path.parent.mkdir(exist_ok=True)
    nbformat.write(new_notebook(cells=cells), path)
    print(f"{path.relative_to(ROOT)} is ready to be filled: make lab")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not all(sys.argv[1:]):
        sys.exit("usage: make chapter PART=… SLUG=…")
    main(*sys.argv[1:])
