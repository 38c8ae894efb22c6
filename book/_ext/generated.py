"""Pages made from the executed notebooks: the collected ledger and the chapter gallery."""

import base64
import io
import json
from collections import Counter
from html import escape
from pathlib import Path

import catalogue
from docutils import nodes
from PIL import Image
from sphinx.util.docutils import SphinxDirective

from mlcompanion.teaching._html import text
from mlcompanion.teaching.claims import MIME, TIMINGS, VERDICTS

#: Pages that are made from all chapters.
PAGES = {"book/index", "book/ledger", "book/races"}
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


def _outputs(srcdir, page):
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


def claims(srcdir):
    """Every claim of the book: the chapter's page, part and title, and the claim's own fields."""
    found = []
    for part, chapter in catalogue.chapters("ready"):
        page = catalogue.page_of(part, chapter)
        place = {"page": page, "part": part["part"], "chapter": chapter["title"]}
        for data in (output.get("data", {}) for output in _outputs(srcdir, page)):
            for number, claim in enumerate(data.get(MIME, {}).get("claims", []), start=1):
                timed = data.get(TIMINGS, {}).get(str(number), {})
                found.append({**place, "number": number, **claim, **timed})
    return found


class LedgerPage(SphinxDirective):
    """The whole book's claims: totals, a filter by part and verdict, links to the chapters."""

    def run(self):
        found = claims(self.env.app.srcdir)
        target = Path(self.env.app.outdir, "_static", "ledger.json")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")
        html = _totals(found) + _filters(found) + _claims_table(found)
        return [nodes.raw("", f'<div class="mlc-ledger-page">{html}</div>', format="html")]


def _totals(found):
    parts = [part["part"] for part in catalogue.parts()]
    count = Counter((claim["part"], claim["verdict"]) for claim in found)
    head = "".join(f'<th scope="col">{escape(v)}</th>' for v in ("part", *VERDICTS, "all"))
    rows = ""
    for name, members in [*((p, [p]) for p in parts), ("all", parts)]:
        numbers = [sum(count[p, verdict] for p in members) for verdict in VERDICTS]
        cells = "".join(f"<td>{n}</td>" for n in (*numbers, sum(numbers)))
        rows += f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>'
    return (
        '<div class="mlc-scroll" tabindex="0" role="region" aria-label="Totals">'
        f'<table class="table mlc-totals"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody>'
        "</table></div>"
    )


def _filters(found):
    def select(name, label, options):
        choices = "".join(f'<option value="{escape(o)}">{escape(o)}</option>' for o in options)
        return (
            f'<label for="mlc-{name}">{label}</label>'
            f'<select id="mlc-{name}"><option value="">all</option>{choices}</select>'
        )

    present = {claim["part"] for claim in found}
    parts = [part["part"] for part in catalogue.parts() if part["part"] in present]
    return (
        f'<div class="mlc-filter">{select("part", "Part", parts)}'
        f"{select('verdict', 'Verdict', VERDICTS)}"
        f'<span id="mlc-count" role="status">{len(found)} claims shown</span></div>'
    )


def _claims_table(found):
    head = "".join(
        f'<th scope="col">{name}</th>'
        for name in ("claim", "verdict", "the source says", "we measured")
    )
    rows = ""
    for claim in found:
        css = claim["verdict"].replace(" ", "-")
        link = f"../notebooks/{claim['page']}.html#claim-{claim['number']}"
        words = [w for w in (claim["measured"], claim["note"]) if w not in ("", "–")]
        rows += (
            f'<tr data-part="{claim["part"]}" data-verdict="{claim["verdict"]}">'
            f'<td>{text(claim["statement"])}<br><a href="{link}">{escape(claim["chapter"])}</a>, '
            f"{text(claim['place'])}</td>"
            f'<td><span class="mlc-verdict mlc-{css}">{claim["verdict"]}</span></td>'
            f"<td>{text(claim['source'])}</td><td>{text(' — '.join(words) or '–')}</td></tr>"
        )
    return (
        '<div class="mlc-scroll" tabindex="0" role="region" aria-label="All claims">'
        f'<table class="table mlc-table mlc-all-claims"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


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
        o["data"]["image/png"] for o in _outputs(srcdir, page) if "image/png" in o.get("data", {})
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
    """Register the directives of this module."""
    app.add_directive("ledger-page", LedgerPage)
    app.add_directive("chapter-gallery", ChapterGallery)
