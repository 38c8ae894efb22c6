"""Questions on a chapter's figures: in which of them something is seen."""

import random

import nbformat

from tools.bank_numbers import SENTENCE
from tools.execute import EXECUTED

__all__ = ["OPTIONS", "WHICH_FIGURE", "figures_of", "which_figure"]

WHICH_FIGURE = "In which of these figures do you see this?"
#: As many figures stand to choose from; letters of the name of one, and of what is seen in it.
OPTIONS = 3
NAME = 180
SEEN = (40, 220)


def figures_of(page):
    """The figures of an executed chapter, as pairs of a caption, sentence by sentence, and a PNG.

    The PNG is in base64, as notebooks keep it.
    """
    cells = nbformat.read(EXECUTED / f"{page}.ipynb", as_version=4).cells
    outputs = (output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))
    found = [data for data in outputs if {"image/png", "text/plain"} <= data.keys()]
    return [
        (SENTENCE.split(" ".join(data["text/plain"].split())), "".join(data["image/png"].split()))
        for data in found
    ]


def which_figure(page):
    """One question, or none: what the second sentence of a caption says, and three figures.

    A figure is named by the first sentence of its caption, and shown.
    """
    found = [one for one in figures_of(page) if len(one[0][0]) <= NAME]
    pictures = {caption[0]: picture for caption, picture in found}
    told = [c for c, _ in found if len(c) > 1 and SEEN[0] <= len(c[1]) <= SEEN[1]]
    if len(pictures) < OPTIONS or not told:
        return
    draw = random.Random(f"{page} figures")
    name, seen, *_ = draw.choice(told)
    others = draw.sample(sorted(pictures.keys() - {name}), OPTIONS - 1)
    options = [name, *others]
    draw.shuffle(options)
    asked = (f"{WHICH_FIGURE} {seen}", tuple(options), options.index(name), f"{name} {seen}")
    yield *asked, 0.0, tuple(pictures[one] for one in options)
