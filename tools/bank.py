"""Questions on chapters: guesses of their widgets, numbers, figures, lines of the ledger.

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
from tools.bank_figures import which_figure
from tools.bank_numbers import GAP, MATH_OR_CODE, SENTENCE, asked_for, left_out
from tools.bank_truths import opposite
from tools.chapters import NOTEBOOKS
from tools.course_data import chapter_list
from tools.execute import EXECUTED
from tools.exercises import exercises_of
from tools.plain_markdown import plain

__all__ = ["PNG", "Asked", "as_html", "predictions_on", "questions_on", "quiz_on"]

TRUE = ("reproduced", "holds")
FALSE = ("not reproduced", "does not hold")
WHICH = "Which number belongs here?"
ASKED = "It was asked: "
#: What a form on a page cannot show: code in a question, formulas in an answer.
UNFIT = re.compile(r"[`$]")
EMPHASIS = re.compile(r"\*+([^*]+)\*+")
#: A measurement that is no single number, or is told by a name of code.
RAW = re.compile(r"[\[\]_<]")
REFERS = re.compile(r"\b(?:likewise|same|that|these|those)\b")
#: What a claim refers to and a reader of the question does not see.
ELSEWHERE = re.compile(
    r"\b(?:(?:algorithm|lemma|proposition|equation|table|theorem|figure|corollary)s? \d|"
    r"printed|stated|the text|(?:the|this) chapter|the source(?!s)|same holds|likewise|told)\b|"
    r"^the same\b",
    re.IGNORECASE,
)
#: Signs of a formula that is written without dollars.
TYPED = re.compile(r"[\^|]|[<>]=|/\(")
#: Words of a protocol in what was measured: formulas, tolerances, what was set, names of variables.
PROTOCOL = re.compile(
    r"[|=<>^/*@±\[\]]|\de-?\d|\b[b-zB-HJ-Z]\b|"
    r"\b(?:list|boolean|log|slope of|norm|standard errors?|p-value|"
    r"Kolmogorov\w*|chi-squared?|quadrature|grid|beyond|by more than|relative to|"
    r"(?:largest|smallest|median|mean|least) (?:\w+ )?over|violations?|bisection|Frobenius|"
    r"residual|control|sd|cells?|settings?|tried|tested|one of them|"
    r"alpha|beta|gamma|delta|eps|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|omega)\b"
)
#: Of a false sentence with one of these the reader has to deny a denial.
NEGATED = re.compile(r"\b(?:hardly|neither|never|no|nor|not|nothing)\b")
#: Quantities that a reader can judge; not the largest or a count of what was tried.
JUDGED = re.compile(
    r"%|\b(?:accurac(?:y|ies)|chance|correlations?|coverage|covariance|errors?|expectation|F1|"
    r"mistakes|percentage|per ?cent|power|precision|prior|probabilit(?:y|ies)|recall|"
    r"seconds|shares?|variance)\b"
)
EXTREME = re.compile(
    r"^(?:distance|generic|largest|smallest|least|numbers?|counts?|cases|sets|how many)\b"
)
UNIT = re.compile(r"(?:[^\d\s]+ ){4,}\d[\d.,]*(?: ?%| times)")
VALUE = re.compile(r"-?[\d,]*\.?\d+ ?%?")
#: How a sentence begins that is about the one before it.
ABOUT = re.compile(
    r"(?:and|but|both|here|in h(?:er|i)s|it|its|not|so|that|the same|their|then|there|these|they|"
    r"this)\b",
    re.IGNORECASE,
)
#: Letters of a claim that can be held in mind, at least of one with a number, and of a measurement.
CLAIM = 260
SHORTEST = 60
MEASURE = 130
#: Letters of a question and its reason, and marks of formulas in it: no page gets heavy.
LONGEST = 1200
MARKS = 2
#: How an address begins that is itself a picture.
PNG = "data:image/png;base64,"
#: As many of a kind has a chapter: pairs of a true and a false claim, numbers of its ledger.
MOST = 3
#: As many questions has a page, if its chapter has them at all.
LEAST = 2


@dataclass(frozen=True)
class Asked:
    """A question: Markdown with formulas, ``options`` of which that at ``right`` is right.

    Without options ``right`` is a number that an answer may miss by ``margin``. ``pictures`` has a
    PNG in base64 for each option, or none at all.
    """

    name: str
    text: str
    options: tuple
    right: float
    reason: str
    margin: float = 0.0
    pictures: tuple = ()

    @property
    def shown(self):
        """The options as HTML, each above its picture, if they have any."""
        pictures = [f'<br><img src="{PNG}{one}" alt="" width="440">' for one in self.pictures]
        words = [as_html(one) for one in self.options]
        return list(map("".join, zip(words, pictures))) if pictures else words

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


def _stands_alone(before, sentence, text):
    """Whether a sentence of *In short* with a gap says of what the number is."""
    said = f"{before} {sentence}".strip()
    open_bracket = "(" in text.partition(GAP)[0].rpartition(")")[2]
    bare = ABOUT.match(said) or ELSEWHERE.search(said) or re.search(r"ledger|between", sentence)
    return len(said) >= SHORTEST and not (bare or open_bracket or sentence.endswith(":"))


def _short_numbers(page, every=False):
    """Sentences of *In short* with one number left out, behind a sentence that asks no other."""
    for row in in_short(page):
        for before, sentence in zip(["", *row], row):
            before = before if not re.search(r"\d", before) else ""
            found = left_out(sentence, f"{page} {sentence}", before)
            if found and (every or _stands_alone(before, sentence, found[0])):
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
                yield f"{ASKED}{asked} {WHICH} {found[0]}", *found[1:], because
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


def _told(line):
    """What was measured, piece by piece, with names told by what they mean; none without names."""
    pieces = [piece.partition(" ") for piece in line["measured"].split("; ")]
    if not {name for name, _, _ in pieces} <= line["measure"].keys():
        return None
    return [(line["measure"][name], value) for name, _, value in pieces]


def _in_words(line):
    """What was measured; names of measurements become what they mean, and lists are left out."""
    told = _told(line)
    if told is None:
        return line["measured"]
    kept = [one for one in told if not RAW.search("".join(one))]
    if len(kept) < len(told):  # what another one refers to may be gone
        kept = [(means, value) for means, value in kept if not REFERS.search(means)]
    return "; ".join(f"{means}: {value}" for means, value in kept)


def _one_measured(line):
    """The measurements of a line that can be understood alone, each a quantity with one value.

    What is told without names needs some words and a unit.
    """
    told = _told(line)
    if told is None:
        found = [one for one in line["measured"].split("; ") if UNIT.fullmatch(one)]
    else:
        found = [
            f"{means}: {value}"
            for means, value in told
            if VALUE.fullmatch(value) and JUDGED.search(means) and not REFERS.search(means)
        ]
    for one in found:
        if len(one) <= MEASURE and not (PROTOCOL.search(one) or EXTREME.search(one)):
            yield one


def _plain_claim(statement):
    """Whether a claim is short, one sentence, and refers to nothing that is not there."""
    words = MATH_OR_CODE.sub("", statement)
    one = ";" not in words and not (ELSEWHERE.search(words) or TYPED.search(words))
    return one and len(statement) <= CLAIM and not REFERS.match(statement.lower())


def _reason(line, page):
    """What was measured, and what the source has, of both what can be read without the protocol."""
    measured = _in_words(line)
    if PROTOCOL.search(measured):
        measured = "; ".join(_one_measured(line))
    said = [f"We measured: {measured}."] if measured else []
    source = line["source"]
    if source not in ("", "none") and not TYPED.search(source):
        said.append(f"The source has: {source}.")
    return plain(" ".join(said) or "The ledger tells what was measured.", page, quote=False)


def _measured(page, every=False):
    """What we measured for claims that hold, one measurement each, with its number left out.

    With ``every`` also what only readers of a protocol understand, all that was measured at once.
    """
    lines = [line for line in _ledger(page) if line["verdict"] in TRUE]
    lines.sort(key=lambda line: not line["headline"])
    count = 0
    for line in lines:
        statement = plain(line["statement"], page, quote=False)
        measured = plain(_in_words(line), page, quote=False)
        if not every and not _plain_claim(statement):
            continue
        for one in [measured] if every else _one_measured(line):
            words = plain(one, page, quote=False)
            found = left_out(words, f"{page} {line['statement']}", statement)
            if found and count < MOST and (every or GAP in found[0][-len(f"{GAP} times") :]):
                count += 1
                asked = f"{statement} {WHICH} We measured: {found[0]}"
                yield asked, *found[1:], f"We measured: {measured}"
                break


def _judged(page, every=False):
    """Claims that came out clearly, the true and the false ones, each with its reason.

    False are those that were not found again, and opposites of true ones; true those that are left,
    first what the source is known for. With ``every`` also what is hard to judge.
    """
    lines = [line for line in _ledger(page) if line["kind"] != "erratum"]
    lines.sort(key=lambda line: not line["headline"])
    true, false = [], []
    for line in lines:
        statement = plain(line["statement"], page, quote=False)
        if not every and not _plain_claim(statement):
            continue
        reason = _reason(line, page)
        turned = opposite(statement) if line["verdict"] in TRUE else None
        if line["verdict"] in FALSE:
            if every or not NEGATED.search(statement):
                false.insert(0, (statement, f"It was not found again. {reason}"))
        elif turned:
            false.append((turned, f"It is the other way round: {statement} {reason}"))
        elif line["verdict"] in TRUE:
            true.append((statement, reason))
    return [
        [(statement, ("True", "False"), wrong, reason) for statement, reason in claims]
        for wrong, claims in enumerate((true, false))
    ]


def _truths(page):
    """As many claims that are true as are false, in turn."""
    true, false = _judged(page)
    for pairs in [*zip(true, false)][:MOST]:
        yield from pairs


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
    for kind in (
        predictions_on, _short_numbers, _seen_numbers, _warm_ups, which_figure, _measured, _truths,
    ):  # fmt: skip
        found += kind(page)
    for kind in _spare(page)[3:]:  # a chapter of which hardly anything can be asked plainly
        found += kind[: max(LEAST - len(found), 0)]
    return [Asked(f"{number} question {k}", *one) for k, one in enumerate(found, start=1)]


def _fits(question, said):
    """Whether a page can ask it in plain words, and did not in what was ``said``."""
    text, options, _, reason = question
    fits = not UNFIT.search(" ".join([text, *options])) and reason.count("$") <= MARKS
    claim = text.partition(WHICH)[0].removeprefix(ASKED).strip() or text
    return fits and claim not in said and len(text) + len(reason) < LONGEST


def _for_a_page(page):
    """What a page can ask in plain words and shortly: a true and a false claim, and a number.

    A chapter of which no claim is clearly false has two numbers. Where these are too few, the guess
    of a widget is asked again, and at last what is harder to understand.
    """
    truths = [*_truths(page)]
    numbers = [*_measured(page), *_short_numbers(page)]
    kinds = [truths[::2], truths[1::2], numbers]
    random.Random(page).shuffle(kinds)
    kinds = kinds if truths else [numbers, numbers]
    said, count = "", 0
    for place, kind in enumerate([*kinds, *_spare(page)]):
        if place >= len(kinds) and count >= LEAST:
            return
        for text, options, right, reason in kind:
            text = EMPHASIS.sub(r"\1", text)
            if _fits((text, options, right, reason), said):
                said += f" {text} {reason}"
                count += 1
                yield text, options, right, reason
                break


def _spare(page):
    """What a page asks if it has too few plain questions, the plainest first."""
    guesses = [*predictions_on(page)]
    true, false = _judged(page, every=True)
    harder = [*_short_numbers(page, every=True), *_measured(page, every=True)]
    return [guesses, _judged(page)[0], guesses, false, true, [*_seen_numbers(page)], harder, harder]


def quiz_on(page):
    """Two or three questions for the page of a chapter that was executed.

    What was measured comes first: a number of *In short* stands just above, and the guess of a
    widget was asked before.

    Parameters
    ----------
    page : str

    Returns
    -------
    list of Asked
    """
    found = [*_for_a_page(page)]
    return [Asked(f"question {k}", *one) for k, one in enumerate(found, start=1)]
