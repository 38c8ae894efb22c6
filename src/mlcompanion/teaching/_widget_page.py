"""A widget as HTML for the book: native controls, the default picture, all states as JSON."""

import json
from html import escape

from .html import text

__all__ = ["control_html", "figure_html"]


def figure_html(ident, controls, caption, predict, data, picture):
    """The widget's HTML.

    Parameters
    ----------
    ident : str
        Its address on the page.
    controls : list of str
        From :func:`control_html`.
    caption : str
    predict : Predict or None
    data : dict
        What ``explore.js`` moves between, with ``cuts`` (where the picture may be cut into panels).
    picture : dict
        The size at which it was meant, in pixels, whether it stands beside the controls, and
        whether a dark page may draw it light on dark.

    Returns
    -------
    str
    """
    words = escape(data["readouts"][0])
    # a closing tag in a text would end the script
    payload = json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
    question, fold = ("", "") if predict is None else predict.book(ident)
    width, height = picture["size"]
    kinds = {"mlc-side": picture["beside"], "mlc-drawing": picture["drawing"]}
    classes = " ".join(["mlc-explore", *(kind for kind, holds in kinds.items() if holds)])
    return (
        f'<figure class="{classes}" id="{ident}" aria-labelledby="{ident}-caption">'
        f'{question}<div class="mlc-controls">{"".join(controls)}</div>'
        f'<div class="mlc-view"><img src="mlc-frames:{data["frames"]}/0.webp" '
        f'width="{width}" height="{height}" alt="{words}"></div>'
        f'<p class="mlc-readout" aria-live="polite">{words}</p>'
        f'<p class="mlc-nearest" aria-live="polite" hidden></p>'
        f'<figcaption id="{ident}-caption">{text(caption)}</figcaption>{fold}'
        f'<script type="application/json" class="mlc-data">{payload}</script></figure>'
    )


def control_html(ident, name, control, labels, start):
    """The native HTML control for ``control``, at position ``start`` of ``labels``."""
    key = f"{ident}-{name}"
    label = text(control.label or name)
    if control.kind == "toggle":
        checked = " checked" if start else ""
        body = f'<input type="checkbox" id="{key}"{checked}>'
    elif control.kind == "choice":
        options = "".join(
            f'<option value="{i}"{" selected" if i == start else ""}>{escape(shown)}</option>'
            for i, shown in enumerate(labels)
        )
        body = f'<select id="{key}">{options}</select>'
    else:
        shown = escape(labels[start])
        body = (
            f'<input type="range" id="{key}" min="0" max="{len(labels) - 1}" step="1" '
            f'value="{start}" aria-valuetext="{shown}"><output for="{key}">{shown}</output>'
        )
    play = ""
    if control.play:
        play = f'<button type="button" class="mlc-play" data-for="{key}">Play</button>'
    return f'<div class="mlc-control"><label for="{key}">{label}</label>{body}{play}</div>'
