"""The words of slides: a chapter's Markdown with the book's numbers, and sentences of it."""

import re
from functools import cache

import nbformat

from book._ext.chapter_text import DISPLAYED, ROLE, labelled_formulas, targets_of
from tools.chapters import NOTEBOOKS
from tools.course_data import chapter_list
from tools.plain_markdown import plain

__all__ = [
    "LEANING",
    "MARK",
    "MOST_WORDS",
    "Words",
    "first_words",
    "in_symbols",
    "is_prose",
    "last_words",
    "sentences",
    "unsaid",
]

MOST_WORDS = 45  # of prose on a slide with something else
#: What the author of a chapter says otherwise.
MARK = re.compile(r"<!--\s*(?P<kind>slide|note):\s*(?P<words>.*?)\s*-->", re.S)
SENTENCE = re.compile(r"(?<=[.?!:])\s+(?=[A-Z*$({])")
LABEL = re.compile(r"\(([\w:.-]+)\)\s*$")
#: What cannot open a slide, as it leans on something before it.
LEANING = re.compile(r"(?:\W*)(?:It|They|This|These|That|Those|Such|So|Then|But|And|Both|Here)\b")
#: Greek letters as plain text spells them, but not the laws and functions that are named by two.
GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "eps": "ε", "epsilon": "ε", "eta": "η",
    "theta": "θ", "lambda": "λ", "mu": "μ", "nu": "ν", "pi": "π", "rho": "ρ", "sigma": "σ",
    "tau": "τ", "phi": "φ", "psi": "ψ", "omega": "ω",
}  # fmt: skip
NAMED = "function|law|distribution|density|process|prior|posterior"
LETTER = re.compile(rf"\b({'|'.join(GREEK)})(?=\b|_)(?! (?:{NAMED}))")
#: Formulas of plain text, and how HTML writes them.
TYPED = (
    (re.compile(r"\bl[-_]?inf(?:inity)?\b"), "ℓ<sub>∞</sub>"),
    (re.compile(r"\bl_?([012pq])\b"), r"ℓ<sub>\1</sub>"),
    (re.compile(r"\bsqrt\((\w+)\)"), r"√\1"),
    (re.compile(r"\bsqrt\("), "√("),
    (re.compile(r"\^\(([^()]*)\)"), r"<sup>\1</sup>"),
    (re.compile(r"\^(-?[\w*]+)"), r"<sup>\1</sup>"),
    (re.compile(r"(?<![^\W_])([^\W\d_])_(\w{1,2})\b"), r"\1<sub>\2</sub>"),
    (re.compile(r"<="), "≤"),
    (re.compile(r">="), "≥"),
)
SET_APART = re.compile(r"(`[^`]*`|\$[^$]*\$)")
TAGS = re.compile(r"<[^>]+>")
PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")


@cache
def numbers_of(page):
    """The chapter's labelled formulas: number as in the book, and text."""
    cells = nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells
    text = "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    number = chapter_list()[page]["number"]
    formulas = labelled_formulas(text)
    return {label: (f"{number}.{k}", tex) for k, (label, tex) in enumerate(formulas.items(), 1)}


class Words:
    """A chapter's Markdown as slides need it: formulas with the book's numbers."""

    def __init__(self, page, claims=()):
        self.page = page
        self.numbers = numbers_of(page)
        self.verdicts = {claim["id"]: claim["verdict"] for claim in claims}

    def numbered(self, text):
        """A text in which labelled formulas carry their numbers."""

        def tagged(match):
            label = LABEL.search(match[0])
            if not label or label[1] not in self.numbers:
                return match[0]
            return f"$${match[1].strip()}\\tag{{{self.numbers[label[1]][0]}}}$$"

        return DISPLAYED.sub(tagged, text)

    def _named(self, text):
        def number(match):
            if match["role"] == "eq" and match["target"] in self.numbers:
                return f"({self.numbers[match['target']][0]})"
            if match["role"] == "verdict":
                return self.verdicts.get(match["target"], "")
            return match[0]

        return ROLE.sub(number, text)

    def plain(self, text):
        """A text for a reader without the book; references to formulas are numbers."""
        return plain(self._named(MARK.sub("", text)), self.page, quote=False).strip()

    def on_a_slide(self, text):
        """Such a text with the formulas that it names and does not show, below it."""
        named = dict.fromkeys(target for target in targets_of(text, "eq"))
        shown = {label[1] for m in DISPLAYED.finditer(text) if (label := LABEL.search(m[0]))}
        missing = [label for label in named if label in self.numbers and label not in shown]
        below = [self.formula(label) for label in missing]
        return "\n\n".join([self.plain(self.numbered(text)), *below]).strip()

    def formula(self, label):
        """A formula of the chapter with its number."""
        number, tex = self.numbers[label]
        return f"$${tex.strip()}\\tag{{{number}}}$$"

    def said(self, text):
        """A text for the notes: a formula is its number, or left out."""

        def short(match):
            label = LABEL.search(match[0])
            known = label and label[1] in self.numbers
            return f" ({self.numbers[label[1]][0]}) " if known else " … "

        return re.sub(r"[ \t]+", " ", self.plain(DISPLAYED.sub(short, text))).strip()


def sentences(text):
    """A text's sentences, roughly."""
    return [one for one in SENTENCE.split(text.strip()) if one]


def last_words(text, most=MOST_WORDS):
    """The last sentences of a text, as many as fit; none that leans on what is left out."""
    kept = []
    for sentence in reversed(sentences(text)):
        if kept and len(" ".join([sentence, *kept]).split()) > most:
            break
        kept.insert(0, sentence)
    while len(kept) > 1 and LEANING.match(kept[0]):
        kept.pop(0)
    return " ".join(kept)


def first_words(text, most):
    """The first sentences of a text, as many as fit; one in any case."""
    kept = []
    for sentence in sentences(text):
        if kept and len(" ".join([*kept, sentence]).split()) > most:
            break
        kept.append(sentence)
    return " ".join(kept)


def in_symbols(text):
    """Plain text with its formulas as one writes them; what is code or set already stays."""
    parts = SET_APART.split(text)
    for k in range(0, len(parts), 2):
        parts[k] = LETTER.sub(lambda letter: GREEK[letter[1]], parts[k])
        for typed, shown in TYPED:
            parts[k] = typed.sub(shown, parts[k])
    return "".join(parts)


def is_prose(text):
    """Whether a block of Markdown is a paragraph."""
    return bool(text.strip()) and not text.lstrip().startswith(("|", "- ", "1. ", "#", "<", "```"))


def _bare(text):
    """Letters and digits alone, to see whether words stand in others."""
    return re.sub(r"\W", "", TAGS.sub("", PICTURE.sub("", text)))


def unsaid(text, body):
    """The sentences of a note that a slide's body does not show; nothing if no words are left."""
    shown = _bare(body)
    kept = " ".join(one for one in sentences(text) if _bare(one) not in shown)
    return kept if re.search(r"[^\W\d]{2}.*\s", kept) else ""
