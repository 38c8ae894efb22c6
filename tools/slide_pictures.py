"""Figures and widgets for slides: stored beside them, with captions; a guess taken off."""

import base64
import re
import shutil
from dataclasses import dataclass
from html import unescape

from tools.chapters import BUILD
from tools.slide_words import in_symbols

__all__ = ["Widget", "copy_frames", "figure"]

GUESS = re.compile(r'<fieldset class="mlc-predict">.*?</fieldset>', re.S)
BECAUSE = re.compile(r'<details class="mlc-because">.*?</details>', re.S)
TAGS = re.compile(r"<[^>]+>")


def _caption(words):
    """The first sentence of a figure's description."""
    return re.split(r"(?<=[.])\s+(?=[A-Z])", words.strip())[0]


def figure(output, place, name):
    """Store a figure; return its Markdown, with its caption."""
    (place / "figures").mkdir(parents=True, exist_ok=True)
    file = place / "figures" / f"{name}.png"
    file.write_bytes(base64.b64decode(output["data"]["image/png"]))
    words = output.get("metadata", {}).get("image/png", {}).get("alt", "")
    alt = re.sub(r"[\[\]\n]", " ", words)
    caption = f'<p class="caption">{in_symbols(_caption(words))}</p>' if words else ""
    return f"![{alt}](_static/figures/{file.name})\n\n{caption}", words


def _text(html):
    """Words of HTML as Markdown: formulas between dollars."""
    words = re.sub(r"\\\((.*?)\\\)", r"$\1$", unescape(TAGS.sub("", html)))
    return words.strip()


@dataclass
class Widget:
    """A widget's HTML, taken apart: the guess, its options, the answer and why."""

    html: str
    ident: str
    question: str = ""
    options: tuple = ()
    answer: str = ""
    because: str = ""

    @classmethod
    def of(cls, html):
        """Take a widget apart."""
        ident = re.search(r'id="(explore-[\w-]+)"', html)[1]
        guess = GUESS.search(html)
        if not guess:
            return cls(html, ident)
        why = BECAUSE.search(html)
        paragraphs = re.findall(r"<p>(.*?)</p>", why[0], re.S) if why else []
        return cls(
            html=BECAUSE.sub("", GUESS.sub("", html)),
            ident=ident,
            question=_text(re.search(r"<legend>(.*?)</legend>", guess[0], re.S)[1]),
            options=tuple(map(_text, re.findall(r"<span>(.*?)</span>", guess[0], re.S))),
            answer=_text(paragraphs[0]).rstrip(".") if paragraphs else "",
            because=" ".join(map(_text, paragraphs[1:])),
        )


def copy_frames(html, place):
    """Copy a widget's frames beside the slides; return its HTML, which names them there."""
    for frames in re.findall(r"mlc-frames:([\w/.-]+)/0\.webp", html):
        shutil.copytree(BUILD / "frames" / frames, place / "frames" / frames, dirs_exist_ok=True)
    return html.replace("mlc-frames:", "_static/frames/")
