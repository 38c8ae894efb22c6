"""Questions on chapters: guesses of their widgets, numbers, lines of the ledger.

Nothing is typed for it. A question to choose from is the guess that a widget asks for, with its
reason; a number of *In short*, of what was to be seen in a widget and of what we measured is asked
beside numbers that it is not; that of a warm-up is to be computed. A claim of the ledger that came
out clearly is true, and its opposite false; what was measured is the reason.
"""

import ast
import random
import re
from dataclasses import dataclass
from html import escape

import nbformat

from book._ext.chapter_text import summary
from mlcompanion.teaching.claims import MIME
from tools.bank_numbers import MATH_OR_CODE, SENTENCE, asked_for, left_out
from tools.bank_truths import opposite
from tools.chapters import NOTEBOOKS
from tools.course_data import chapter_list
from tools.execute import EXECUTED
from tools.exercises import exercises_of
from tools.plain_markdown import plain

__all__ = ["Asked", "as_html", "predictions_on", "questions_on", "quiz_on"]

TRUE = ("reproduced", "holds")
FALSE = ("not reproduced", "does not hold")
WHICH = "Which number belongs here?"
#: What a form on a page cannot show: code in a question, formulas in an answer.
UNFIT = re.compile(r"[`$]")
EMPHASIS = re.compile(r"\*+([^*]+)\*+")
#: A measurement that is no single number, or is told by a name of code.
RAW = re.compile(r"[\[\]_<]")
REFERS = re.compile(r"\b(?:likewise|same|that|these|those)\b")
#: Letters of a question and its reason, and marks of formulas in it: no page gets heavy.
LONGEST = 1200
MARKS = 2
#: As many of a kind has a chapter: pairs of a true and a false claim, numbers of its ledger.
MOST = 3


@dataclass(frozen=True)
class Asked:
    """A question: Markdown with formulas, ``options`` of which that at ``right`` is right.

    Without options ``right`` is a number that an answer may miss by ``margin``.
    """

    name: str
    text: str
    options: tuple
    right: float
    reason: str
    margin: float = 0.0

    @property
    def chosen(self):
        """The right one of the options."""
        return self.options[self.right]

    @property
    def is_a_number(self):
        """Whether a number is to be written."""
        return not self.options

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
    """The sentences of a chapter's *In short*, row by row, without its exercises' references."""
    text = "\n\n".join(cell.source for cell in _cells(page) if cell.cell_type == "markdown")
    rows = re.split(r"^- |\n\n", summary(text), flags=re.M)
    rows = (plain(" ".join(row.split()), page, quote=False) for row in rows if row.strip())
    return [SENTENCE.split(row) for row in rows]


def _short_numbers(page):
    """Sentences of *In short* with one number left out, behind a sentence that asks no other."""
    for row in in_short(page):
        for before, sentence in zip(["", *row], row):
            before = before if not re.search(r"\d", before) else ""
            found = left_out(sentence, f"{page} {sentence}", before)
            if found and not sentence.endswith(":"):
                text, *answer = found
                said = [f"{before} {words}".strip() for words in (text, sentence)]
                yield f"{WHICH} {said[0]}", *answer, said[1]


def _seen_numbers(page):
    """What was to be seen in a widget, with one number left out."""
    for asked, options, _, because in predictions_on(page):
        known = " ".join([asked, *options])
        for sentence in SENTENCE.split(because.replace("\n", " ")):
            found = left_out(sentence, f"{page} {sentence}", known)
            if found:
                yield f"It was asked: {asked} {WHICH} {found[0]}", *found[1:], because
                break


def _warm_ups(page):
    """The numbers that warm-ups ask for, each with a margin."""
    for exercise in exercises_of(page).values():
        found = asked_for(exercise) if exercise.kind == "warm-up" else None
        if found:
            text, number, margin, reason = found
            yield text, (), number, reason, margin


def _ledger(page):
    """The lines of an executed chapter's ledger."""
    cells = nbformat.read(EXECUTED / f"{page}.ipynb", as_version=4).cells
    for cell in cells:
        for output in cell.get("outputs", ()):
            if MIME in output.get("data", {}):
                yield from output["data"][MIME]["claims"]


def _in_words(line):
    """What was measured; names of measurements become what they mean, and lists are left out."""
    pieces = [piece.partition(" ") for piece in line["measured"].split("; ")]
    if not {name for name, _, _ in pieces} <= line["measure"].keys():
        return line["measured"]
    told = [(line["measure"][name], value) for name, _, value in pieces]
    kept = [one for one in told if not RAW.search("".join(one))]
    if len(kept) < len(told):  # what another one refers to may be gone
        kept = [(means, value) for means, value in kept if not REFERS.search(means)]
    return "; ".join(f"{means}: {value}" for means, value in kept)


def _reason(line, page):
    """What was measured, and what the source has."""
    measured = _in_words(line)
    said = [f"We measured: {measured}."] if measured else []
    if line["source"] not in ("", "none"):
        said.append(f"The source has: {line['source']}.")
    return plain(" ".join(said) or "So it was measured.", page, quote=False)


def _measured(page):
    """What we measured for claims that hold, with one number left out."""
    lines = [line for line in _ledger(page) if line["verdict"] in TRUE]
    lines.sort(key=lambda line: not line["headline"])
    count = 0
    for line in lines:
        statement = plain(line["statement"], page, quote=False)
        measured = plain(_in_words(line), page, quote=False)
        found = left_out(measured, f"{page} {line['statement']}", statement)
        if found and count < MOST:
            count += 1
            asked = f"{statement} {WHICH} We measured: {found[0]}"
            yield asked, *found[1:], f"We measured: {measured}"


def _truths(page):
    """Claims that came out clearly, as sentences: as many are true as are false.

    False are those that were not found again, and opposites of true ones; true those that are left,
    first what the source is known for.
    """
    lines = [line for line in _ledger(page) if line["kind"] != "erratum"]
    lines.sort(key=lambda line: not line["headline"])
    true, false = [], []
    for line in lines:
        statement = plain(line["statement"], page, quote=False)
        reason = _reason(line, page)
        turned = opposite(statement) if line["verdict"] in TRUE else None
        if line["verdict"] in FALSE:
            false.insert(0, (statement, f"It was not found again. {reason}"))
        elif turned:
            false.append((turned, f"It is the other way round: {statement} {reason}"))
        elif line["verdict"] in TRUE:
            true.append((statement, reason))
    count = min(len(true), len(false), MOST)
    for pairs in zip(true[:count], false[:count]):
        for wrong, (statement, reason) in enumerate(pairs):
            yield statement, ("True", "False"), wrong, reason


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
    for kind in (predictions_on, _short_numbers, _seen_numbers, _warm_ups, _measured, _truths):
        for question in kind(page):
            found.append(Asked(f"{number} question {len(found) + 1}", *question))
    return found


def _for_a_page(page):
    """What a page can ask in plain words and shortly: a true and a false claim, and a number.

    A chapter of which no claim is clearly false has two numbers.
    """
    truths = [*_truths(page)]
    numbers = [*_measured(page), *_seen_numbers(page), *_short_numbers(page)]
    kinds = [truths[::2], truths[1::2], numbers]
    random.Random(page).shuffle(kinds)
    said = ""
    for kind in kinds if truths else [numbers, numbers]:
        for question in kind:
            text, options, right, reason = question
            text = EMPHASIS.sub(r"\1", text)
            fits = not UNFIT.search(" ".join([text, *options])) and reason.count("$") <= MARKS
            claim = text.partition(WHICH)[0].strip() or text
            if fits and claim not in said and len(text) + len(reason) < LONGEST:
                said += f" {text} {reason}"
                yield text, options, right, reason
                break


def quiz_on(page):
    """Two or three questions for the page of a chapter that was executed.

    A number of *In short* stands just above them, and the guess of a widget was asked before.

    Parameters
    ----------
    page : str

    Returns
    -------
    list of Asked
    """
    found = [*_for_a_page(page)]
    return [Asked(f"question {k}", *one) for k, one in enumerate(found, start=1)]
