"""The bank of questions, read by a parser of GIFT that knows nothing of ours."""

import json
import subprocess
from pathlib import Path

import pytest

from tools.bank import Asked, as_html
from tools.bank_formats import gift_of

HERE = Path(__file__).parent
CHOICE = Asked(
    "S1 question 1",
    r"Is $\nu<1$: a = {b} ~ `x#y` & \n?",
    (r"yes & $\nu=1$ ~ {a}", "no: never #1"),
    1,
    "50 % of *it* = {half}",
)
NUMBER = Asked("S1 question 2", "What is $-1/3$: {n}?", (), -0.333, "one #third", 0.004)
FIGURE = Asked(
    "S1 question 4", "Where?", ("Here = there", "a {cloud}"), 1, "so", 0.0, ("iVBO+/g=", "iVBORw==")
)
TRUTH = Asked("S1 question 3", "It *falls*: = {always}.", ("True", "False"), 1, "It ~ rises.")


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    file = tmp_path_factory.mktemp("bank") / "questions.gift"
    file.write_text(
        gift_of("Sums & means", {"Sums": [CHOICE, NUMBER, TRUTH, FIGURE]}), encoding="utf-8"
    )
    run = ["node", str(HERE / "read_gift.mjs"), str(file)]
    text = subprocess.run(run, check=True, capture_output=True, encoding="utf-8").stdout
    category, *questions = json.loads(text)
    assert category["title"] == "Sums & means/Sums"
    return questions


def test_titles_words_and_reasons_come_through(read):
    for asked, found in zip((CHOICE, NUMBER, TRUTH, FIGURE), read, strict=True):
        assert found["title"] == asked.name
        assert found["stem"] == {"format": "html", "text": as_html(asked.text)}
        assert found["globalFeedback"]["text"] == as_html(asked.reason)


def test_options_come_through_and_one_is_right(read):
    choices = read[0]["choices"]
    assert [one["text"]["text"] for one in choices] == [*map(as_html, CHOICE.options)]
    assert [one["isCorrect"] for one in choices] == [False, True]


def test_figures_come_through_with_their_words(read):
    choices = read[3]["choices"]
    assert [one["text"]["text"] for one in choices] == FIGURE.shown
    assert all(picture in one for picture, one in zip(FIGURE.pictures, FIGURE.shown))
    assert [one["isCorrect"] for one in choices] == [False, True]


def test_a_number_has_its_margin(read):
    found = read[1]
    assert found["type"] == "Numerical"
    assert found["choices"] == {"type": "range", "number": NUMBER.right, "range": NUMBER.margin}


def test_a_claim_is_true_or_false(read):
    assert read[2]["type"] == "TF"
    assert not read[2]["isTrue"]
