"""Where a chapter's own files lie: its folder in the package ``mlcompanion_chapters``.

The teaching layer imports no chapter. It reads what lies beside a chapter's code (claims, stored
studies, the source's tables), and because that travels in the same wheel, a notebook that was
downloaded alone judges itself.
"""

from importlib.util import find_spec
from pathlib import Path

__all__ = ["chapter_folder", "chapters_root", "page_of"]


def chapters_root():
    """The folder of all chapters."""
    spec = find_spec("mlcompanion_chapters")
    return Path(spec.submodule_search_locations[0])


def chapter_folder(page):
    """The folder of ``"part/NN_slug"``, which has the part's letter before it, or ``None``."""
    part, _, slug = page.partition("/")
    return next((chapters_root() / part).glob(f"[a-z]{slug}"), None)


def page_of(folder):
    """``"part/NN_slug"`` of a chapter's folder."""
    return f"{folder.parent.name}/{folder.name[1:]}"
