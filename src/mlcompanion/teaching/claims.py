"""Claims: the file in a chapter's folder that fixes them beforehand, their criteria, and the line
of a ledger that a judged claim becomes.

A file is read and its form checked here; its criteria are expressions over named measurements,
evaluated by Python itself once their syntax tree holds nothing but numbers, arithmetic,
comparisons, indexing, comprehensions and the ten functions of ``FUNCTIONS``: no attribute and no
other name can be reached. CONTRIBUTING.md describes the fields.
"""

import ast
import keyword
import math
import re
from dataclasses import dataclass, field
from pathlib import Path

from . import _chapters
from ._mode import output_mode

__all__ = [
    "EVIDENCE",
    "FUNCTIONS",
    "KINDS",
    "MIME",
    "RUNS",
    "SCHEMA",
    "VERDICTS",
    "Claim",
    "criterion",
    "find_claims",
    "load_claims",
    "plain",
    "shortfalls",
]

#: Type of the output that carries a page's ledger to the book.
MIME = "application/vnd.mlcompanion.ledger+json"
#: Version of the form of ``ledger.json``.
SCHEMA = 3
#: What a line can end in, and when.
VERDICTS = {
    "reproduced": "its criterion holds, on the source's data, at its sizes and with its parameters",
    "partly": "only its weaker form holds; or it holds on other data, at another parameter, or at "
    "smaller sizes or fewer repeats",
    "not reproduced": "neither holds",
    "not on our stand-in": "neither holds, and our data or a parameter are not the source's: the "
    "claim itself stays open",
    "holds": "an experiment of ours: its criterion holds",
    "does not hold": "an experiment of ours: its criterion does not hold",
    "erratum": "a check shows a mistake in the source",
    "study pending": "a study is to settle it and has not run",
    "not testable here": "the data are lost or the cost is out of reach; the line says which",
}
#: What a verdict rests on.
EVIDENCE = {
    "page": "measured on its page, each time that the book is built",
    "study": "measured by a stored study or race that ran for longer than a page may",
    "none": "not measured",
}
#: Kinds of a ledger's lines, counted apart.
KINDS = ("claim", "theorem", "erratum", "own")
#: Where a line is settled: on the page, by a stored study, or nowhere.
RUNS = ("page", "study", "none")
#: Functions that a criterion may call.
FUNCTIONS = {f.__name__: f for f in (abs, all, any, len, max, min, range, sorted, sum, zip)}

_WORDS = ("statement", "place", "source", "rule")
_REQUIRED = {"id", "kind", "setup", "measure", "runs", *_WORDS}
_OPTIONAL = {"headline", "reproduced", "partly", "reason", "scan"}
_SYNTAX = (
    ast.Expression, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Call,
    ast.BoolOp, ast.boolop, ast.Compare, ast.cmpop,
    ast.UnaryOp, ast.Not, ast.USub, ast.UAdd,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow,
    ast.List, ast.Tuple, ast.Subscript, ast.Slice,
    ast.ListComp, ast.GeneratorExp, ast.comprehension,
)  # fmt: skip


def plain(value, name):
    """Return a measurement as Python numbers, booleans and lists of them.

    Raises
    ------
    ValueError
        If it holds anything else, or a NaN.
    """
    if hasattr(value, "tolist"):  # a NumPy scalar or array
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item, name) for item in value]
    if not isinstance(value, (bool, int, float)):
        raise ValueError(f"measurement {name!r} must be numbers, got {value!r}")
    if isinstance(value, float) and math.isnan(value):
        raise ValueError(f"measurement {name!r} is NaN")
    return value


def criterion(expression, names):
    """Return ``measurements -> bool`` for an expression over the measurements ``names``.

    Parameters
    ----------
    expression : str
        For example ``"all(e <= 0.1 for e in err) and slope > 1"``.
    names : iterable of str
        The measurements that it may use.

    Raises
    ------
    ValueError
        If it is no expression, uses another name or other syntax, or does not give a boolean.
    """
    try:
        tree = ast.parse(expression, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"criterion {expression!r} is no expression: {error.msg}") from None
    nodes = list(ast.walk(tree))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and _is_stored(node)}
    for node in nodes:
        if not isinstance(node, _SYNTAX) or not _is_allowed(node, {*names, *bound}):
            raise ValueError(f"criterion {expression!r} may not use {ast.unparse(node)!r}")
    code = compile(tree, "<criterion>", "eval")

    def judge(measurements):
        # safe: the syntax tree was checked, and no builtin can be reached
        verdict = eval(code, {"__builtins__": {}, **FUNCTIONS, **measurements})
        if not isinstance(verdict, bool):
            raise ValueError(f"criterion {expression!r} must be true or false, got {verdict!r}")
        return verdict

    return judge


def _is_stored(name):
    return isinstance(name.ctx, ast.Store)


def _is_allowed(node, names):
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS
    if isinstance(node, ast.Name):
        return node.id in names or node.id in FUNCTIONS
    return not isinstance(node, ast.Constant) or isinstance(node.value, (bool, int, float))


def shortfalls(setup, sizes=None, repeats=None):
    """Where sizes and repeats fall short of those that a claims file fixes, in words.

    A number falls short if it is smaller than the file's, a list if it lacks a number of the
    file's. ``repeats`` that the file gives as text count as the number that the text begins with
    ("20 data sets", "at least 50 chains"). Other texts, and what is not given, are not compared.

    Parameters
    ----------
    setup : dict
        The claim's setup in the file.
    sizes : dict, optional
        What we ran, by the names of the file: numbers or lists of them.
    repeats : int, optional

    Returns
    -------
    list of str
        For example ``["repeats 5 of 50", "n without 2000"]``.

    Raises
    ------
    ValueError
        If the file has no such size, or has a number where we give a list.
    """
    fixed = setup.get("sizes") or {}
    unknown = sorted(set(sizes or {}) - set(fixed))
    if unknown:
        raise ValueError(f"sizes {unknown} are not in the claims file, which has {sorted(fixed)}")
    found = [_short(name, ours, fixed[name]) for name, ours in (sizes or {}).items()]
    if repeats is not None:
        found.append(_short("repeats", repeats, _leading_number(setup.get("repeats"))))
    return [words for words in found if words]


def _leading_number(repeats):
    if not isinstance(repeats, str):
        return repeats
    number = re.match(r"(?:at least )?(\d[\d,]*)\b", repeats)
    return int(number[1].replace(",", "")) if number else repeats


def _short(name, ours, fixed):
    ours = plain(ours, name)
    if isinstance(fixed, list):
        ours = ours if isinstance(ours, list) else [ours]
        lacking = [value for value in fixed if not _is_among(value, ours)]
        return f"{name} without {', '.join(map(str, lacking))}" if lacking else ""
    if fixed is None or isinstance(fixed, str):
        return ""
    if isinstance(ours, list):
        raise ValueError(f"{name} must be a number like the claims file's {fixed}, got {ours}")
    return f"{name} {ours:,} of {fixed:,}" if ours < fixed else ""


def _is_among(value, ours):
    if isinstance(value, int | float):
        return any(math.isclose(value, other) for other in ours if not isinstance(other, list))
    return isinstance(value, str) or value in ours


def find_claims(page):
    """Return the claims file in the folder of the chapter ``"part/NN_slug"``, or ``None``."""
    folder = _chapters.chapter_folder(page)
    path = folder and folder / "claims.yml"
    return path if path and path.is_file() else None


def load_claims(path):
    """Read a claims file and check its form.

    Returns
    -------
    dict
        The claims by id, in the file's order.

    Raises
    ------
    ValueError
        If a field is missing, empty or unknown, an id stands twice, or a criterion is malformed.
    """
    import yaml

    path = Path(path)
    file = yaml.safe_load(path.read_text(encoding="utf-8"))
    page = _chapters.page_of(path.parent)
    whole = isinstance(file, dict) and set(file) == {"chapter", "claims", "changes"}
    _check(whole, page, "fields chapter, claims, changes")
    lists = all(isinstance(file[name], list) for name in ("claims", "changes"))
    _check(lists, page, "claims and changes must be lists")
    _check(file["chapter"] == page, page, f"chapter is {file['chapter']!r}")
    claims = {}
    for claim in file["claims"]:
        where = f"{page}: {claim.get('id')}"
        _check_claim(claim, where)
        _check(claim["id"] not in claims, where, "stands twice")
        claims[claim["id"]] = claim
    for change in file["changes"]:
        _check(set(change) == {"id", "date", "what", "why"}, page, f"change {change}")
        _check(all(str(word).strip() for word in change.values()), page, f"change {change}")
    return claims


def _check_claim(claim, where):
    fields = set(claim)
    _check(_REQUIRED <= fields <= _REQUIRED | _OPTIONAL, where, f"fields are {sorted(fields)}")
    _check(claim["kind"] in KINDS, where, f"kind must be one of {KINDS}")
    _check(claim["runs"] in RUNS, where, f"runs must be one of {RUNS}")
    for name in _WORDS:
        _check(isinstance(claim[name], str) and claim[name].strip(), where, f"{name} is empty")
    _check(isinstance(claim["setup"], dict) and claim["setup"], where, "setup is empty")
    names = claim["measure"]
    for name in names:
        good = name.isidentifier() and not keyword.iskeyword(name) and name not in FUNCTIONS
        _check(good, where, f"measurement {name!r} needs another name")
    for name in ("reproduced", "partly"):
        if claim.get(name):
            criterion(claim[name], names)
    if claim["runs"] == "none":
        _check(claim.get("reason"), where, "says no reason why it is not run")
    else:
        _check(names and claim.get("reproduced"), where, "has no criterion")


def _check(holds, where, message):
    if not holds:
        raise ValueError(f"claims file {where}: {message}")


@dataclass(frozen=True, repr=False)
class Claim:
    """One line of a ledger.

    Attributes
    ----------
    kind : {"claim", "theorem", "erratum", "own"}
    statement, place, source : str
        What is claimed, where it stands, and what the source says, in numbers where it has them.
    measured : str
        What we measured, in words.
    verdict : str
        One of ``VERDICTS``; computed from the measurements.
    note : str
        Why, and what else is worth telling.
    id : str
        Unique in its chapter; the line's address is ``#claim-<id>``.
    headline : bool
        A result that the source is known for.
    measure : dict of str
        What each measurement is.
    criterion, partly, rule : str
        When the claim is reproduced, when partly, and why these limits.
    setup : dict
        The setting of the source.
    our_setup : str
        Ours, where it differs.
    stand_in, differs : bool
        Whether other data stand in for the source's; whether a parameter is not the source's.
    evidence : str
        What the verdict rests on: one of ``EVIDENCE``.
    short : list of str
        Where our sizes or repeats are below the file's, in words.
    study : dict, optional
        Provenance of a stored study: name, size, date, commit, machine, cases, failed,
        expected, digests.
    compared : list of dict
        The numbers that the criterion compares: ``name``, ``ours``, whether it is ``inside`` the
        limits, and of ``source``, ``low`` and ``high`` (the limits) those that it has; rounded.
    scan : bool
        Whether an erratum may be the scan's or the printer's instead of the author's.
    """

    kind: str
    statement: str
    place: str
    source: str
    measured: str
    verdict: str
    note: str = ""
    id: str = ""
    headline: bool = False
    measure: dict = field(default_factory=dict)
    criterion: str = ""
    partly: str = ""
    rule: str = ""
    setup: dict = field(default_factory=dict)
    our_setup: str = ""
    stand_in: bool = False
    differs: bool = False
    evidence: str = "page"
    short: list = field(default_factory=list)
    study: dict | None = None
    compared: list = field(default_factory=list)
    scan: bool = False

    def __repr__(self):
        return f"{self.verdict}: {self.statement}"

    def _repr_html_(self):
        """Nothing to see on a page of the book, where a badge in the text says it."""
        return '<span class="mlc-said"></span>' if output_mode() == "book" else None
