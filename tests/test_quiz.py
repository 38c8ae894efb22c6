"""Questions behind *In short*: what is asked, where it stands, and that a page stays light."""

import re

import pytest
from docutils import nodes

from book._ext import kit, quiz
from mlcompanion.teaching.predict import FOLD
from tools import bank
from tools.bank import Asked, quiz_on

PAGE = "sugiyama/24_sparse_regression"
TRUE = Asked("question 1", "It holds for $n>1$.", ("True", "False"), 0, "We measured: $x=1$.")
LINE = {"kind": "claim", "headline": False, "source": "none", "verdict": "reproduced",
        "measure": {"slope": "share of the gap", "all": "gaps"}}  # fmt: skip


def line(statement, measured, **other):
    """A line of a ledger."""
    return {**LINE, "statement": statement, "measured": measured, **other}


@pytest.fixture
def ledger(monkeypatch):
    """A ledger with claims that can be asked on a page, and some that cannot."""
    lines = [
        line("A `name` is here.", "found"),
        line("This is *so*.", "yes"),
        line("The gap closes.", "slope 0.25; all [1, 2]"),
        line("It holds.", "yes"),
        line("It fails.", "no", verdict="not reproduced", source="a picture"),
        line("A is less than B.", "far less"),
    ]
    monkeypatch.setattr(bank, "_ledger", lambda page: iter(lines))


def test_a_page_asks_a_true_and_a_false_claim_and_a_number(ledger):
    asked = quiz_on(PAGE)
    assert len(asked) == 3
    words = [(one.options[:2], one.chosen) for one in asked]
    assert sum(one == (("True", "False"), "True") for one in words) == 1
    assert sum(one == (("True", "False"), "False") for one in words) == 1
    for one in asked:
        assert not re.search("[*`]", one.text)
        assert not any("$" in option for option in one.options)


def test_where_no_claim_is_clearly_false_two_numbers_are_asked(monkeypatch):
    lines = [line("The gap closes.", "slope 0.25"), line("It holds.", "slope 0.75")]
    monkeypatch.setattr(bank, "_ledger", lambda page: iter(lines))
    asked = quiz_on(PAGE)
    assert [len(one.options) for one in asked] == [4, 4]
    assert len({one.text for one in asked}) == 2


def test_no_claim_is_asked_twice(ledger):
    texts = [one.text.partition(" Which number")[0] for one in quiz_on(PAGE)]
    assert len(set(texts)) == len(texts)


def test_where_plain_questions_are_too_few_a_guess_is_asked(monkeypatch):
    guess = ("How many fall?", ("none", "all"), 1, "They do.")
    monkeypatch.setattr(bank, "_ledger", lambda page: iter([]))
    monkeypatch.setattr(bank, "_short_numbers", lambda page, every=False: iter([]))
    monkeypatch.setattr(bank, "_seen_numbers", lambda page: iter([]))
    monkeypatch.setattr(bank, "predictions_on", lambda page: iter([guess]))
    assert [one.text for one in quiz_on(PAGE)] == ["How many fall?"]


def test_a_guess_is_not_asked_with_its_number_beside_it(monkeypatch):
    guess = ("How many fall?", ("none", "all"), 1, "At noon 80 % do.")
    seen = ("It was asked: How many fall? Which number belongs here? At noon ______ % do.",
            ("80", "40", "20", "8"), 0, "At noon 80 % do.")  # fmt: skip
    monkeypatch.setattr(bank, "_ledger", lambda page: iter([]))
    monkeypatch.setattr(bank, "_short_numbers", lambda page, every=False: iter([]))
    monkeypatch.setattr(bank, "_seen_numbers", lambda page: iter([seen]))
    monkeypatch.setattr(bank, "predictions_on", lambda page: iter([guess]))
    assert [one.text for one in quiz_on(PAGE)] == ["How many fall?"]


def test_measurements_are_told_by_what_they_mean(ledger):
    number = next(one for one in quiz_on(PAGE) if len(one.options) == 4)
    if "The gap closes." in number.text:
        assert number.reason == "We measured: share of the gap: 0.25"
    assert "[" not in number.text


def test_a_question_is_asked_as_a_guess_is():
    html = quiz.quiz_html([TRUE, TRUE])
    assert html.startswith('<details class="mlc-quiz"><summary>')
    assert html.count('<fieldset class="mlc-predict">') == html.count('class="mlc-because"') == 2
    assert len(set(re.findall(r'name="([^"]+)"', html))) == 2
    assert FOLD not in html
    assert r"\(n&gt;1\)" in html
    assert len(html.encode()) < 10_000


def test_they_stand_behind_the_words_of_in_short(monkeypatch):
    monkeypatch.setattr(kit, "quiz_on", lambda page: [TRUE])
    monkeypatch.setattr(quiz.generated, "outputs", lambda srcdir, page: ["one"])
    words, box = nodes.paragraph(text="Words."), nodes.admonition("", nodes.paragraph(text="Box."))
    section = nodes.section("", nodes.title(text="In short"), words, box, ids=["in-short"])
    page = nodes.section("", nodes.title(text="A chapter"), section, ids=["a"])

    class App:
        srcdir = "."

    quiz.add_quiz(App, page, "notebooks/sugiyama/01_a")
    assert [type(node) for node in section] == [
        nodes.title,
        nodes.paragraph,
        nodes.raw,
        nodes.admonition,
    ]
    quiz.add_quiz(App, page, "book/index")
    assert len([*page.findall(nodes.raw)]) == 1


def test_a_chapter_that_was_not_executed_has_none(monkeypatch):
    monkeypatch.setattr(quiz.generated, "outputs", lambda srcdir, page: [])
    section = nodes.section("", nodes.title(text="In short"), ids=["in-short"])
    quiz.add_quiz(type("App", (), {"srcdir": "."}), section, "notebooks/sugiyama/01_a")
    assert not [*section.findall(nodes.raw)]


@pytest.mark.parametrize(
    ("measured", "source", "told"),
    [
        ("far less", "one half", "We measured: far less. The source has: one half."),
        ("largest over the grid [1, 2]", "x^2 <= n", "The ledger tells what was measured."),
        ("far less", "cost n^2", "We measured: far less."),
    ],
)
def test_a_reason_leaves_formulas_without_dollars_to_the_ledger(measured, source, told):
    assert bank._reason(line("It holds.", measured, source=source), PAGE) == told
