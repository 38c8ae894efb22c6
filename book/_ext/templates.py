"""The HTML of generated pages, by Jinja: ``book/_ext/templates``; words are escaped.

A function that already makes HTML comes in through :func:`html_filters`. White space in a template
is chosen so that words keep their distance: between blocks it does not matter.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

__all__ = ["environment", "html_filters", "render"]

FOLDER = Path(__file__).parent / "templates"


@cache
def environment(folder):
    """The templates of a folder; what a ``.html.j2`` is given is escaped."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=lambda name: name.endswith(".html.j2"),
        undefined=StrictUndefined,  # a name that nobody gives is an error, not a gap
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def html_filters(**functions):
    """Functions that return HTML, as filters whose result is not escaped again."""

    def filter_of(function):
        return lambda *arguments: Markup(function(*arguments))

    return {name: filter_of(function) for name, function in functions.items()}


def render(template, filters=None, folder=FOLDER, /, **words):
    """The text of ``<folder>/<template>.j2`` with these words in it, by these filters."""
    found = environment(folder).overlay()
    found.filters = found.filters | (filters or {})
    return found.get_template(f"{template}.j2").render(words)
