"""What of a ledger may differ between two processors: the last digits of its measurements.

Verdict, evidence and everything else of a line agree exactly. Its measured numbers are those of
searches and solvers, which end a little elsewhere where an exponential rounds otherwise: they agree
to two in a hundred, or are below a thousandth, as where two computations give the same.
"""

import re

LEDGER = "application/vnd.mlcompanion.ledger+json"
RELATIVE = 0.02
ABSOLUTE = 1e-3

#: A number in words, with what says that it is below what is shown.
NUMBER = re.compile(r"(?:[<>] )?-?\d+(?:,\d{3})*(?:\.\d+)?(?:e[+-]?\d+)?")


def near(a, b):
    """Whether two measured numbers are the same."""
    largest = max(abs(a), abs(b))
    return largest <= ABSOLUTE or abs(a - b) <= RELATIVE * largest


def same_words(stored, fresh):
    """Whether two sentences have the same words and near numbers."""
    if NUMBER.split(stored) != NUMBER.split(fresh):
        return False
    pairs = zip(NUMBER.findall(stored), NUMBER.findall(fresh))
    return all(near(_value(a), _value(b)) for a, b in pairs)


def _value(words):
    return float(words.lstrip("<> ").replace(",", ""))


def _same_rows(stored, fresh):
    """Whether two lists of compared numbers have the same names, limits and near values."""
    if len(stored) != len(fresh):
        return False
    return all(
        {**a, "ours": 0} == {**b, "ours": 0} and near(a["ours"], b["ours"])
        for a, b in zip(stored, fresh)
    )


def settled(stored, fresh):
    """The fresh ledger, with the stored measurements wherever they agree with the fresh ones.

    Parameters
    ----------
    stored, fresh : dict
        What a notebook holds under ``LEDGER``.

    Returns
    -------
    dict
    """
    known = {claim["id"]: claim for claim in stored["claims"]}
    claims = [_settled_claim(known.get(claim["id"]), claim) for claim in fresh["claims"]]
    return {**fresh, "claims": claims}


def _settled_claim(stored, fresh):
    if stored is None:
        return fresh
    claim = dict(fresh)
    if same_words(stored["measured"], fresh["measured"]):
        claim["measured"] = stored["measured"]
    if _same_rows(stored["compared"], fresh["compared"]):
        claim["compared"] = stored["compared"]
    return claim


def settle(notebook, copy):
    """Settle the ledgers of an executed copy with those of the stored notebook, in place."""
    stored = [output.data for output in _ledgers(notebook)]
    for held, output in zip(stored, _ledgers(copy)):
        output.data[LEDGER] = settled(held[LEDGER], output.data[LEDGER])
        words = _words(held)
        if same_words(words, _words(output.data)):
            output.data["text/plain"] = held["text/plain"]


def _words(data):
    """The ledger as printed, whatever the width of its columns."""
    return " ".join(re.sub("-{2,}", "", data.get("text/plain", "")).split())


def _ledgers(notebook):
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if LEDGER in output.get("data", {}):
                yield output
