"""The few pieces of HTML that tables and widgets share."""

import re
from html import escape

_MATH = re.compile(r"(\$[^$\n]+\$)")
_VERBATIM = re.compile(r"(\$[^$\n]+\$|`[^`]+`)")
#: A number, perhaps with its error, a second number or a unit, that fits a line on a phone.
_NUMBER = re.compile(
    r"(?=.{1,20}$)(?!.*[,/] )(?:&[lg]t;|[≤≥≈×])? ?[-−+]?\d[-−–+\d.,×±/()% ]*( of \d+)?[a-zµ]{,3}"
)
_NO_BREAK = "\u00a0"
_MINUS = re.compile(r"(?<!\d)-(?=\d)")


def text(value):
    """Escape ``value`` for HTML; what stands between dollars becomes inline mathematics."""
    return "".join(map(_part, _MATH.split(str(value))))


def _part(part):
    """A formula with its dollars, or plain words, for HTML."""
    if _MATH.fullmatch(part):
        return rf'<span class="math notranslate nohighlight">\({escape(part[1:-1])}\)</span>'
    return escape(part)


def worded(value):
    """``value`` as paragraphs of HTML, with mathematics, ``*emphasis*``, ``**strong**``, code."""
    paragraphs = re.split(r"\n\s*\n", str(value).strip())
    return "".join(f"<p>{_marked(' '.join(words.split()))}</p>" for words in paragraphs)


def _marked(words):
    """The marks between formulas and code, which are left as they are."""
    parts = _VERBATIM.split(words)
    for place, part in enumerate(parts):
        if part.startswith("`") and part.endswith("`") and len(part) > 1:
            parts[place] = f"<code>{escape(part[1:-1])}</code>"
        elif _MATH.fullmatch(part):
            parts[place] = text(part)
        else:
            strong = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", escape(part))
            parts[place] = re.sub(r"\*([^*]+)\*", r"<em>\1</em>", strong)
    return "".join(parts)


def _together(words):
    """A cell that is a number gets a minus sign; its error or unit stays with it on a phone."""
    if not _NUMBER.fullmatch(words):
        return words
    return _MINUS.sub("−", words).replace(" ", _NO_BREAK)


def table_html(header, rows, caption="", css="", row_ids=None):
    """An HTML table; a cell that already is markup comes as a ``(markup,)`` tuple."""

    def cell(value):
        if isinstance(value, tuple):
            return f"<td>{value[0]}</td>"
        return f"<td>{_together(text(value))}</td>"

    head = "".join(f'<th scope="col">{text(title)}</th>' for title in header)
    body = ""
    for number, row in enumerate(rows):
        ident = f' id="{row_ids[number]}"' if row_ids else ""
        body += f"<tr{ident}>" + "".join(map(cell, row)) + "</tr>"
    title = f"<caption><span>{text(caption)}</span></caption>" if caption else ""
    label = escape(caption or ", ".join(header))
    return (
        f'<div class="mlc-scroll" tabindex="0" role="region" aria-label="{label}">'
        f'<table class="table mlc-table {css}">{title}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def table_text(header, rows, caption=""):
    """The same table as aligned plain text."""
    cells = [[str(v) for v in row] for row in [header, *rows]]
    widths = [max(len(row[j]) for row in cells) for j in range(len(header))]
    lines = ["  ".join(v.ljust(w) for v, w in zip(row, widths)).rstrip() for row in cells]
    lines.insert(1, "  ".join("-" * w for w in widths))
    return "\n".join(([caption] if caption else []) + lines)
