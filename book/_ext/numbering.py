"""Numbers that belong to their chapter: Exercise S24.3, however many chapters stand before it.

Sphinx counts equations, algorithms, theorems and exercises through the whole book, so that a new
chapter would change every number behind it. After that count each page is counted on its own,
under its chapter's number; what writes a caption or a reference looks the numbers up.
"""

from . import catalogue


def chapter_numbers():
    """The number of each chapter by the name of its document."""
    return {
        f"notebooks/{catalogue.page_of(part, chapter)}": catalogue.number(part, chapter)
        for part, chapter in catalogue.chapters()
    }


def within(chapter, counted):
    """The numbers of one page, in the order of the count: ``(chapter, 1)``, ``(chapter, 2)``, …"""
    before = (chapter,) if chapter else ()
    return {
        kind: {ident: (*before, count) for count, ident in enumerate(idents, start=1)}
        for kind, idents in counted.items()
    }


def restore_count(app, env):
    """Let Sphinx compare its new count with its last one, not with ours."""
    env.toc_fignumbers = getattr(env, "mlc_count", env.toc_fignumbers)
    return []


def number_by_chapter(app, env):
    """Replace Sphinx's count through the book by one through each page."""
    env.mlc_count, known = env.toc_fignumbers, chapter_numbers()
    env.toc_fignumbers = {
        page: within(known.get(page), counted) for page, counted in env.mlc_count.items()
    }
    return []


def setup(app):
    """Register what comes before and after Sphinx's own count (priority 500)."""
    app.connect("env-get-updated", restore_count, priority=400)
    app.connect("env-get-updated", number_by_chapter, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
