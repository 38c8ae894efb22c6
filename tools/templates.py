"""The texts that tools fill in, by Jinja: ``tools/templates``; words in HTML are escaped."""

from book._ext import templates
from tools.chapters import ROOT

__all__ = ["render"]

FOLDER = ROOT / "tools" / "templates"


def render(template, filters=None, /, **words):
    """The text of ``tools/templates/<template>.j2`` with these words in it, by these filters."""
    return templates.render(template, filters, FOLDER, **words)
