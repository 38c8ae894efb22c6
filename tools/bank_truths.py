"""The opposite of a sentence, by rule: what a quiz needs beside claims that are true.

Most claims of a ledger are true. A false one is computed from a true one: a comparison or a verb of
growth is turned round, *fewer steps than* into *more steps than*. The opposite of a true sentence
is false where the word stands in a main clause; behind an *if*, a *which* or a *no* it need not be,
and such sentences have none. Nor have those with a second comparison or a consequence: there the
opposite would contradict what stands beside it.
"""

import re

__all__ = ["opposite"]

PAIRS = (
    ("smaller", "larger"),
    ("less", "more"),
    ("better", "worse"),
    ("lower", "higher"),
    ("faster", "slower"),
    ("earlier", "later"),
    ("sooner", "later"),
    ("shorter", "longer"),
    ("cheaper", "dearer"),
    ("weaker", "stronger"),
    ("below", "above"),
    ("at most", "more than"),
    ("at least", "less than"),
    ("falls", "rises"),
    ("fall", "rise"),
    ("grows", "shrinks"),
    ("grow", "shrink"),
    ("increases", "decreases"),
    ("increase", "decrease"),
)
OPPOSITE = {pair[k]: pair[1 - k] for pair in reversed(PAIRS) for k in (0, 1)}
OPPOSITE |= {"fewer": "more", "less than": "more than", "more than": "less than"}
COMPARED = "smaller|larger|fewer|less|more|better|worse|lower|higher|faster|slower|earlier|later"
COMPARED += "|sooner|shorter|longer|cheaper|dearer|weaker|stronger"
FOUND = re.compile(
    # a comparison with what it is compared to, before the clause ends
    rf"\b(?P<compared>{COMPARED})\b(?=[^,;:.]*? than )"
    r"|(?<=lies )(?:below|above)|(?<=lie )(?:below|above)"
    r"|(?<=stays )(?:below|above)|(?<=stay )(?:below|above)"
    r"|(?<= is )(?:at most|at least)|(?<= are )(?:at most|at least)"
    # a verb, with how or with what it changes
    r"|\b(?:falls|rises|grows|shrinks|increases|decreases|fall|rise|grow|shrink|increase|decrease)"
    r"(?= (?:like|with|in proportion|linearly|exponentially|roughly|about|only with)\b)"
)
#: Words of a clause behind which a comparison is a condition, a description or already turned.
BEFORE = re.compile(
    r"\b(as|although|because|by|can|cannot|could|even|hardly|how|if|may|might|neither|never|no|none|nor|"
    r"not|nothing|once|only|or|than|that|to|unless|until|what|when|whenever|where|whether|which|while|who|"
    r"whose|without)\b",
    re.IGNORECASE,
)
#: What stands right before a comparison that only describes: *with far more samples than*.
DESCRIBES = re.compile(
    r"(?:^|\b(?:a|an|and|at|by|for|from|in|into|its|of|on|over|the|their|to|under|with))"
    r"(?: (?:ever|far|little|many|much|slightly))*\s*$",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[,;:.(]| and (?=the )| but ")
#: Words that compare: of two of them in a sentence it is not clear which one is false.
COMPARES = re.compile(
    rf"\b(?:{COMPARED}|above|below|at most|at least|greater|nearer|closer|further|"
    r"wider|narrower|tighter|steeper|rarer|easier|harder|(?:fall|rise|grow|shrink|increase|decrease)s?)\b",
    re.IGNORECASE,
)
#: What goes on to a second claim, or says what follows: turned, the first would contradict it.
GOES_ON = re.compile(
    r"[;:]|,? (?:so|so that|because|since|while|whereas|but|hence|therefore)\b|"
    r", (?:where|which|yet|not)\b"
)
AS_OR = re.compile(r" (?:as|or)\b")
PLURAL = re.compile(r"(?: (?!than\b)\w+){0,2}? (?!than\b)\w{2,}[^s\W]s\b")


def _turned(match):
    """The opposite word, *fewer* before things that are counted."""
    word = match[0]
    if word == "more" and PLURAL.match(match.string, match.end()):
        return "fewer"
    return OPPOSITE[word]


def opposite(sentence):
    """A sentence that is false if the given one is true, or none.

    Parameters
    ----------
    sentence : str

    Returns
    -------
    str or None
    """
    if len(COMPARES.findall(sentence)) != 1 or GOES_ON.search(sentence):
        return None
    for match in FOUND.finditer(sentence):
        clause = CLAUSE.split(sentence[: match.start()])[-1]
        after = sentence[match.end() :]
        if DESCRIBES.search(clause) or BEFORE.search(clause) or AS_OR.match(after):
            continue
        return sentence[: match.start()] + _turned(match) + after
    return None
