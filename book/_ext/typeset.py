"""Formulas are typeset while the book is built, not in each reader's browser.

MathJax runs under Node, from the files that the book ships anyway. A page then needs no script for
its formulas, and no second to draw them. Without Node the pages stay as Sphinx wrote them: each
browser typesets what it reads.
"""

import json
import shutil
import subprocess
from pathlib import Path

from sphinx.util import logging

logger = logging.getLogger(__name__)

PROGRAM = Path(__file__).with_suffix(".js")
BROWSERS_HALF = "mathjax/tex-chtml.js"


def to_do(site):
    """The pages of a site whose formulas are left to the browser."""
    pages = sorted(site.rglob("*.html"))
    return [page for page in pages if BROWSERS_HALF in page.read_text(encoding="utf-8")]


def typeset(pages, static, tex, jobs):
    """Typeset pages in place by several processes; return what MathJax found wrong, line by line.

    ``static`` is the folder that holds MathJax's own, ``tex`` the configuration of its input.
    """
    words = ["node", PROGRAM, static / "mathjax", json.dumps(tex), static / "mathjax.css"]
    shares = [pages[k::jobs] for k in range(jobs) if pages[k::jobs]]
    options = {"stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    running = [subprocess.Popen([*words, *share], **options) for share in shares]
    said = [process.communicate()[1] for process in running]
    if any(process.returncode for process in running):
        raise RuntimeError("formulas were not typeset:\n" + "\n".join(said))
    return "\n".join(said).split("\n")


def keep_fonts_alone(folder):
    """Of MathJax a typeset page loads fonts; its programs are 15 MB."""
    fonts = folder / "output" / "chtml" / "fonts"
    kept = fonts.rename(folder.with_name("fonts"))
    shutil.rmtree(folder)
    fonts.parent.mkdir(parents=True)
    kept.rename(fonts)


def typeset_book(app, exception):
    """Typeset what was written, after MathJax's files were copied."""
    if exception or app.builder.format != "html" or shutil.which("node") is None:
        return
    static = Path(app.outdir, "_static")
    tex = app.config.mathjax3_config["tex"]
    for line in typeset(to_do(Path(app.outdir)), static, tex, max(app.parallel, 1)):
        if line:
            logger.warning("a formula is not typeset: %s", line)
    keep_fonts_alone(static / "mathjax")


def setup(app):
    """Connect the step, behind the copying of MathJax's files."""
    app.connect("build-finished", typeset_book, priority=900)
