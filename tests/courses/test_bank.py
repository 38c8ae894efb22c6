"""The bank of questions: what it asks, and files that are of the platforms' forms."""

import base64
import re
import zipfile
from html import unescape
from xml.etree import ElementTree

import nbformat
import pytest

from tools import bank, bank_figures, bank_formats
from tools.bank import PNG, Asked, as_html, in_short, questions_on
from tools.bank_figures import figures_of
from tools.bank_formats import QTI, gift_of, qti_of, write_bank
from tools.bank_numbers import asked_for, left_out
from tools.bank_truths import opposite
from tools.course_data import load
from tools.exercises import Exercise

LASSO = "sugiyama/24_sparse_regression"
LINE = {"kind": "claim", "headline": False, "statement": "It *falls*.", "source": "2 {or} 3",
        "measured": "1", "measure": {}, "verdict": "reproduced"}  # fmt: skip
HARD = Asked(
    "S1 question 1",
    r"Is $\nu<1$: a = {b} ~ `x#y` & \n?",
    (r"yes & $\nu=1$ ~ {a}", "no: never #1"),
    1,
    "50 % of *it* = {half}",
)
NUMBERS = ("varequal", "vargte", "varlte")
COMPUTED = Asked("S1 question 3", "What is $-1/3$: {n}?", (), -0.333, "one #third", 0.004)

CAPTIONS = [
    ["A line.", "It falls from the left, and stays low on the right."],
    ["A cloud."],
    ["Two bars.", "Alike."],
]
#: Pictures of the captions: in base64, with the letters that formats use for something else.
PICTURES = ["iVBORw0KGgo=", "iVBORw0KGgoA", "iVBORw0KGg+/"]
FIGURES = [*zip(CAPTIONS, PICTURES)]


@pytest.fixture(autouse=True)
def figures(monkeypatch):
    """Three figures on every page: a unit test does not wait for a chapter's execution."""
    monkeypatch.setattr(bank_figures, "figures_of", lambda page: FIGURES)


@pytest.fixture
def ledger(monkeypatch):
    """A ledger with five true lines, one that is not, one in between and an erratum."""
    others = ({"statement": "It rises.", "headline": True}, {}, {}, {"verdict": "not reproduced"},
              {"verdict": "partly"}, {"kind": "erratum"},
              {"statement": "A is less than B.", "headline": True})  # fmt: skip
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
        if answers.startswith("#"):
            right, margin = map(float, answers[1:].split(":"))
            yield {**found, "options": [], "right": right, "margin": margin}
            continue
        if answers.strip() in ("TRUE", "FALSE"):
            yield {**found, "options": ["True", "False"], "right": int(answers.strip() == "FALSE")}
            continue
        rows = [row.strip() for row in answers.replace("=", "~=").split("~") if row.strip()]
        marked = [row.startswith("=") for row in rows]
        assert sum(marked) == 1
        options = [shown(row.removeprefix("=")) for row in rows]
        yield {**found, "options": options, "right": marked.index(True)}


#: Which of a question's comments Canvas' importer takes a feedback for, by its name, in this order.
COMMENTS = (
    ("wrong|incorrect|_IC$", "incorrect"),
    ("correct|_C$", "correct"),
    ("solution", "solution"),
    ("general_|_all", "neutral"),
)


def canvas_questions(text):
    """What Canvas' importer makes of QTI 1.2: for each question its kind, answers and comments."""

    def words(node):
        return node.find(".//{*}mattext").text

    for item in ElementTree.fromstring(text).iter(f"{{{QTI}}}item"):
        assert ":" not in item.get("ident")
        fields = [one.text for one in item.find(".//{*}qtimetadata").iter() if one.text]
        told = dict(zip(fields[::2], fields[1::2], strict=True))
        assert told["points_possible"] == "1"
        found = {"name": item.get("title"), "kind": told["question_type"]}
        found["text"] = words(item.find("{*}presentation/{*}material"))
        for feedback in item.findall("{*}itemfeedback"):
            kinds = [k for name, k in COMMENTS if re.search(name, feedback.get("ident"), re.I)]
            found[kinds[0]] = words(feedback)
        conditions = item.iter(f"{{{QTI}}}respcondition")
        scored = [one for one in conditions if one.find("{*}setvar") is not None]
        (right,) = scored  # Canvas reads one condition for each right answer
        assert float(right.find("{*}setvar").text) > 0
        exact = right.find(".//{*}varequal").text
        if found["kind"] == "numerical_question":
            inside = right.find(".//{*}or/{*}and")
            least, most = (float(inside.find(f"{{*}}{name}").text) for name in NUMBERS[1:])
            margin = most - float(exact)
            assert least == pytest.approx(float(exact) - margin)
            yield {**found, "options": [], "right": float(exact), "margin": margin}
            continue
        labels = item.findall(".//{*}response_label")
        options = [words(one) for one in labels]
        if found["kind"] == "true_false_question":
            assert options == ["True", "False"]
        yield {**found, "options": options, "right": [k.get("ident") for k in labels].index(exact)}


def test_a_chapter_has_its_guess_its_numbers_and_its_claims(ledger):
    found = questions_on(LASSO)
    assert [one.name for one in found] == [f"S24 question {k + 1}" for k in range(len(found))]
    assert found[0].reason
    truths = [(one.text, one.right) for one in found if one.is_true_or_false]
    assert truths == [
        ("It rises.", 0),
        ("It *falls*.", 1),
        ("It *falls*.", 0),
        ("A is more than B.", 1),
    ]
    assert found[[one.text for one in found].index("A is more than B.")].reason.startswith(
        "It is the other way round: A is less than B. We measured"
    )
    assert all(one.options[one.right] for one in found if one.options)


def test_a_number_is_left_out_once_beside_three_that_it_is_not(ledger):
    page = "sugiyama/07_sums_of_variables"
    asked = [one for one in questions_on(page) if "______" in one.text and one.options]
    assert asked
    sentences = [sentence for row in in_short(page) for sentence in row]
    for one in asked:
        right = one.options[one.right]
        assert len(set(one.options)) == 4
        said = one.text.split("Which number belongs here? ")[1].replace("______", right)
        assert said in one.reason.replace("\n", " ")
        assert one.text.startswith("It was asked") or said in sentences


@pytest.mark.parametrize(
    ("sentence", "gap"),
    [
        ("It takes 40 steps, at 18:06.", "It takes ______ steps, at 18:06."),
        ("By theorem 12 it is 0.5 or 50 %.", "By theorem 12 it is 0.5 or ______ %."),
        ("From 20 to 30, with 25 ± 10, in 1998.", None),
        ("Its $x=30$ and `40` and 7.", None),
    ],
)
def test_numbers_that_name_or_set_something_stay(sentence, gap):
    found = left_out(sentence, "key")
    assert (found and found[0]) == gap


@pytest.mark.parametrize(
    ("measured", "measure", "asked"),
    [
        ("gap 1.1", "largest over the entries of |simulated - printed| / standard error", False),
        ("gap 0.48", "slope of log error against log n", False),
        ("gap 400", "number of models", False),
        ("gap 0.954", "largest minus smallest of the four integrals", False),
        ("0 exceptions in 54 cases", None, False),
        ("gap 1", "sum of Equation 14 over all classes with errors", False),
        ("gap 0.64 to 0.77 (median 0.70 of 20)", "share of the fall", False),
        ("angle 7e-16, weights that peek 0.60", None, False),
        ("exponents 0.42, common step 0.50", None, False),
        ("lost with steps of one size 3.4%", None, True),
        ("gap 4.5", "percentage of wrong images", True),
    ],
)
def test_what_was_measured_is_asked_in_plain_words(monkeypatch, measured, measure, asked):
    line = {**LINE, "measured": measured, "measure": {"gap": measure} if measure else {}}
    monkeypatch.setattr(bank, "_ledger", lambda page: iter([line]))
    assert bool([one for one in questions_on(LASSO) if "We measured: " in one.text]) == asked


def test_one_measurement_is_asked_not_all_at_once(monkeypatch):
    line = {**LINE, "measured": "a 0.25; b 0.75", "measure": {"a": "share of rain", "b": "errors"}}
    monkeypatch.setattr(bank, "_ledger", lambda page: iter([line]))
    (asked,) = [one for one in questions_on(LASSO) if "We measured: " in one.text]
    assert asked.text.endswith("We measured: share of rain: ______")


@pytest.mark.parametrize(
    "statement",
    [
        "The errors are as printed.",
        "The same on digits.",
        "It is as in Table 2.",
        "It is so; that is not.",
        "A " * 200,
    ],
)
def test_a_claim_that_cannot_be_judged_alone_is_not_asked(monkeypatch, statement):
    lines = [{**LINE, "statement": "It rises."}, {**LINE, "verdict": "not reproduced"}]
    lines = [{**line, "headline": False} for line in lines]
    lines.insert(0, {**LINE, "statement": statement, "headline": True})
    monkeypatch.setattr(bank, "_ledger", lambda page: iter(lines))
    truths = [one.text for one in questions_on(LASSO) if one.is_true_or_false]
    assert truths == ["It rises.", "It *falls*."]


def test_a_false_claim_has_no_denial(monkeypatch):
    false = {**LINE, "statement": "It does not rise.", "verdict": "not reproduced"}
    monkeypatch.setattr(bank, "_ledger", lambda page: iter([LINE, false]))
    assert not [one for one in questions_on(LASSO) if one.is_true_or_false]


@pytest.mark.parametrize(
    ("row", "asked"),
    [
        (["Not the bell curve's 157."], False),
        (
            ["It pays: on the digits 1,250 unlabelled images leave no more than 4.3 % of errors."],
            False,
        ),
        (
            ["For many of the words a plain cosine needs all pairs of them (ours makes 16.5 %)."],
            False,
        ),
        (["On the handwritten digits the labels alone leave 10.5 % of errors in the mean."], True),
        (
            ["Near the coast a part of the sea floor lies as low as −10.5 m, he says."],
            False,
        ),
    ],
)
def test_a_sentence_of_in_short_says_of_what_its_number_is(monkeypatch, row, asked):
    monkeypatch.setattr(bank, "in_short", lambda page: [row])
    assert bool([*bank._short_numbers(LASSO)]) == asked


def test_a_number_that_the_others_leave_is_not_asked():
    assert left_out("Of the paths 45% end at 0, 55% at the top.", "key") is None


def test_numbers_are_written_alike():
    _, options, _ = left_out("It draws 24000 points.", "key")
    assert len({"," in option for option in options}) == 1


def test_a_chapter_without_a_plain_question_is_still_asked(monkeypatch):
    lines = [{**LINE, "statement": f"The errors are as printed in table {k}."} for k in range(2)]
    monkeypatch.setattr(bank, "_ledger", lambda page: iter(lines))
    for name in ("predictions_on", "_warm_ups", "_seen_numbers"):
        monkeypatch.setattr(bank, name, lambda page: iter([]))
    monkeypatch.setattr(bank, "in_short", lambda page: [])
    assert len(questions_on(LASSO)) == 2


def test_a_share_has_no_number_above_one_beside_it():
    _, options, _ = left_out("The probability is 0.70.", "key")
    assert max(map(float, options)) <= 1


def exercise(text, solution):
    """A warm-up of the lasso's chapter."""
    return Exercise(LASSO, "a", "A", "warm-up", 5, text, "", 0, "", (("markdown", solution),))


@pytest.mark.parametrize(
    ("solution", "number", "margin"),
    [
        ("It is $a=\\frac12\\cdot9=4.5$, of course.", 4.5, 0.05),
        ("It is $x\\approx12.5$.", 12.5, 0.625),
        ("So there are about 4,100 of them.", 4100.0, 205.0),
        ("Some words. Then 7 of 12.", None, None),
        ("That is $a=0$.", None, None),
    ],
)
def test_a_warm_up_asks_for_the_number_of_its_solution(solution, number, margin):
    found = asked_for(exercise("How large is it?", solution))
    if number is None:
        assert found is None
        return
    text, right, wide, reason = found
    assert text.startswith("How large is it? Complete the answer: ")
    assert "______" in text
    assert (right, reason) == (number, solution)
    assert wide == pytest.approx(margin)


def test_what_the_warm_up_tells_itself_is_not_asked():
    assert asked_for(exercise("Is it 4.5?", "It is $a=4.5$.")) is None


@pytest.mark.parametrize(
    ("sentence", "turned"),
    [
        ("A needs fewer steps than B.", "A needs more steps than B."),
        ("A keeps more groups than B.", "A keeps fewer groups than B."),
        ("A is more exact than B.", "A is less exact than B."),
        ("With few samples A errs less than B.", "With few samples A errs more than B."),
        ("The gap is at most $c/t$.", "The gap is more than $c/t$."),
        ("The risk falls like one over n.", "The risk rises like one over n."),
        # behind a condition, a description or a denial the opposite may be true, too
        ("It holds if A is smaller than B.", None),
        ("It also holds with more samples than variables.", None),
        ("A is no larger than B.", None),
        ("What is larger than B is found.", None),
        ("The error falls.", None),
        # with a second comparison, or a consequence, the opposite contradicts what stands beside it
        ("A is larger than B, and A is found more often than B.", None),
        ("A lies above B, so that A is never the weaker.", None),
        ("A grows like log n, where B equals n.", None),
        ("The price is at most n; without memory it stays at n.", None),
    ],
)
def test_a_claim_is_turned_round_where_that_makes_it_false(sentence, turned):
    assert opposite(sentence) == turned


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
    shown = Asked("S1 question 4", "Where?", ("Here =", "there"), 0, "so", 0.0, tuple(PICTURES[:2]))
    asked = (HARD, truth, COMPUTED, shown)
    assert [one.count("<img") for one in (*HARD.shown, *shown.shown)] == [0, 0, 1, 1]
    found = [*gift_questions(gift_of("A: course", {"S1 Sums/means": asked}))]
    assert found[0] == "A course/S1 Sums means"
    assert found[3]["margin"] == COMPUTED.margin
    for one, meant in zip(found[1:], asked, strict=True):
        assert one["name"] == meant.name
        assert one["text"] == as_html(meant.text)
        assert one["reason"] == as_html(meant.reason)
        assert one["options"] == meant.shown
        assert one["right"] == meant.right


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


def test_canvas_and_moodle_read_the_same_questions(ledger):
    asked = [HARD, COMPUTED, *questions_on("sugiyama/07_sums_of_variables")]
    assert {one.is_a_number for one in asked} == {one.is_true_or_false for one in asked}
    canvas = [*canvas_questions(qti_of("s7", "Sums", asked))]
    moodle = [*gift_questions(gift_of("A", {"S7": asked}))][1:]
    kinds = {"numerical_question", "true_false_question", "multiple_choice_question"}
    assert {one["kind"] for one in canvas} == kinds
    for ours, theirs, meant in zip(canvas, moodle, asked, strict=True):
        assert ours["neutral"] == theirs["reason"] == as_html(meant.reason)
        assert not {"correct", "incorrect", "solution"} & ours.keys()
        for key in ("name", "text", "options"):
            assert ours[key] == theirs[key]
        assert ours["right"] == theirs["right"] == meant.right
        assert ours.get("margin", 0) == pytest.approx(theirs.get("margin", 0))


#: What the published grammar of QTI 1.2 (its DTD, which the schema spells out) allows inside of the
#: elements that we write, without those that we never write, in the order that it prescribes.
CONTENT = {
    "questestinterop": "assessment ",
    "assessment": "(qtimetadata )*(rubric )*(section )+",
    "section": "(qtimetadata )*(item |section )*",
    "item": "(itemmetadata )?(rubric )*(presentation )?(resprocessing )*(itemfeedback )*",
    "itemmetadata": "(qtimetadata )*",
    "qtimetadata": "(vocabulary )?(qtimetadatafield )+",
    "qtimetadatafield": "fieldlabel fieldentry ",
    "presentation": "flow |(material |response_lid |response_str |response_num )+",
    "material": "(mattext )+",
    "response_lid": "(material )?(render_choice |render_fib )(material )?",
    "response_str": "(material )?(render_choice |render_fib )(material )?",
    "render_choice": "(material |response_label |flow_label )*(response_na )?",
    "render_fib": "(material |response_label |flow_label )*(response_na )?",
    "response_label": "(material |flow_mat )*",
    "resprocessing": "outcomes (respcondition )+",
    "outcomes": "(decvar (interpretvar )*)+",
    "respcondition": "conditionvar (setvar )*(displayfeedback )*",
    "conditionvar": "(not |and |or |unanswered |other |varequal |vargte |varlte )+",
    "and": "(not |and |or |unanswered |other |varequal |vargte |varlte )+",
    "or": "(not |and |or |unanswered |other |varequal |vargte |varlte )+",
    "itemfeedback": "(flow_mat |material |solution |hint )+",
    "flow_mat": "(flow_mat |material )+",
    "other": "",
}
#: Elements of text alone, and attributes: those that must be there, and what they may say.
WORDS = {
    "fieldlabel",
    "fieldentry",
    "mattext",
    "varequal",
    "vargte",
    "varlte",
    "decvar",
    "setvar",
    "displayfeedback",
}
NEEDED = {
    "assessment": {"ident"}, "section": {"ident"}, "item": {"ident"}, "response_label": {"ident"},
    "response_lid": {"ident"}, "response_str": {"ident"}, "itemfeedback": {"ident"},
    "varequal": {"respident"}, "vargte": {"respident"}, "varlte": {"respident"},
    "displayfeedback": {"linkrefid"},
}  # fmt: skip
ALLOWED = {
    "rcardinality": {"Single", "Multiple", "Ordered"},
    "fibtype": {"String", "Integer", "Decimal", "Scientific"},
    "vartype": {"Integer", "String", "Decimal", "Scientific", "Boolean", "Enumerated", "Set"},
    "continue": {"Yes", "No"}, "feedbacktype": {"Response", "Solution", "Hint"},
    "action": {"Set", "Add", "Subtract", "Multiply", "Divide"},
    "texttype": {"text/plain", "text/html"},
    "ident": None, "title": None, "respident": None, "linkrefid": None, "varname": None,
    "minvalue": None, "maxvalue": None,
}  # fmt: skip


def against_the_grammar(tree):
    """What in a file is not as the grammar has it."""
    for node in tree.iter():
        assert node.tag.startswith(f"{{{QTI}}}")
        name = node.tag.rpartition("}")[2]
        inside = "".join(child.tag.rpartition("}")[2] + " " for child in node)
        if name in WORDS:
            if inside:
                yield f"{inside} in {name}"
        elif not re.fullmatch(CONTENT[name], inside):
            yield f"{name}: {inside}"
        elif (node.text or "").strip():
            yield f"words in {name}"
        if not NEEDED.get(name, set()) <= set(node.keys()):
            yield f"{name} lacks {NEEDED[name] - set(node.keys())}"
        for key, value in node.items():
            if ALLOWED[key] is not None and value not in ALLOWED[key]:
                yield f"{name}: {key} {value}"


def test_canvas_gets_what_the_grammar_of_qti_allows(ledger):
    questions = [HARD, COMPUTED, *questions_on("shalev_shwartz/06_boosting")]
    tree = ElementTree.fromstring(qti_of("s1", "Sums & means", questions))
    assert not [*against_the_grammar(tree)]
    feedback = tree.find(".//{*}itemfeedback")
    item = tree.find(".//{*}item")
    item.remove(feedback)
    item.insert(0, feedback)
    assert [*against_the_grammar(tree)]


def test_canvas_takes_a_number_within_its_margin():
    tree = ElementTree.fromstring(qti_of("s1", "Sums & means", [COMPUTED]))
    least, most = (float(tree.find(f".//{{*}}{name}").text) for name in ("vargte", "varlte"))
    assert least < COMPUTED.right < most
    assert most - least == pytest.approx(2 * COMPUTED.margin)


@pytest.mark.parametrize(
    ("number", "margin", "words"),
    [
        (4100.0, 205.0, ["4100.0", "3895.0", "4305.0"]),
        (3.0, 0.0, ["3.0", "3.0", "3.0"]),
        (1.5e7, 0.0, ["15000000.0"] * 3),
        (2.5e-3, 5e-5, ["0.0025", "0.00245", "0.00255"]),
        (-0.333, 0.004, ["-0.333", "-0.337", "-0.329"]),
    ],
)
def test_a_number_has_a_decimal_point_and_no_exponent(number, margin, words):
    """As in Canvas' own exports: its New Quizzes drop the question else, without a word."""
    asked = Asked("S1 question 1", "How many?", (), number, "so many", margin)
    tree = ElementTree.fromstring(qti_of("s1", "Sums", [asked]))
    told = [tree.find(f".//{{*}}{name}").text for name in NUMBERS]
    assert told == words
    assert [*gift_questions(gift_of("A", {"S1": [asked]}))][1]["right"] == number


def test_no_two_parts_of_a_package_have_the_same_name_whatever_the_course_is_called():
    """What names a part is an XML identifier: unique in the file, and begins with no digit."""
    for course in ("s24", "2026"):
        manifest = ElementTree.fromstring(bank_formats._manifest(course, ["s24", "l2"]))
        idents = [node.get("identifier") for node in manifest.iter() if node.get("identifier")]
        assert len(set(idents)) == len(idents) == 3
        assert all(re.fullmatch(r"[A-Za-z_][\w.-]*", one) for one in idents)


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
        pictures = [name for name in files if name.endswith(".png")]
        stored = {archive.read(name) for name in pictures}
        items = [
            one
            for file in files
            if file not in pictures
            for one in ElementTree.fromstring(archive.read(file)).iter(f"{{{QTI}}}item")
        ]
    assert len(items) == count
    assert len({item.get("ident") for item in items}) == count
    told = "".join(node.text for item in items for node in item.iter() if node.text)
    assert PNG not in told
    shown = re.findall(r'<img src="%24IMS-CC-FILEBASE%24/([^"]+)"', told)
    assert sorted(shown) == sorted(pictures)
    assert len(pictures) == len(PICTURES) * len(course.chapters)
    assert stored == {*map(base64.b64decode, PICTURES)}
    options = [words for one in questions for words in one["options"]]
    assert sum(f'<img src="{PNG}' in words for words in options) == len(pictures)


def test_a_figure_is_asked_for_by_what_is_seen_in_it():
    ((text, options, right, reason, _, pictures),) = bank_figures.which_figure(LASSO)
    assert text.endswith(CAPTIONS[0][1])
    assert sorted(options) == ["A cloud.", "A line.", "Two bars."]
    assert options[right] == "A line."
    assert reason == " ".join(CAPTIONS[0])
    assert [*zip(options, pictures)] == [
        (name, picture) for name in options for (first, *_), picture in FIGURES if first == name
    ]


def test_too_few_figures_are_no_question(monkeypatch):
    monkeypatch.setattr(bank_figures, "figures_of", lambda page: FIGURES[:2])
    assert [*bank_figures.which_figure(LASSO)] == []


def test_figures_of_a_chapter_have_their_captions_and_pictures(monkeypatch, tmp_path):
    figure = {"text/plain": "A line.  It falls,\nand stays low.", "image/png": "iVBOR\nw0KGgo=\n"}
    table = {"text/plain": "A table. It has no caption."}
    shown = [nbformat.v4.new_output("display_data", data) for data in (figure, table)]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(outputs=shown)])
    (tmp_path / "sugiyama").mkdir()
    nbformat.write(notebook, tmp_path / f"{LASSO}.ipynb")
    monkeypatch.setattr(bank_figures, "EXECUTED", tmp_path)
    assert figures_of(LASSO) == [(["A line.", "It falls, and stays low."], "iVBORw0KGgo=")]
