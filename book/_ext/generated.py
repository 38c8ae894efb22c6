"""What is made from the executed notebooks: their outputs, their stamps, the chapter gallery."""

import base64
import io
import json
from html import escape
from pathlib import Path

import catalogue
from docutils import nodes
from PIL import Image
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching._html import text

#: Pages that are made from all chapters.
PAGES = {"book/index", "book/ledger"}
THUMBNAIL = (480, 300)


def _executed(srcdir):
    return Path(srcdir, "_build", "executed")


def stamps(srcdir):
    """Fingerprint of each executed chapter, by page."""
    root = _executed(srcdir)
    return {
        path.relative_to(root).with_suffix("").as_posix(): path.read_text()
        for path in sorted(root.glob("*/*.json"))
    }


def outputs(srcdir, page):
    """The outputs of an executed chapter, in order."""
    path = _executed(srcdir) / f"{page}.ipynb"
    if not path.is_file():
        return []
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return [output for cell in cells for output in cell.get("outputs", [])]


def failure(srcdir, page):
    """The cell of a chapter that failed, and its error; nothing if it ran through."""
    stamp = _executed(srcdir) / f"{page}.json"
    return json.loads(stamp.read_text()).get("failure", "") if stamp.is_file() else ""


class ChapterGallery(SphinxDirective):
    """A card for each ready chapter, with a thumbnail of its own first figure."""

    def run(self):
        srcdir = self.env.app.srcdir
        cards = ""
        for part, chapter in catalogue.chapters("ready"):
            page = catalogue.page_of(part, chapter)
            picture = _thumbnail(srcdir, page)
            image = (
                f'<img src="../_static/thumbnails/{picture}" alt="" loading="lazy" '
                f'width="{THUMBNAIL[0]}" height="{THUMBNAIL[1]}">'
                if picture
                else ""
            )
            cards += (
                f'<li><a href="../notebooks/{page}.html">{image}'
                f'<span class="mlc-card-title">{escape(chapter["title"])}</span></a>'
                f"<p>{text(chapter['question'])}</p></li>"
            )
        return [nodes.raw("", f'<ul class="mlc-gallery">{cards}</ul>', format="html")]


def _thumbnail(srcdir, page):
    """Make the thumbnail of a chapter's first figure; return its file name, or None."""
    pictures = (
        o["data"]["image/png"] for o in outputs(srcdir, page) if "image/png" in o.get("data", {})
    )
    first = next(pictures, None)
    if first is None:
        return None
    image = Image.open(io.BytesIO(base64.b64decode(first))).convert("RGB")
    image.thumbnail((THUMBNAIL[0], THUMBNAIL[1]))
    card = Image.new("RGB", THUMBNAIL, "white")
    card.paste(image, tuple((a - b) // 2 for a, b in zip(THUMBNAIL, image.size)))
    target = Path(srcdir, "_build", "thumbnails", page.replace("/", "-") + ".webp")
    target.parent.mkdir(parents=True, exist_ok=True)
    card.save(target, quality=80)
    return target.name


def setup(app):
    """Register the directive of this module."""
    app.add_directive("chapter-gallery", ChapterGallery)
