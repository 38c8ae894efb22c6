"""The contract of a chapter, read from the stored notebook; the tests of ``notebooks`` run it."""

import ast
import json
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from book._ext.chapter_text import (
    COMMENT,
    FOLDED,
    FORMULA,
    HEADING,
    all_directives,
    directives,
    labels_of,
    solution_parts,
    source_box,
    source_of,
    tags,
    targets_of,
    without_directives,
    without_source_box,
)
from mlcompanion.teaching.listing import _excerpt, source_text
from tools.chapters import chapter_folder, judged_notebooks, page_of
from tools.exercises import KINDS, exercises_of

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = judged_notebooks()
LEDGER = "application/vnd.mlcompanion.ledger+json"
WIDGET = "application/vnd.mlcompanion.widget+json"
#: An empty file for each chapter whose widgets are still of the old kind.


@cache
def cells(path):
    return [
        {**cell, "source": source_of(cell)}
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]
    ]


def code(path):
    return "\n".join(c["source"] for c in cells(path) if c["cell_type"] == "code")


def prose(path):
    return "\n\n".join(c["source"] for c in cells(path) if c["cell_type"] == "markdown")


def outputs(path):
    return [o for c in cells(path) if c["cell_type"] == "code" for o in c["outputs"]]


def position(path, kind, pattern):
    """Number of the first cell of a kind that matches, or infinity."""
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] == kind and re.search(pattern, cell["source"], re.M):
            return number
    return float("inf")


chapter = pytest.mark.parametrize("path", NOTEBOOKS, ids=page_of)


def visible_code(path):
    return [
        c["source"]
        for c in cells(path)
        if c["cell_type"] == "code" and not FOLDED.intersection(tags(c))
    ]


#: What a figure is made with; a cell that computes nothing else only draws.
DRAWN = {"ax", "axes", "fig", "plt", "show", "label_lines", "use_style"}


def only_draws(cell):
    """Whether every statement of a cell is a call on a figure, its axes or what labels them."""
    statements = ast.parse(cell).body
    return bool(statements) and all(map(is_drawing, statements))


def is_drawing(statement):
    if isinstance(statement, ast.For):
        return all(map(is_drawing, statement.body))
    call = getattr(statement, "value", None)
    if not isinstance(statement, ast.Assign | ast.Expr) or not isinstance(call, ast.Call):
        return False
    function = call.func
    while isinstance(function, ast.Attribute | ast.Subscript):
        function = function.value
    return isinstance(function, ast.Name) and function.id in DRAWN


def test_a_cell_that_only_draws_is_told_from_one_that_computes():
    drawing = "fig, ax = plt.subplots()\nfor x in found:\n    ax.plot(x)\nshow(fig, 'words')"
    assert only_draws(drawing)
    assert not only_draws(drawing + "\nw = fit(x)")
    assert not only_draws("print(w)")


@chapter
def test_something_moves_before_the_theory(path):
    order = [
        position(path, "markdown", r"^# "),
        position(path, "markdown", r":class: source-box"),
        position(path, "code", r"^@explore\("),
        position(path, "code", r"^ *source\("),
        position(path, "markdown", r"^## In short"),
        position(path, "code", r"^ledger\.show\(\)"),
        position(path, "markdown", r"\{exercise\}"),
        position(path, "markdown", r"^## In practice"),
    ]
    assert float("inf") not in order, f"a part is missing: {order}"
    assert order[0] == 0, "the first cell is the title"
    assert order == sorted(order), f"title, source, widget, code, in short, ledger, ...: {order}"
    before = "\n".join(c["source"] for c in cells(path)[: order[2]] if c["cell_type"] == "markdown")
    words = len(COMMENT.sub("", without_source_box(before)).split())
    assert words <= 400, f"{words} words before the main widget"
    levels = [len(heading[1]) for heading in HEADING.finditer(without_directives(prose(path)))]
    assert levels.count(1) == 1


NUMBER = re.compile(r"(?:\w+ ?= ?)?[−+]?\d[\d.,]*(?:e[-−+]?\d+)?(?: ?(?:%|\w+))?")


def widget_faults(widgets, hidden_code):
    """What keeps the widgets of a chapter from teaching, in words."""
    if not widgets:
        return ["no widget is stored: make normalize"]
    faults = [] if widgets[0]["predict"] else [f"{widgets[0]['name']}: no guess: predict=Predict("]
    for widget in widgets:
        main = widget["controls"][0]
        if not (main["kind"] == "slider" and (main["play"] or len(main["stops"]) >= 9)):
            faults.append(
                f"{widget['name']}: the first control, {main['name']}, is neither a slider of nine "
                "stops nor a play axis"
            )
        for control in widget["controls"]:
            numbers = [stop for stop in control["stops"] if NUMBER.fullmatch(stop)]
            if control["kind"] == "choice" and len(numbers) >= 3:
                faults.append(f"{widget['name']}: numbers in a list: Slider(stops={numbers})")
    if "holds(" not in hidden_code:
        faults.append("no sentence about a widget is checked: holds( in a hidden cell")
    return faults


@chapter
def test_widgets_teach(path):
    """A guess, an axis to scrub, sentences that are checked; see CONTRIBUTING.md."""
    widgets = [o["data"][WIDGET] for o in outputs(path) if WIDGET in o.get("data", {})]
    hidden = set(code(path).splitlines()) - set("\n".join(visible_code(path)).splitlines())
    faults = widget_faults(widgets, "\n".join(hidden))
    assert not faults, faults


@chapter
def test_what_the_book_folds_is_folded_in_jupyterlab(path):
    """The code of solutions too; ``make normalize`` writes it."""
    in_solution = False
    for number, cell in enumerate(cells(path)):
        if cell["cell_type"] != "code":
            in_solution = solution_parts(cell["source"], in_solution)[-1][1]
            continue
        folded = in_solution or bool(FOLDED.intersection(tags(cell)))
        assert bool(cell["metadata"].get("jupyter")) == folded, f"cell {number}: make normalize"


def test_a_widget_of_the_old_kind_is_found():
    def control(kind, stops, play=False):
        return {"name": "c", "kind": kind, "play": play, "stops": [str(stop) for stop in stops]}

    def faults(*controls, predict=True, hidden="holds("):
        return widget_faults([{"name": "w", "controls": controls, "predict": predict}], hidden)

    long = control("slider", range(9))
    kinds = control("choice", ["L1", "L2", "none"])
    assert faults(long, kinds, control("choice", ["50 boxes", "800 boxes"])) == []
    assert faults(control("slider", range(4), play=True), long) == []
    assert "no guess" in faults(long, predict=False)[0]
    assert "no sentence" in faults(long, hidden="")[0]
    for main in (control("slider", range(8)), kinds, control("toggle", ["off", "on"])):
        assert "first control" in faults(main, long)[0]
    for stops in (["none", "0.01", "0.1", "1"], ["10 %", "20 %", "30 %"], ["n = 1", "n = 2", "−3"]):
        assert "numbers in a list" in faults(long, control("choice", stops))[0]
    assert widget_faults([], "holds(") == ["no widget is stored: make normalize"]


@chapter
def test_theory_comes_in_steps(path):
    """Between two cells that draw or run: at most about 250 words and two displayed formulas."""
    words = displays = 0
    for number, cell in enumerate(cells(path)):
        if number >= position(path, "markdown", r"^## (Ledger|Exercises)"):
            break
        if cell["cell_type"] == "code":
            words = displays = 0
            continue
        text = COMMENT.sub("", without_source_box(cell["source"]))
        words += len(text.split())
        displays += len(FORMULA.findall(text))
        assert words <= 300, f"cell {number}: {words} words without anything drawn, run or moved"
        assert displays <= 2, f"cell {number}: {displays} formulas without anything run"


@chapter
def test_code_is_short_enough_to_read(path):
    """Of hidden cells any number: what the reader sees is short, and more than drawing."""
    shown = visible_code(path)
    lines = sum(bool(line.strip()) for cell in shown for line in cell.splitlines())
    assert lines <= 200, f"{lines} visible lines: what repeats belongs to the chapter's folder"
    for cell in shown:
        assert not only_draws(cell), f"drawing is tagged hide-input:\n{cell}"
        assert len(cell.splitlines()) <= 15, f"a visible cell of {len(cell.splitlines())} lines"
        assert max(map(len, cell.splitlines()), default=0) <= 88


def excerpts_of(page_code):
    """The parts of functions that a chapter lists, each after the words of its call."""
    tree = ast.parse(page_code)
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom) and "mlcompanion" in ast.unparse(node):
            exec(ast.unparse(node), names)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) != "source":
            continue
        for keyword in node.keywords:
            if keyword.arg == "excerpt":
                listed = eval(ast.unparse(node.args[0]), names)
                borders = ast.literal_eval(keyword.value)
                yield ast.unparse(node), _excerpt(source_text(listed), *borders)


def excerpt_fault(excerpt):
    """What keeps an excerpt from being read by itself, in words; nothing if it can be."""
    try:
        ast.parse(excerpt)
    except SyntaxError as error:
        return f"it begins or ends inside a statement: {error}"
    lines = len(excerpt.splitlines())
    return f"{lines} lines, at most 25" if lines > 25 else ""


@chapter
def test_an_excerpt_begins_and_ends_with_a_statement(path):
    """It may be the first lines of a function's body, or of a loop's."""
    for call, excerpt in excerpts_of(code(path)):
        fault = excerpt_fault(excerpt)
        assert not fault, f"{call}: {fault}"


def test_an_excerpt_cut_inside_a_statement_is_found():
    page = "from mlcompanion.teaching.listing import source_text\nsource(source_text, excerpt={})"
    (call, excerpt), *_ = excerpts_of(page.format('("code = ", "return")'))
    assert call.startswith("source(source_text")
    assert excerpt.startswith("code = textwrap")
    assert excerpt_fault(excerpt) == ""
    for begun in ("def f(x):\n    y = x", "for x in y:\n    z = x", "return x"):
        assert excerpt_fault(begun) == ""
    for cut in ("try:\n    x = 1", "x = f(\n    1,", "    x = 1\ny = 2", "else:\n    x = 1"):
        assert "inside a statement" in excerpt_fault(cut)
    assert "26 lines" in excerpt_fault("x = 1\n" * 26)


@chapter
def test_exercises_have_level_minutes_and_hint(path):
    found = exercises_of(page_of(path)).values()  # it raises where a hint or a solution is missing
    assert len(found) >= 4
    asked = [box for box in all_directives(prose(path)) if box.name == "exercise"]
    assert len(found) == len(asked), "title (level, N min) in every exercise"
    assert {exercise.kind for exercise in found} == set(KINDS)
    assert all(exercise.minutes > 0 and exercise.label for exercise in found)


@chapter
def test_claims_are_fixed_in_a_file(path):
    assert (chapter_folder(page_of(path)) / "claims.yml").is_file(), "no claims file"


@chapter
def test_source_box_tells_what_a_reader_asks_first(path):
    box = source_box(prose(path))
    assert box, "no source box"
    assert box.options == {"class": "source-box"}
    for words in ("You will be able to", "You need", "Reading time"):
        assert words in box.body
    assert box.body.count("\n- ") >= 3, "three objectives"


@chapter
def test_a_chapter_has_a_key_of_its_symbols(path):
    """``python -m book._ext.symbols PART/SLUG`` proposes lines."""
    keys = [box for box in all_directives(prose(path)) if box.name == "symbols"]
    assert len(keys) == 1, "no :::{symbols}"


@chapter
def test_algorithms_come_from_the_package(path):
    assert re.search(r"^from mlcompanion\.(?!teaching|datasets|plots)", code(path), re.M)
    assert not re.search(r"^class ", code(path), re.M), "a class belongs in src/"


@chapter
def test_the_idea_has_algorithm_boxes_and_numbered_equations(path):
    assert any(box.name == "prf:algorithm" for box in all_directives(prose(path)))
    assert any(label.startswith("eq") for label in labels_of(prose(path))), "no labelled equation"


@chapter
def test_ledger_has_four_claims_and_no_typed_verdict(path):
    bundles = [o["data"][LEDGER] for o in outputs(path) if LEDGER in o.get("data", {})]
    assert len(bundles) == 1, "the ledger is shown once"
    assert bundles[0]["page"] == f"{path.parent.name}/{path.stem}"
    assert len(bundles[0]["claims"]) >= 4
    assert "verdict=" not in code(path)


@chapter
def test_every_exercise_has_a_solution(path):
    boxes = list(directives(prose(path)))
    exercises = [box.label for box in boxes if box.name == "exercise"]
    starts = [box.title for box in boxes if box.name == "solution-start"]
    assert sorted(exercises) == sorted(starts)
    assert sum(box.name == "solution-end" for box in boxes) == len(starts)


@chapter
def test_only_text_is_stored(path):
    for output in outputs(path):
        assert output["output_type"] != "error"
        assert output.get("name") != "stderr", "a warning is not for readers"
        assert set(output.get("data", {})) <= {"text/plain", LEDGER, WIDGET}
    assert "widgets" not in json.loads(path.read_text(encoding="utf-8"))["metadata"]


@chapter
def test_every_figure_and_table_has_words(path):
    assert not re.search(r"plt\.show\(|\.savefig\(", code(path)), "use show(fig, alt)"
    titles = [o for o in outputs(path) if o["output_type"] == "execute_result"]
    assert not titles or all("Axes" not in str(o["data"]) for o in titles)


def test_labels_are_unique_in_the_book():
    labels = Counter(label for path in NOTEBOOKS for label in labels_of(prose(path)))
    assert [label for label, count in labels.items() if count > 1] == []


def test_citations_are_in_the_bibliography():
    keys = set(re.findall(r"^@\w+\{([^,]+),", (ROOT / "book/references.bib").read_text(), re.M))
    pages = [prose(path) for path in NOTEBOOKS]
    pages += [p.read_text(encoding="utf-8") for p in (ROOT / "book").rglob("*.md")]
    cited = {key for page in pages for key in targets_of(page, "cite")}
    assert cited <= keys, sorted(cited - keys)


@chapter
def test_links_to_other_chapters_lead_somewhere(path):
    for target in re.findall(r"\]\(((?:\.\./|\d\d_)[^)#]+)", prose(path)):
        base = (path.parent / target).resolve()
        candidates = [base, *(base.with_name(base.name + end) for end in (".ipynb", ".md"))]
        assert any(c.is_file() for c in candidates), target
