"""Every claims file has its form and can fail; every stored ledger answers its own file."""

import ast
import json
import random
from functools import cache, cached_property
from pathlib import Path

import pytest

from book._ext.chapter_text import source_of, targets_of
from mlcompanion.teaching._chapters import page_of
from mlcompanion.teaching.claims import MIME, SCHEMA, criterion, load_claims
from tools.chapters import judged_notebooks

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "src" / "mlcompanion_chapters").glob("*/*/claims.yml"))
JUDGED = set(judged_notebooks())
FIXED = ("kind", "statement", "place", "source", "rule", "setup", "measure")
DRAWS = 24


def notebook_of(path):
    return ROOT / "notebooks" / f"{page_of(path.parent)}.ipynb"


def each(paths):
    return pytest.mark.parametrize("path", paths, ids=lambda p: page_of(p.parent))


each_file = each(FILES)
each_chapter = each([path for path in FILES if notebook_of(path) in JUDGED])


class Anything(float):
    """A random measurement that serves as a number, a list, and a list of lists."""

    def __new__(cls, rng, length, scale=None):
        if scale is None:
            scale = rng.choice([1, 1, 1, 1, 0, -1]) * 10 ** rng.uniform(-3, 5)
        drawn = super().__new__(cls, scale * rng.uniform(0.5, 2))
        drawn.rng = rng
        drawn.length = length
        drawn.scale = scale
        return drawn

    @cached_property
    def items(self):
        return [self.another() for _ in range(self.length)]

    def another(self, *_):
        return Anything(self.rng, self.length, self.scale)

    def __getitem__(self, index):
        return self.items[index]

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return self.length

    __index__ = __len__
    __add__ = __radd__ = another


def conditions(expression):
    """A criterion, then those of its parts that ``and`` and ``or`` may skip, as booleans."""
    todo = [ast.parse(expression, mode="eval").body]
    while todo:
        node = todo.pop()
        yield f"not not ({ast.unparse(node)})"
        if isinstance(node, ast.BoolOp):
            todo.extend(node.values)


def reach(expression):
    """A length for lists that no index of the criterion exceeds."""
    nodes = [n.slice for n in ast.walk(ast.parse(expression)) if isinstance(n, ast.Subscript)]
    indices = [n.value for s in nodes for n in ast.walk(s) if isinstance(n, ast.Constant)]
    return 1 + max([23, *indices])


def evaluate(judges, drawn):
    """The verdict of the first judge once all have judged; None where the draw has no such power,
    logarithm or quotient."""
    try:
        verdict, *_ = [judge(drawn) for judge in judges]
        return verdict
    except ArithmeticError:
        return None
    except TypeError as error:
        if "complex" in str(error):  # the root of a negative number
            return None
        raise


@cache
def cells(path):
    return json.loads(notebook_of(path).read_text(encoding="utf-8"))["cells"]


def ledger(path):
    bundles = [o["data"] for c in cells(path) for o in c.get("outputs", []) if "data" in o]
    return next(data[MIME] for data in bundles if MIME in data)


@each_file
def test_criteria_evaluate_and_can_fail(path):
    rng = random.Random(0)
    for name, claim in load_claims(path).items():
        names = list(claim["measure"])
        for expression in filter(None, (claim.get("reproduced"), claim.get("partly"))):
            judges = [criterion(part, names) for part in conditions(expression)]
            length = reach(expression)
            drawn = ({n: Anything(rng, length) for n in names} for _ in range(DRAWS))
            verdicts = [v for v in (evaluate(judges, d) for d in drawn) if v is not None]
            assert len(verdicts) > DRAWS / 4, f"{name}: {expression} does not evaluate"
            assert not all(verdicts), f"{name}: {expression} never fails"


@each_chapter
def test_a_stored_ledger_answers_its_file(path):
    claims = load_claims(path)
    stored = ledger(path)
    assert stored["schema"] == SCHEMA
    assert [line["id"] for line in stored["claims"]] == list(claims)
    for line in stored["claims"]:
        claim = claims[line["id"]]
        assert {name: line[name] for name in FIXED} == {name: claim[name] for name in FIXED}
        assert line["criterion"] == (claim.get("reproduced") or "")
        assert line["partly"] == (claim.get("partly") or "")


@each_chapter
def test_badges_name_claims_of_the_chapter(path):
    prose = "".join(source_of(cell) for cell in cells(path))
    named = set(targets_of(prose, "verdict"))
    assert named <= set(load_claims(path)), named - set(load_claims(path))


@each_chapter
def test_no_line_waits_for_a_study(path):
    pending = [c["id"] for c in ledger(path)["claims"] if c["verdict"] == "study pending"]
    assert not pending
