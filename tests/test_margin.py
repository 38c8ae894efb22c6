"""Which badges of verdicts are asides, that a wide page moves into its margin."""

import pytest
from docutils import nodes

from book._ext import margin

LINK = '<a class="mlc-verdict-link" href="#claim-x">reproduced</a>'


def paragraph(text):
    """A paragraph in which each ``@`` is a badge and each ``*`` a formula."""
    made = {"@": lambda: nodes.raw("", LINK, format="html"), "*": lambda: nodes.math("", "x")}
    found = nodes.paragraph()
    for part in text.replace("@", "|@|").replace("*", "|*|").split("|"):
        if part:
            found += made[part]() if part in made else nodes.Text(part)
    return found


def shown(node):
    """The paragraph with ``[…]`` around what vanishes and ``^`` for a badge in the margin."""
    words = []
    for child in node:
        if margin.is_badge(child):
            words.append("^" if "mlc-margin" in child.astext() else "@")
        elif isinstance(child, nodes.raw):
            words.append(
                child.astext().replace('<span class="mlc-between">', "[").replace("</span>", "]")
            )
        else:
            words.append("*" if isinstance(child, nodes.math) else str(child))
    return "".join(words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It falls (@).", "It falls[ (]^[)]."),
        ("It falls (@, @ and @), too.", "It falls[ (]^[, ]^[ and ]^[)], too."),
        ("It falls like * (@). All hold. @ So", "It falls like *[ (]^[)]. All hold. ^ So"),
        ("All hold. @", "All hold. ^"),
        ("All hold: @ @", "All hold: ^[ ]^"),
        ("The best (@; of all), or (the best; @).", "The best (^[; ]of all), or (the best[; ]^)."),
        ("The bound @ holds, (@ compares means), hence @.", None),
        ("No badge (here).", None),
    ],
)
def test_asides_and_words(text, expected):
    doctree = nodes.section()
    doctree += paragraph(text)
    margin.mark_asides(None, doctree)
    assert shown(doctree[0]) == (expected or text)
    assert all(child.parent is doctree[0] for child in doctree[0])
