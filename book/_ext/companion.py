"""What the book needs from Sphinx beyond Jupyter Book: see ``setup`` for the list.

The half that serves ``explore`` widgets (frames, links, script) works in any Jupyter Book; the
other half draws this book's generated pages from ``book/chapters.yml`` and the executed notebooks.
"""

import re
import shutil
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.util.osutil import relative_uri

from . import (
    catalogue,
    compat,
    courses_page,
    downloads,
    editions,
    exercises,
    figures,
    gallery,
    generated,
    ledger_page,
    modules,
    numbering,
    processes,
    quiet,
    quiz,
    races_page,
    rates_page,
    search_rank,
    speeds,
    studies_page,
    symbols,
    typeset,
)
from .templates import render

#: Markup of other tools that hides something from a screen reader, and what stands instead.
MENDED = {
    '<div role="list" class="citation-list">': '<div class="citation-list">',
    '<summary aria-label="Toggle hidden content">': "<summary>",
}
PERCENT = re.compile(r"(?<=\d) %")
VERBATIM = (nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw)
FRAMES, SOURCES = "mlc-frames:", "mlc-source:"


def keep_percent_signs(app, doctree):
    """Let no line begin with the percent sign of a number: the space before it does not break."""
    for text in [*doctree.findall(nodes.Text)]:
        parents = (text.parent, text.parent.parent)
        if PERCENT.search(text) and not any(isinstance(p, VERBATIM) for p in parents):
            text.parent.replace(text, nodes.Text(PERCENT.sub("\u00a0%", text)))


def resolve_placeholders(app, pagename, templatename, context, doctree):
    """Turn ``mlc-frames:`` and ``mlc-source:`` in a page's body into addresses of this site."""
    body = context.get("body")
    if not body:
        return
    for wrong, right in MENDED.items():
        body = body.replace(wrong, right)
    here = app.builder.get_target_uri(pagename)
    body = body.replace(f'"{FRAMES}', f'"{relative_uri(here, "_static/frames")}/')
    context["body"] = modules.link_sources(app, here, body, SOURCES)


def announce_failure(app, pagename, templatename, context, doctree):
    """Say at the top of a chapter that did not run through which cell failed, and how."""
    failure = generated.failure(app.srcdir, pagename.removeprefix("notebooks/"))
    if failure:
        context["body"] = render("failure.html", failure=failure) + context["body"]


def copy_generated(app, exception):
    """Put the widgets' frames beside the site's other static files."""
    origin, target = Path(app.srcdir, "_build", "frames"), Path(app.outdir, "_static", "frames")
    if exception is None and app.builder.format == "html" and origin.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(origin, target)


def drop_thebe(app, pagename, templatename, context, doctree):
    """Leave out the scripts of live execution by a remote server: the book asks nobody."""
    context["script_files"] = [
        script
        for script in context.get("script_files", [])
        if "thebe" not in f"{script}{getattr(script, 'attributes', {}).get('body', '')}".lower()
    ]


def drop_second_icon_set(app, exception):
    """The theme ships its icons twice, as a font and as 0.5 MB of script; the font is enough."""
    script = Path(app.outdir, "_static", "scripts", "fontawesome.js")
    if exception is None and script.is_file():
        script.write_text("// The icons come from the font.\n", encoding="utf-8")


def changed_pages(app, env, added, changed, removed):
    """Read again: chapters whose outputs changed, and the pages made from all of them."""
    stamps = generated.stamps(app.srcdir)
    known = getattr(env, "mlc_stamps", {})
    env.mlc_stamps = stamps
    chapters = {f"notebooks/{page}" for page in stamps if stamps[page] != known.get(page)}
    pages = chapters | (generated.PAGES if stamps != known else set())
    return sorted(pages & env.found_docs)


def source_words(address):
    """The line on each page that says where the book's source is; nothing without an address."""
    if not address:
        return ""
    shown = escape(address.removeprefix("https://"))
    return f'<p>Source: <a href="{escape(address, quote=True)}">{shown}</a></p>'


def theme_options(app, config):
    """Options that Jupyter Book's own file cannot set without dropping its defaults."""
    address = config.html_theme_options.get("repository_url", "")
    if config.mlc_edition == "student":
        address = ""  # what the buttons would open has the solutions
    config.html_theme_options.update(
        pygments_light_style="a11y-high-contrast-light",
        pygments_dark_style="a11y-high-contrast-dark",
        show_navbar_depth=0,  # the parts fold; the present page's part is open
        navbar_persistent=[],  # the side bar has the search button
        extra_footer=source_words(address),
        **downloads.launch_options(address),
    )


def setup(app):
    """Register what the book needs.

    Widgets: frames copied into the site, ``explore.js`` and ``companion.css``.
    Paper: ``print.css`` and ``print.js``.
    Quiet code, and folds for what a first reading passes by; ``reader.js`` opens them for a link.
    Figures: alternative text, numbers, captions. Symbols: a key for each chapter.
    Code: a page for each module that ``source`` shows.
    Downloads: a first cell that says how to install, and buttons for Binder and Colab.
    Exercises: how to run the cell that is to be changed; questions behind *In short*.
    Editions: for students without solutions, for the staff with what grades an exercise.
    Search: chapters first, by what they are about.
    Numbers: each chapter counts its equations, algorithms, theorems and exercises; a percent sign
    stays with its number. Reading by several processes. Formulas typeset beforehand.
    Pages: gallery, map of themes, reading paths, ledger (with its JSON), coverage, courses, lists
    of chapters, the roles ``chapter`` and ``verdict``.
    """
    compat.describe_images()
    app.set_html_assets_policy("always")  # generated tables hold formulas that Sphinx misses
    app.add_css_file("theme.css")
    app.add_css_file("companion.css")
    app.add_css_file("print.css")
    app.add_js_file("explore.js", loading_method="defer")
    app.add_js_file("print.js", loading_method="defer")
    app.add_js_file("reader.js", loading_method="defer")
    app.connect("config-inited", theme_options)
    app.connect("doctree-read", keep_percent_signs)
    app.connect("html-page-context", resolve_placeholders)
    app.connect("html-page-context", announce_failure)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("env-get-outdated", changed_pages)
    app.connect("build-finished", copy_generated)
    app.connect("build-finished", drop_second_icon_set)
    catalogue.setup(app)
    courses_page.setup(app)
    downloads.setup(app)
    editions.setup(app)
    exercises.setup(app)
    figures.setup(app)
    gallery.setup(app)
    generated.setup(app)
    ledger_page.setup(app)
    studies_page.setup(app)
    modules.setup(app)
    numbering.setup(app)
    processes.setup(app)
    quiet.setup(app)
    quiz.setup(app)
    races_page.setup(app)
    rates_page.setup(app)
    search_rank.setup(app)
    speeds.setup(app)
    symbols.setup(app)
    typeset.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
