"""Arguments and calls of the room of association rules."""

import tempfile
from pathlib import Path

import numpy as np

from mlcompanion.rules import Transactions, association_rules, cspade, eclat, to_pmml
from valid_calls.kinds import Array, Call, Choice, Count, Kind, Number, Object
from valid_calls.shared import SHARED as KNOWN
from valid_calls.shared import X

_LISTS = [["a", "b"], ["a", "b", "c"], ["a"], ["c"], ["a", "b"], ["b", "c"]]
_BASKETS = Transactions.from_lists(_LISTS)
_SETS = eclat(_BASKETS, 0.2)
_RULES = association_rules(_SETS, 0.3)
_SEQUENCES = cspade(_BASKETS, [1, 1, 1, 2, 2, 2], [1, 2, 3, 1, 2, 3], 0.5)
_WHOLE = {"low": 0, "integer": True}
_names = Kind(["a"], bad=("a", 3.5, ["no such item"]))
_no_lists = ("text", 3.5, [], [3.5], [[3.5]], [["a"], "text"])
_rows = {"rows": Array([0, 1], "k", **_WHOLE, but={"empty"})}
_by = {"by": Choice("support")}
_n = {"n": Count(2)}
_pattern_methods = {"take": _rows, "sort": _by, "head": _n}
_path = Path(tempfile.mkdtemp()) / "baskets.csv"
_path.write_text("a,b\na\n", encoding="utf-8")
_classes = Array(np.arange(len(X)) % 2, "n", integer=True, but={"another entry", "a fraction"})

SHARED = {
    "transactions": Object(_BASKETS),
    "itemsets": Object(_SETS),
    "rules": Object(_RULES),
    "support": Number(0.3, 0, 1),
    "confidence": Number(0.5, 0, 1),
    "max_len": Count(3, low=1),
    "min_len": Count(1, low=1),
}

CALLS = {
    "Associations": Call(
        make=lambda: _SETS, methods={**_pattern_methods, "containing": {"names": _names}}
    ),
    "CBAClassifier": Call(
        support=Number(0.1, 0, 1),
        methods={"fit": {"X": KNOWN["X"], "y": _classes}},
    ),
    "EclatBranch": Call(make=lambda: None),
    "Itemsets": Call(
        make=lambda: _SETS, methods={**_pattern_methods, "containing": {"names": _names}}
    ),
    "Rules": Call(
        make=lambda: _RULES,
        methods={
            **_pattern_methods,
            "subset": {"lhs": _names, "rhs": _names},
            "inspect": _n,
        },
    ),
    "Sequences": Call(make=lambda: _SEQUENCES, methods=_pattern_methods),
    "Transactions": Call(
        X=Array([[1, 0, 1], [0, 1, 0], [1, 1, 0]], "nd", among=(0, 1), but={"length"}),
        items=Kind(["a", "b", "c"], bad=("abc", ["a", "b"], ["a", "b", "b"], [1, 2, 3])),
        methods={
            "index": {"names": _names},
            "count": {"names": _names},
            "covers": {"names": _names},
            "bits": {"columns": Array([0, 2], "k", **_WHOLE, but={"empty"})},
            "take": _rows,
            "from_lists": {
                "baskets": Kind(_LISTS, bad=_no_lists),
                "items": Kind(["a", "b", "c"], bad=("abc", ["a", "b"], ["a", "b", "c", "c"])),
            },
            "from_table": {
                "table": Kind(
                    {"u": ["x", "y"], "v": [1, 2]},
                    bad=(3.5, "text", {}, {"u": [1, 2], "v": [1]}, {"u": [1.0, np.nan]}),
                ),
            },
        },
    ),
    "cspade": Call(
        customers=Array([1, 1, 1, 2, 2, 2], "m", integer=True),
        times=Array([1, 2, 3, 1, 2, 3], "m", integer=True),
        min_gap=Count(1, low=1),
        max_gap=Count(2, low=1),
        window=Count(2),
    ),
    "eclat_branches": Call(),
    "fit_item_counts": Call(counts=Array([3, 0, 2, 7], "n", **_WHOLE, bad=([0, 0],))),
    "from_pmml": Call(text=Kind(to_pmml(_RULES), bad=(3.5, "no document", "<PMML/>"))),
    "interest": Call(
        measure=Choice("lift"), level=Number(0.9, 0, 1, open_low=True, open_high=True)
    ),
    "least_count": Call(share=Number(0.3, 0, 1), total=Count(10, low=1)),
    "load_transactions": Call(
        path=Kind(str(_path), bad=(3.5,)), sep=Kind(",", bad=("", ",,", 3.5))
    ),
    "nb_frequent": Call(
        precision=Number(0.9, 0, 1, open_low=True, open_high=True),
        share=Number(0.5, 0, 1, open_low=True),
    ),
}
