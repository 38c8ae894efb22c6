"""Figures with a number and a caption: the first sentence of what describes them in words."""

import re
from html import escape

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from .numbering import chapter_numbers
from .quiet import is_cell

END = re.compile(r"[.:;](?=\s|$)")


def caption_of(description):
    """The first sentence of a description; a colon ends it after two words or more."""
    words = " ".join(description.split())
    ends = (end.start() for end in END.finditer(words) if " " in words[: end.start()])
    return f"{words[: next(ends, len(words))].strip()}."


class NumberFigures(SphinxPostTransform):
    """Give each figure that a chapter draws its number and its caption."""

    default_priority = 200
    formats = ("html",)

    def run(self, **kwargs):
        chapter = chapter_numbers().get(self.env.docname)
        if chapter is None:
            return
        images = (i for cell in self.document.findall(is_cell) for i in cell.findall(nodes.image))
        described = [image for image in images if image.get("alt")]
        for count, image in enumerate(described, start=1):
            place = image.parent.index(image) + 1
            words = escape(caption_of(image["alt"]))
            html = f'<p class="mlc-caption"><b>Figure {chapter}.{count}</b> {words}</p>'
            image.parent.insert(place, nodes.raw("", html, format="html"))


def setup(app):
    """Register the transform."""
    app.add_post_transform(NumberFigures)
