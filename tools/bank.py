"""Questions on chapters: guesses of their widgets, numbers of *In short*, lines of the ledger.

Nothing is typed for it. A question to choose from is the guess that a widget asks for, with its
reason; a number of *In short* is asked beside numbers that it is not; a claim of the ledger that
came out clearly is true or false, and what was measured is the reason.
"""

import ast
import random
import re
from dataclasses import dataclass
from html import escape

import nbformat

from book._ext.chapter_text import summary
from mlcompanion.teaching.claims import MIME
from tools.chapters import NOTEBOOKS
from tools.course_data import chapter_list
from tools.execute import EXECUTED
from tools.plain_markdown import plain

__all__ = ["Asked", "as_html", "predictions_on", "questions_on"]

TRUE = ("reproduced", "holds")
FALSE = ("not reproduced", "does not hold")
FACTORS = (0.5, 2.0, 0.2, 3.0)
MATH_OR_CODE = re.compile(r"(\$\$.+?\$\$|\$[^$]+\$|`[^`]+`)", re.S)
NUMBER = re.compile(r"(?<![\w.,–-])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{2,})(?![\w,.–-]*\d|\w|-)")
YEAR = re.compile(r"(1[89]|20)\d\d")
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z*`$])")


@dataclass(frozen=True)
class Asked:
    """A question: Markdown with formulas, ``options`` of which that at ``right`` is right."""

    name: str
    text: str
    options: tuple
    right: int
    reason: str

    @property
    def is_true_or_false(self):
        """Whether it is a sentence that is true or false."""
        return self.options == ("True", "False")


def as_html(text, formula=r"\({}\)"):
    r"""Markdown of one paragraph as HTML, with formulas as ``\(…\)``, which platforms typeset."""
    found = []
    for place, part in enumerate(MATH_OR_CODE.split(" ".join(text.split()))):
        if place % 2 and part.startswith("`"):
            found.append(f"<code>{escape(part[1:-1], quote=False)}</code>")
        elif place % 2:
            found.append(formula.format(escape(part.strip("$"), quote=False)))
        else:
            words = escape(part, quote=False)
            words = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", words)
            found.append(re.sub(r"\*([^*]+)\*", r"<em>\1</em>", words))
    return "".join(found)


def _cells(page):
    return nbformat.read(NOTEBOOKS / f"{page}.ipynb", as_version=4).cells


def predictions_on(page):
    """The guesses of a chapter's widgets: question, options, the right one, and why."""
    for cell in _cells(page):
        if cell.cell_type != "code" or "Predict(" not in cell.source:
            continue
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Predict":
                text, options, right, because = map(ast.literal_eval, node.args)
                yield text, tuple(options), options.index(right), because


def in_short(page):
    """The sentences of a chapter's *In short*, without its exercises' references."""
    text = "\n\n".join(cell.source for cell in _cells(page) if cell.cell_type == "markdown")
    rows = re.split(r"^- |\n\n", summary(text), flags=re.M)
    rows = (plain(" ".join(row.split()), page, quote=False) for row in rows if row.strip())
    return [sentence for row in rows for sentence in SENTENCE.split(row)]


def _others(number, sentence):
    """Three numbers that a number is not, written as it is, and that the sentence does not have."""
    plain_number = float(number.replace(",", ""))
    digits = len(number.partition(".")[2])
    most = 100 if re.search(rf"{re.escape(number)}\s*(%|per cent)", sentence) else float("inf")
    known = {number, *NUMBER.findall(sentence)}
    found = []
    for factor in (*FACTORS, 1.5, 0.7):
        value = round(plain_number * factor, digits)
        words = f"{value:,.{digits}f}" if "," in number or value >= 1e4 else f"{value:.{digits}f}"
        if words not in known and 0 < value <= most:
            found.append(words)
            known.add(words)
    return found[:3]


def _numbers(page):
    """Sentences of *In short* with one number left out, and numbers to choose from."""
    for sentence in in_short(page):
        parts = MATH_OR_CODE.split(sentence)
        words = " ".join(parts[::2])
        numbers = [one for one in NUMBER.findall(words) if not YEAR.fullmatch(one)]
        if not numbers or sentence.endswith(":"):
            continue
        number = numbers[-1]
        others = _others(number, sentence)
        if len(others) < 3 or words.count(number) > 1:
            continue
        place = next(k for k in range(0, len(parts), 2) if number in parts[k])
        parts[place] = parts[place].replace(number, "______", 1)
        options = [number, *others]
        random.Random(f"{page} {sentence}").shuffle(options)
        text = f"Which number belongs here? {''.join(parts)}"
        yield text, tuple(options), options.index(number), sentence


def _ledger(page):
    """The lines of an executed chapter's ledger."""
    cells = nbformat.read(EXECUTED / f"{page}.ipynb", as_version=4).cells
    for cell in cells:
        for output in cell.get("outputs", ()):
            if MIME in output.get("data", {}):
                yield from output["data"][MIME]["claims"]


def _claims(page):
    """Claims that came out clearly, as true or false sentences.

    Most claims are true; who guesses so should not gain much. So there are at most two more of
    these than of the others, first those that the source is known for.
    """
    lines = [line for line in _ledger(page) if line["kind"] != "erratum"]
    false = [line for line in lines if line["verdict"] in FALSE]
    true = [line for line in lines if line["verdict"] in TRUE]
    true.sort(key=lambda line: not line["headline"])
    for line in (*false, *true[: len(false) + 2]):
        origin = f" The source has: {line['source']}." if line["source"] else ""
        reason = plain(f"We measured: {line['measured']}.{origin}", page, quote=False)
        statement = plain(line["statement"], page, quote=False)
        yield statement, ("True", "False"), int(line["verdict"] in FALSE), reason


def questions_on(page):
    """All questions on a chapter that was executed.

    Parameters
    ----------
    page : str

    Returns
    -------
    list of Asked
    """
    number = chapter_list()[page]["number"]
    found = []
    for kind in (predictions_on, _numbers, _claims):
        for question in kind(page):
            found.append(Asked(f"{number} question {len(found) + 1}", *question))
    return found
