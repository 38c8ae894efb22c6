"""The self-test of a course: what its weeks build on, asked once, on a page that needs no other."""

import re

import pytest

from tools import bank, self_test
from tools.bank import Asked
from tools.course_data import load, names
from tools.exercises import needed_by, needs_told
from tools.self_test import needed_in, self_test_page

LASSO = "sugiyama/24_sparse_regression"
ASKED = [
    Asked("question 1", "It grows.", ("True", "False"), 1, "It falls."),
    Asked("question 2", "Is $x$ one?", ("True", "False"), 0, "Yes."),
    Asked("question 3", "It is less than ______.", ("1.0", "2.0", "0.5"), 0, "We measured: 1.0"),
]


@pytest.mark.parametrize("name", names())
def test_a_chapter_is_asked_in_the_first_week_that_needs_it(name):
    course = load(name)
    weeks = needed_in(course)
    asked = [page for week in weeks for page in week]
    assert len(set(asked)) == len(asked)
    for k, pages in enumerate(weeks):
        before = [page for week in course.weeks[:k] for page in week.chapters]
        before += [page for week in course.weeks[: k + 1] for page in week.read_before]
        assert set(pages) <= set(before)
        assert all(
            any(page in needed_by(own) for own in course.weeks[k].chapters) for page in pages
        )


def test_the_first_sentence_tells_what_is_needed():
    assert needs_told("sugiyama/02_random_variables") == "integrals and derivatives."
    assert not needed_by("sugiyama/02_random_variables")
    assert needs_told(LASSO)


def test_the_page_asks_in_plain_words_and_tells_why(monkeypatch):
    monkeypatch.setattr(self_test, "quiz_on", lambda page: ASKED)
    course = load("sparsity")
    html = self_test_page(course)
    chapters = sum(map(len, needed_in(course)))
    assert html.count('class="mlc-asked"') == 2 * chapters
    assert html.count("<h2") == len(course.weeks)
    assert "$" not in html
    groups = re.findall(r'name="([^"]+-guess)"', html)
    assert len(set(groups)) == 2 * chapters
    assert html.count("The answer, and why") == 2 * chapters
    assert not re.findall(r'(?:src|href)="https?:', html)
    assert "week-2" in html


def test_a_chapter_without_a_short_question_says_so(monkeypatch):
    monkeypatch.setattr(self_test, "quiz_on", lambda page: [])
    assert "No short question" in self_test_page(load("sparsity"))


def test_a_chapter_that_was_not_executed_has_no_ledger(tmp_path, monkeypatch):
    monkeypatch.setattr(bank, "EXECUTED", tmp_path)
    with pytest.raises(FileNotFoundError):
        bank.questions_on(LASSO)
