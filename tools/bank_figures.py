"""Questions on a chapter's figures: in which of them something is seen."""

import random

import nbformat

from tools.bank_numbers import SENTENCE
from tools.execute import EXECUTED

__all__ = ["OPTIONS", "WHICH_FIGURE", "captions_of", "which_figure"]

WHICH_FIGURE = "In which of these figures do you see this?"
#: As many figures stand to choose from; letters of the name of one, and of what is seen in it.
OPTIONS = 3
NAME = 180
SEEN = (40, 220)


def captions_of(page):
    """The captions of an executed chapter's figures, each as a list of its sentences."""
    cells = nbformat.read(EXECUTED / f"{page}.ipynb", as_version=4).cells
    outputs = (output.get("data", {}) for cell in cells for output in cell.get("outputs", ()))
    texts = [data["text/plain"] for data in outputs if "image/png" in data and "text/plain" in data]
    return [SENTENCE.split(" ".join(text.split())) for text in texts]


def which_figure(page):
    """One question, or none: what the second sentence of a caption says, and three figures.

    A figure is named by the first sentence of its caption.
    """
    found = [caption for caption in captions_of(page) if len(caption[0]) <= NAME]
    names = {caption[0] for caption in found}
    told = [c for c in found if len(c) > 1 and SEEN[0] <= len(c[1]) <= SEEN[1]]
    if len(names) < OPTIONS or not told:
        return
    draw = random.Random(f"{page} figures")
    name, seen, *_ = draw.choice(told)
    others = draw.sample(sorted(names - {name}), OPTIONS - 1)
    options = [name, *others]
    draw.shuffle(options)
    yield f"{WHICH_FIGURE} {seen}", tuple(options), options.index(name), f"{name} {seen}"
