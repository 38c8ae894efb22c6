"""The texts that tools fill in, by Jinja: ``tools/templates``; words in HTML are escaped."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tools.chapters import ROOT

__all__ = ["render"]


@cache
def _environment():
    return Environment(
        loader=FileSystemLoader(ROOT / "tools" / "templates"),
        autoescape=lambda name: name.endswith(".html.j2"),
        undefined=StrictUndefined,  # a name that nobody gives is an error, not a gap
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def render(template, filters=None, **words):
    """The text of ``tools/templates/<template>.j2`` with these words in it, by these filters."""
    environment = _environment().overlay()
    environment.filters = _environment().filters | (filters or {})
    return environment.get_template(f"{template}.j2").render(words)
