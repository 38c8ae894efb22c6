"""The few pieces of HTML that tables and widgets share."""

import re
from html import escape

_MATH = re.compile(r"(\$[^$\n]+\$)")


def text(value):
    """Escape ``value`` for HTML; what stands between dollars becomes inline mathematics."""
    parts = _MATH.split(str(value))
    return "".join(
        rf'<span class="math notranslate nohighlight">\({escape(part[1:-1])}\)</span>'
        if _MATH.fullmatch(part)
        else escape(part)
        for part in parts
    )


def table_html(header, rows, caption="", css=""):
    """An HTML table; cells that already are markup come as ``(markup,)`` tuples."""

    def cell(value, tag):
        inner = value[0] if isinstance(value, tuple) else text(value)
        return f"<{tag}>{inner}</{tag}>"

    head = "".join(cell(h, 'th scope="col"').replace('</th scope="col">', "</th>") for h in header)
    body = "".join("<tr>" + "".join(cell(v, "td") for v in row) + "</tr>" for row in rows)
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    return (
        f'<div class="mlc-scroll" tabindex="0" role="region" aria-label="{escape(caption or "table")}">'
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
