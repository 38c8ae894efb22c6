"""Numbers of one's own: a seed from a name, and answers that are judged by it."""

import ast

import pytest

from mlcompanion_chapters.variants import KEPT_IN, own_numbers, remember, seed_of, take_seed
from tools.chapters import all_notebooks, page_of
from tools.course_data import TO_WRITE, graded_of
from tools.judge import Question
from tools.slicing import defined_names

OWN = Question(
    given=("from mlcompanion_chapters.variants import own_numbers",),
    variant="target = 10.0 + own_numbers('a').integers(1000)",
    names=("my_a",),
    run="",
    visible='assert my_a > 0, "a positive number"',
    hidden='assert abs(2 * my_a - target) < 0.1, f"twice is {2 * my_a}"',
    model="my_a = target / 2",
)


def test_each_student_is_judged_by_their_own_numbers(court):
    seeds = (1, 2)
    for seed in seeds:
        take_seed(seed)
        mine = f"my_a = {5 + own_numbers('a').integers(1000) / 2}"
        verdicts = {other: court.judge(OWN, [mine], other) for other in seeds}
        assert not verdicts[seed].failed
        assert all(verdicts[other].failed for other in seeds if other != seed)
        assert not court.judge(OWN, [OWN.model], seed).failed


def test_a_seed_that_is_changed_changes_no_check(court):
    take_seed(1)
    first = f"my_a = {5 + own_numbers('a').integers(1000) / 2}"
    changed = [
        "from mlcompanion_chapters import variants\nvariants.take_seed(1)",
        "target = 10",
        first,
    ]
    assert court.judge(OWN, changed, 2).failed


@pytest.mark.parametrize("other", ["boolegeorge", "Boole, George", "GEORGE  BOOLE", "Géorge Boole"])
def test_a_name_has_one_seed_however_it_is_written(other):
    assert seed_of(other, "a") == seed_of("George Boole", "a")
    assert seed_of(other, "b") != seed_of("George Boole", "a")
    assert seed_of("Ada Lovelace", "a") != seed_of("George Boole", "a")


def test_who_wrote_no_name_is_told_so(monkeypatch):
    monkeypatch.delenv(KEPT_IN, raising=False)
    with pytest.raises(ValueError, match="write your name into the cell above"):
        remember(" ", "a")
    with pytest.raises(ValueError, match="write your name into the cell at the top"):
        own_numbers("a")
    remember("Ada", "a")
    draws = [own_numbers(label).integers(10**9) for label in ("a", "b", "a")]
    assert draws[0] == draws[2] != draws[1]


CELLS = {
    label: one
    for path in all_notebooks()
    for label, one in graded_of(page_of(path)).items()
    if one.answer and one.exercise.kind != TO_WRITE
}


def test_every_cell_that_code_checks_has_numbers_of_ones_own():
    assert len(CELLS) > 80
    assert not [label for label, one in CELLS.items() if not one.variant]


@pytest.mark.parametrize("label", CELLS)
def test_an_answer_sets_what_the_chapters_cell_sets_and_nothing_else(label):
    """Who sets no other name has answered: each name of the model answer is asked for."""
    answer, given = (
        set().union(*map(defined_names, ast.parse(code).body))
        for code in (CELLS[label].answer, CELLS[label].exercise.given)
    )
    assert answer <= given
