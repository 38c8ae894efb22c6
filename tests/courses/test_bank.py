"""The bank of questions: what it asks, and files that are of the platforms' forms."""

import re
import zipfile
from html import unescape
from xml.etree import ElementTree

import pytest

from tools import bank
from tools.bank import Asked, as_html, in_short, questions_on
from tools.bank_formats import QTI, gift_of, qti_of, write_bank
from tools.course_data import load

LASSO = "sugiyama/24_sparse_regression"
LINE = {"kind": "claim", "headline": False, "statement": "It *falls*.", "source": "2 {or} 3",
        "measured": "1", "verdict": "reproduced"}  # fmt: skip
HARD = Asked(
    "S1 question 1",
    r"Is $\nu<1$: a = {b} ~ `x#y` & \n?",
    (r"yes & $\nu=1$ ~ {a}", "no: never #1"),
    1,
    "50 % of *it* = {half}",
)


@pytest.fixture
def ledger(monkeypatch):
    """A ledger with five true lines, one that is not, one in between and an erratum."""
    others = ({"statement": "It rises.", "headline": True}, {}, {}, {"verdict": "not reproduced"},
              {"verdict": "partly"}, {"kind": "erratum"}, {})  # fmt: skip
    lines = [LINE, *({**LINE, **other} for other in others)]
    monkeypatch.setattr(bank, "_ledger", lambda page: iter(lines))


def gift_questions(text):
    """What Moodle's importer makes of GIFT: categories, and questions as dictionaries."""
    pre = {rf"\{mark}": f"&&{ord(mark):03};" for mark in ":#={}~"} | {r"\n": "&&010;"}

    def hidden(words):
        words = words.replace("\\\\", "&&092;")
        for mark, place in pre.items():
            words = words.replace(mark, place)
        return words.replace("&&092;", "\\")

    def shown(words):
        return re.sub(r"&&(\d{3});", lambda m: chr(int(m[1])), words).strip()

    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("$CATEGORY:"):
            yield block[10:].strip()
            continue
        block = hidden(block)
        _, name, rest = block.split("::", 2)
        words, answers = rest[: rest.index("{")], rest[rest.index("{") + 1 : rest.index("}")]
        assert rest.endswith("}")
        assert words.startswith("[html]")
        answers, _, reason = answers.partition("####")
        found = {"name": shown(name), "text": shown(words[6:]), "reason": shown(reason)}
        if answers.strip() in ("TRUE", "FALSE"):
            yield {**found, "options": ["True", "False"], "right": int(answers.strip() == "FALSE")}
            continue
        rows = [row.strip() for row in answers.replace("=", "~=").split("~") if row.strip()]
        marked = [row.startswith("=") for row in rows]
        assert sum(marked) == 1
        options = [shown(row.removeprefix("=")) for row in rows]
        yield {**found, "options": options, "right": marked.index(True)}


def test_a_chapter_has_its_guess_its_numbers_and_its_claims(ledger):
    found = questions_on(LASSO)
    assert [one.name for one in found] == [f"S24 question {k + 1}" for k in range(len(found))]
    assert found[0].reason
    truths = [(one.text, one.right) for one in found if one.is_true_or_false]
    assert truths == [("It *falls*.", 1), ("It rises.", 0), *[("It *falls*.", 0)] * 2]
    assert all(one.options[one.right] for one in found)


def test_a_number_is_left_out_once_beside_three_that_it_is_not(ledger):
    page = "sugiyama/07_sums_of_variables"
    asked = [one for one in questions_on(page) if "______" in one.text]
    assert asked
    for one in asked:
        right = one.options[one.right]
        assert len(set(one.options)) == 4
        said = one.text.removeprefix("Which number belongs here? ").replace("______", right)
        assert said == one.reason
        assert said in in_short(page)


@pytest.mark.parametrize(
    ("text", "html"),
    [
        (r"$a<b$ and *c*", r"\(a&lt;b\) and <em>c</em>"),
        ("`x_*y*` & **z**", "<code>x_*y*</code> &amp; <strong>z</strong>"),
        ("two\n lines", "two lines"),
    ],
)
def test_markdown_becomes_html(text, html):
    assert as_html(text) == html


def test_what_moodle_reads_is_what_was_meant():
    truth = Asked("S1 question 2", "It holds.", ("True", "False"), 1, "no: $x=1$")
    found = [*gift_questions(gift_of("A: course", {"S1 Sums/means": [HARD, truth]}))]
    assert found[0] == "A course/S1 Sums means"
    for one, asked in zip(found[1:], (HARD, truth), strict=True):
        assert one["name"] == asked.name
        assert one["text"] == as_html(asked.text)
        assert one["reason"] == as_html(asked.reason)
        assert one["options"] == [as_html(words) for words in asked.options]
        assert one["right"] == asked.right


def test_what_canvas_reads_is_what_was_meant():
    tree = ElementTree.fromstring(qti_of("s1", "Sums & means", [HARD]))
    space = {"q": QTI}
    item = tree.find(".//q:item", space)
    words = [one.text for one in item.findall(".//q:mattext", space)]
    assert words == [*map(as_html, (HARD.text, *HARD.options, HARD.reason))]
    assert all(unescape(one) for one in words)
    labels = [one.get("ident") for one in item.findall(".//q:response_label", space)]
    right = item.find(".//q:varequal", space)
    assert labels.index(right.text) == HARD.right
    assert item.find(".//q:response_lid", space).get("ident") == right.get("respident")
    shown = item.find(".//q:displayfeedback", space).get("linkrefid")
    assert item.find("q:itemfeedback", space).get("ident") == shown


def test_a_course_has_one_package_with_every_question(ledger, tmp_path):
    course = load("sparsity")
    count = write_bank(course, tmp_path / "bank")
    text = (tmp_path / "bank" / "questions.gift").read_text(encoding="utf-8")
    found = [*gift_questions(text)]
    questions = [one for one in found if isinstance(one, dict)]
    assert len(questions) == count > 3 * len(course.chapters)
    assert len(found) - count == len(course.chapters)
    with zipfile.ZipFile(tmp_path / "bank" / "questions-qti.zip") as archive:
        manifest = ElementTree.fromstring(archive.read("imsmanifest.xml"))
        files = [node.get("href") for node in manifest.iter() if node.tag.endswith("}file")]
        assert sorted([*files, "imsmanifest.xml"]) == sorted(archive.namelist())
        items = [
            one
            for file in files
            for one in ElementTree.fromstring(archive.read(file)).iter(f"{{{QTI}}}item")
        ]
    assert len(items) == count
    assert len({item.get("ident") for item in items}) == count
