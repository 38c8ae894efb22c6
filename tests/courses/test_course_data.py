"""Courses as data: what is wrong is said with file and line; slices hold what an exercise needs."""

import ast
import json
import re
from pathlib import Path

import pytest

from book._ext import reading
from tools import chapters
from tools.chapters import all_notebooks, page_of
from tools.course_data import TO_WRITE, CourseError, graded_of, load, names, own_course
from tools.course_page import workload
from tools.exercises import code_before, exercises_of, needed_by
from tools.plain_markdown import plain
from tools.slicing import free_names, preamble

ROOT = Path(__file__).resolve().parents[2]
LASSO = "sugiyama/24_sparse_regression"

COURSE = """\
title: A course
about: Words.
for: All.
weeks:
  - title: One
    chapters: [sugiyama/24_sparse_regression]
    hours: 2
    goals: [{goal: learn, by: [ex-24_sparse_regression-4]}]
    exercises: [ex-24_sparse_regression-4]
"""
GRADED = """\
ex-24_sparse_regression-4:
  answer: my_lam = 1000.0
  visible: {points: 1, code: assert my_lam > 0}
  hidden: {points: 3, code: assert my_lam == 1000}
  wrong: my_lam = 1.0
"""


def reading_of(page):
    """The minutes counted for a first reading of a chapter, and for all of it."""
    notebook = ROOT / "notebooks" / f"{page}.ipynb"
    return reading.times(json.loads(notebook.read_text(encoding="utf-8"))["cells"])


@pytest.fixture
def courses(tmp_path, monkeypatch):
    """A folder with one course, and a function that spoils it."""

    def spoil(file, before, after):
        path = tmp_path / file
        text = path.read_text()
        assert before in text
        path.write_text(text.replace(before, after, 1))
        return tmp_path

    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "course.yml").write_text(COURSE)
    graded = tmp_path / "sugiyama" / "s24_sparse_regression" / "exercises.yml"
    graded.parent.mkdir(parents=True)
    graded.write_text(GRADED)
    monkeypatch.setattr(chapters, "CHAPTERS", tmp_path)
    return spoil


def test_a_right_course_is_read(courses):
    course = load("one", courses("one/course.yml", "A course", "Another"))
    assert course.title == "Another"
    assert [graded.points for graded in course.weeks[0].exercises] == [4]
    first, whole = reading_of(LASSO)
    assert course.weeks[0].reading_minutes == whole > first
    assert course.weeks[0].minutes_at_home == 1.25 * whole + 10
    assert course.weeks[0].exercise_minutes == 10


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("24_sparse_regression]", "24_no_such]", r"course.yml:6: there is no chapter"),
        ("24_sparse_regression]", "17_gaussian_mixture]", r"course.yml:6: .*(planned|no chapter)"),
        (
            "exercises: [ex-24_sparse_regression-4",
            "exercises: [ex-24_sparse_regression-9",
            r"course.yml:9: no graded exercise 'ex-.*-9'",
        ),
        (
            "exercises: [ex-24_sparse_regression-4",
            "exercises: [ex-24_sparse_regression-1",
            r"course.yml:9: no graded exercise 'ex-.*-1'",
        ),
        ("weeks:", "week:", r"course.yml:1: 'weeks' is missing"),
        (
            "by: [ex-24_sparse_regression-4]",
            "by: [x]",
            r"course.yml:8: x is no exercise of this week",
        ),
        ("hours: 2", "hours: two", r"course.yml:7: 'hours' is empty or of a wrong type"),
        ("hours: 2", "ours: 2", r"course.yml:5: 'hours' is missing"),
        ("about:", "title:", r"course.yml:2: 'title' is given twice"),
        ("for: All.", "for: [", r"course.yml: "),
    ],
)
def test_what_is_wrong_in_a_course_is_said_with_its_line(courses, before, after, message):
    with pytest.raises(CourseError, match=message):
        load("one", courses("one/course.yml", before, after))


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("ex-24_sparse_regression-4", "ex-unknown", r"yml:1: .* no exercise 'ex-unknown'"),
        ("ex-24_sparse_regression-4", "ex-24_sparse_regression-1", r"2: .*is a warm-up"),
        ("  answer: my_lam = 1000.0\n", "", r"exercises.yml:2: 'answer' is missing"),
        ("my_lam = 1000.0", "my_lam =", r"exercises.yml:2: answer of .*: invalid syntax"),
        ("points: 3", "points: 3, points: 2", r"exercises.yml:4: 'points' is given twice"),
        ("points: 3", "points: -3", r"exercises.yml:4: points must be positive"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_an_exercise_is_said_with_its_line(courses, before, after, message):
    place = courses("sugiyama/s24_sparse_regression/exercises.yml", before, after)
    with pytest.raises(CourseError, match=message):
        load("one", place)


def test_no_weeks_and_no_course(courses):
    place = courses("one/course.yml", COURSE[COURSE.index("weeks:") :], "weeks: []\n")
    with pytest.raises(CourseError, match=r"course.yml:4: 'weeks' is empty"):
        load("one", place)
    with pytest.raises(CourseError, match="no course 'two': choose among one"):
        load("two", place)


def test_what_a_chapter_needs_is_what_its_first_sentence_says():
    assert needed_by("sugiyama/22_least_squares") == []  # it names what builds on it
    assert needed_by("sugiyama/24_sparse_regression") == ["sugiyama/23_constrained_least_squares"]


def test_a_course_of_ones_own_names_what_it_builds_on():
    pages = ["sugiyama/24_sparse_regression", "sugiyama/22_least_squares"]
    course, missing = own_course("mine", pages)
    assert course.chapters == pages
    assert "sugiyama/23_constrained_least_squares" in missing[pages[0]]
    with pytest.raises(CourseError, match="no chapter 'sugiyama/99'"):
        own_course("mine", ["sugiyama/99"])


@pytest.mark.parametrize("chapter", [page_of(path) for path in all_notebooks()])
def test_every_cell_to_change_finds_what_it_needs(chapter):
    for exercise in exercises_of(chapter).values():
        if exercise.kind == "change this cell":
            needed = free_names(ast.parse(exercise.given).body)
            kept = preamble(code_before(chapter, exercise.place), needed)
            assert not free_names(ast.parse("\n".join(kept)).body)
            assert "ledger" not in "\n".join(kept)
        alone = plain(exercise.text, chapter)
        assert not re.search(r"\{eq\}|\{prf:|^>? ?:::|^>? ?:\w+:", alone, re.M), alone
        assert not any("```{" in source for _, source in exercise.solution), exercise.label


@pytest.mark.parametrize("chapter", [page_of(path) for path in all_notebooks()])
def test_what_is_asked_beside_a_number_is_answered_in_words(chapter):
    for label, one in graded_of(chapter).items():
        asks = re.search(r"\b(?:why|what happens|is it|does it)\b[^.?]*\?", one.exercise.text, re.I)
        if one.answer and one.exercise.kind != TO_WRITE and asks:
            assert one.why, f"{label}: {asks[0]}"


def test_a_slice_keeps_what_defines_and_what_changes():
    cells = [
        "import numpy as np, math\nfrom os import path, sep\nnp.random.seed(0)",
        "rows = []\nother = 3\nfor k in range(4):\n    rows.append(k * scale)\nprint(rows)",
        "table = np.array(rows)\ntable[0] = other\nother = 5\nnp.put(table, 1, 2)",
        "np.put(spare, 1, 2)\nfig = draw(table)",
    ]
    cells.insert(1, "scale = 2\nscale += 1")
    assert preamble(cells, {"table"}) == [
        "import numpy as np",
        "scale = 2\nscale += 1",
        "rows = []\nother = 3\nfor k in range(4):\n    rows.append(k * scale)",
        "table = np.array(rows)\ntable[0] = other\nnp.put(table, 1, 2)",
    ]
    with pytest.raises(ValueError, match="no cell defines nowhere"):
        preamble(cells, {"nowhere"})


def test_a_function_of_a_slice_stands_apart():
    code = "scale = 2\n\n\ndef f(x):\n    return scale * x\n\n\nprint(1)\ny = f(3)\nz = y"
    kept = preamble([code], {"z"})
    assert kept == [code.replace("print(1)\n", "")]


def test_a_box_is_named_with_a_capital_where_a_sentence_starts():
    page = "shalev_shwartz/12_appendix_b_online_to_batch"
    ref = "{prf:ref}`otb-certificate`"
    assert plain(f"{ref} says", page).startswith("Theorem *A certificate")
    assert "but. Theorem *A cert" in plain(f"All but. {ref} says", page)
    assert "by theorem *A cert" in plain(f"All by {ref} holds", page)


def test_a_box_that_is_named_is_quoted_and_nothing_after_it():
    page = "sugiyama/23_constrained_least_squares"
    ref = "{prf:ref}`cls-loo`"
    alone = plain(f"Prove {ref}, with {{eq}}`eq:cls-lemma`.", page)
    said, quoted = alone.split("From the chapter:")
    assert said.startswith("Prove theorem *Analytic leave-one-out")
    assert said.strip().endswith("with (1).")
    assert "(A+bb^\\top)^{-1}" in quoted
    assert quoted.count("1-S_{ii}") == 1
    assert "> Theorem *Analytic leave-one-out" in quoted
    assert "proof" not in quoted
    assert all(line.startswith((">", "$$")) or not line for line in quoted.splitlines())
    assert "From the chapter" not in plain(f"Prove {ref}.", page, quote=False)


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("[a * b for a in c]", {"b", "c"}),
        ("def f(x, y=z):\n    w = x + v\n    return w", {"z", "v"}),
        ("for i in n:\n    t = i\n    u = t", {"n"}),
        ("t += 1", {"t"}),
        ("with a as b:\n    b.c(d)", {"a", "d"}),
        ("f = lambda q: q + r\ng = f(1)", {"r"}),
    ],
)
def test_names_that_are_read_before_they_are_bound(code, names):
    assert free_names(ast.parse(code).body) == names


@pytest.mark.parametrize("name", names())
def test_graded_exercises_cover_a_course(name):
    course = load(name)
    for week in course.weeks:
        kinds = [bool(graded.answer) for graded in week.exercises]
        assert any(kinds), f"{name}: nothing in {week.title} is checked by code"
        written = [graded.exercise.kind == TO_WRITE for graded in week.exercises]
        assert any(written), f"{name}: no function to write in {week.title}"
        assert not all(kinds), f"{name}: no derivation in {week.title}"
    assert graded_of(course.chapters[0]) is not None


@pytest.mark.parametrize("name", names())
def test_work_at_home_and_in_class_are_balanced(name):
    course = load(name)
    for week in course.weeks:
        assert 0.9 <= week.minutes_at_home / 60 / week.hours <= 1.5, f"{name}, {week.title}"
    if name == "first_course":  # of four credits
        assert 100 <= sum(workload(course)) <= 120


def test_a_first_course_classifies_in_week_two_and_validates_in_week_four():
    course = load("first_course")
    week = {page: number for number, one in enumerate(course.weeks, 1) for page in one.chapters}
    assert week["sugiyama/11_generative_models"] == 2
    assert week["sugiyama/23_constrained_least_squares"] == 4
    path = (ROOT / "book" / "reading-paths.md").read_text(encoding="utf-8")
    stations = re.search(r"## A first course\n\n```\{path\}\n(.*?)```", path, re.S)[1]
    assert {line.split()[0] for line in stations.splitlines()} <= week.keys()


@pytest.mark.parametrize("name", names())
def test_what_a_chapter_of_the_course_needs_comes_before_it(name):
    course = load(name)
    own = set(course.chapters)
    known = []
    for week in course.weeks:
        known += [*week.read_before, *week.chapters]
        for page in week.chapters:
            later = {needed for needed in needed_by(page) if needed in own} - {*known}
            assert not later, f"{page} comes before {later}"


@pytest.mark.parametrize("name", names())
def test_nearly_every_goal_is_tested_and_every_exercise_tests_one(name):
    weeks = load(name).weeks
    goals = [tested for week in weeks for tested in week.tested]
    assert sum(map(bool, goals)) >= 0.9 * len(goals)
    for week in weeks:
        tests = {graded.exercise.label for tested in week.tested for graded in tested}
        assert tests == {graded.exercise.label for graded in week.exercises}, week.title
