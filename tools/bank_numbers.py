"""Sentences with a number left out: what a quiz asks of *In short*, guesses, ledgers and warm-ups.

Beside the number stand others that it is not, by factors; of a warm-up, which can be computed, the
number itself is asked, with a margin for rounding.
"""

import random
import re

from tools.plain_markdown import plain

__all__ = ["GAP", "MATH_OR_CODE", "SENTENCE", "asked_for", "left_out"]

MATH_OR_CODE = re.compile(r"(\$\$.+?\$\$|\$[^$]+\$|`[^`]+`)", re.S)
NUMBER = re.compile(
    r"(?<![\w.,:/–^-])(?:\d{1,3}(?:,\d{3})+|\d+\.\d+|\d{2,}|\d(?= ?%))(?![\w,.:–-]*\d|\w|[-/°])"
)
YEAR = re.compile(r"(1[89]|20)\d\d")
SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z*`$])")
#: What stands before numbers that name something, were set, or tell how uncertain others are.
NAMING = re.compile(
    r"(?:\b(?:chapters?|eqs?\.|equations?|lemmas?|figs?\.|figures?|sections?|tables?|theorems?|seeds?|rate|noise|all|after|at|"
    r"below|above|by|each|first|for|from|her|here|his|of|than|the|their|these|those|to|with|within)|[§±=×−-])"
    r"\s*[*−]*$",
    re.IGNORECASE,
)
#: What has no number above one.
SHARE = re.compile(
    r"\b(?:accurac(?:y|ies)|chances?|correlations?|coverage|F1|fractions?|overlap|"
    r"power(?= of the)|precision|probabilit(?:y|ies)|Rand index|recall|shares?)\b"
)
PERCENT = re.compile(r"\b(?:per ?cent|percentage)\b")
FACTORS = (0.5, 2.0, 0.2, 3.0, 1.5, 0.1)
GAP = "______"
#: A formula that ends in a number, which its last sign says that something is.
VALUE = re.compile(
    r"^\$(?P<left>.*(?:=|\\approx)\s*)(?P<number>-?\d+(?:\{,\}\d{3})*(?:\.\d+)?)\$$", re.S
)
ROUGHLY = re.compile(r"(?:about|nearly|almost|some|roughly)\s*$|\\approx\s*$")


def _others(number, sentence):
    """Three numbers that a number is not, written as it is, and that the sentence does not have."""
    plain_number = float(number.replace(",", ""))
    digits = len(number.partition(".")[2])
    most = 100 if re.search(rf"{re.escape(number)}\s*(%|per cent)", sentence) else float("inf")
    if PERCENT.search(sentence) and SHARE.search(sentence):
        most = 100
    if plain_number <= 1 and SHARE.search(sentence):
        most = 1
    known = {number, *NUMBER.findall(sentence)}
    found = []
    for factor in FACTORS:
        value = round(plain_number * factor, digits)
        commas = "," in number or plain_number < 1e4 <= value  # all are written alike
        words = f"{value:{',' if commas else ''}.{digits}f}"
        if words not in known and 0 < value <= most:
            found.append(words)
            known.add(words)
    return found[:3]


def left_out(sentence, key, known=""):
    """A sentence without its last number, and four numbers to choose from.

    Parameters
    ----------
    sentence : str
        Markdown.
    key : str
        What decides on the order of the options.
    known : str
        Words that stand before it in the question, and must not have the number.

    Returns
    -------
    text, options, right, or None
        None if no number can be left out.
    """
    parts = MATH_OR_CODE.split(sentence)
    words = " ".join(parts[::2])
    for place in reversed(range(0, len(parts), 2)):
        for match in reversed([*NUMBER.finditer(parts[place])]):
            number, before = match[0], parts[place][: match.start()]
            others = _others(number, f"{known} {sentence}")
            taken = words.count(number) > 1 or number in NUMBER.findall(known)
            if "%" in parts[place][match.end() :][:2]:  # what is left of a hundred tells it
                rest = round(100 - float(number.replace(",", "")), 3)
                said = {*NUMBER.findall(f"{known} {sentence}")} - {number}
                taken = taken or f"{rest:g}" in said
            if YEAR.fullmatch(number) or NAMING.search(before) or taken or len(others) < 3:
                continue
            options = [number, *others]
            random.Random(key).shuffle(options)
            text = [*parts[:place], before + GAP + parts[place][match.end() :], *parts[place + 1 :]]
            return "".join(text), tuple(options), options.index(number)
    return None


def _margin(number, before):
    """By how much an answer may miss a number that is written so."""
    value = abs(float(number))
    digits = len(number.partition(".")[2])
    rounding = 0.5 * 10.0**-digits if digits else 0.0
    if ROUGHLY.search(before):
        return max(rounding, 0.05 * value)
    return max(min(rounding, 0.05 * value), 0.01 * value if digits or value >= 100 else 0.0)


def _computed(sentence):
    """A sentence without the number that it says something is, that number, and its margin."""
    parts = MATH_OR_CODE.split(sentence)
    for place in reversed(range(len(parts))):
        found = VALUE.match(parts[place]) if place % 2 else None
        if found:
            number = found["number"].replace("{,}", "")
            gap = f"${found['left']}${GAP}"
            return "".join([*parts[:place], gap, *parts[place + 1 :]]), number, found["left"]
        match = None if place % 2 else next(iter([*NUMBER.finditer(parts[place])][::-1]), None)
        if match and not NAMING.search(parts[place][: match.start()]):
            before = parts[place][: match.start()]
            text = [*parts[:place], before + GAP + parts[place][match.end() :], *parts[place + 1 :]]
            return "".join(text), match[0].replace(",", ""), before
    return None


def asked_for(exercise):
    """The number that a warm-up is about, if its solution says one: to be computed, not chosen.

    Returns
    -------
    text, number, margin, reason, or None
    """
    if "{eq}" in exercise.text or "\n\n" in exercise.text.strip():
        return None
    for kind, source in exercise.solution:
        if kind != "markdown" or "{eq}" in source:
            continue
        solution = plain(" ".join(source.split()), exercise.page, quote=False)
        for sentence in SENTENCE.split(solution):
            found = _computed(sentence)
            told = found and f"{exercise.text} {found[0]}".replace(",", "")
            if found and found[1] not in ("0", "1") and found[1] not in told:
                question = plain(" ".join(exercise.text.split()), exercise.page, quote=False)
                text = f"{question} Complete the answer: {found[0]}"
                return text, float(found[1]), _margin(*found[1:]), solution
    return None
