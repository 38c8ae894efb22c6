"""Badges of verdicts beside the text: which of them are asides, so that a wide page may move them.

An aside is a badge, or several in a row, in parentheses, alone or set off by a comma, or after the
end of a sentence. A badge that a sentence reads as a word stays in its place. The parentheses and
commas are marked, so that they vanish where the badges stand in the margin (``ledger.css``).
"""

import re

from docutils import nodes

__all__ = ["mark_asides"]

BADGE = "\ue000"  # stands for a badge where a paragraph is read as text,
OTHER = "\ue001"  # and for any other node in it
ROW = f"{BADGE}(?:(?:, and | and |, |; | ){BADGE})*"
ASIDES = (
    rf" ?\({ROW}\)",
    rf"(?<=\(){ROW}[,;] ",
    rf"[,;] {ROW}(?=\))",
    rf"(?<=[.!?:] ){ROW}(?=\s|$)",
)
ASIDE = re.compile("|".join(ASIDES))


def mark_asides(app, doctree):
    """Mark the asides of a page, paragraph by paragraph."""
    badges = list(doctree.findall(is_badge))
    for paragraph in {id(badge.parent): badge.parent for badge in badges}.values():
        paragraph[:] = list(marked(paragraph.children))


def is_badge(node):
    """Whether a node is the badge of a verdict."""
    return isinstance(node, nodes.raw) and "mlc-verdict-link" in node.astext()


def marked(children):
    """The nodes of a paragraph, those of its asides marked."""
    text = "".join(_letters(node) for node in children)
    asides = [range(*found.span()) for found in ASIDE.finditer(text)]
    place = 0
    for node in children:
        letters = _letters(node)
        if letters in (BADGE, OTHER):
            inside = letters == BADGE and any(place in aside for aside in asides)
            yield _in_margin(node) if inside else node
        else:
            yield from _split(letters, place, asides)
        place += len(letters)


def _letters(node):
    if isinstance(node, nodes.Text):
        return str(node)
    return BADGE if is_badge(node) else OTHER


def _in_margin(badge):
    html = badge.astext().replace("mlc-verdict-link", "mlc-verdict-link mlc-margin", 1)
    return nodes.raw("", html, format="html")


def _split(text, place, asides):
    """A text that begins at ``place``: its letters outside of asides, and marked those inside."""
    inside = [any(place + i in aside for aside in asides) for i in range(len(text))]
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or inside[end] != inside[start]:
            part = text[start:end]
            span = f'<span class="mlc-between">{part}</span>'
            yield nodes.raw("", span, format="html") if inside[start] else nodes.Text(part)
            start = end
