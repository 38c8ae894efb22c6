"""From what students hand in to marks: a class of nineteen is graded as it should be, and stays so.

One student is slow, and the judge's two processes import what a notebook would: some seconds.
"""

import csv
import json
import re
import shutil
import subprocess
import zipfile

import nbformat
import pytest

from courses import students
from tools import grade as tool
from tools.assignments import release, write_source
from tools.chapters import BUILD
from tools.course_home import grading_of, home_of, marks_in
from tools.gradebook import gradebook_of
from tools.hand_ins import collected, filled_in

WEEK = "week-1"


@pytest.fixture(scope="module")
def monkey():
    with pytest.MonkeyPatch.context() as found:
        yield found


@pytest.fixture(scope="module")
def grading(tmp_path_factory, monkey):
    """Where a course is graded whose first week was released."""
    monkey.setenv("MLCOMPANION_TEACHING", str(tmp_path_factory.mktemp("teaching")))
    place = grading_of(students.COURSE)
    write_source(place, WEEK, students.WEEK, "A week", "course and year")
    release(place, WEEK)
    return place


@pytest.fixture(scope="module")
def released(grading):
    return nbformat.read(grading / "release" / WEEK / f"{WEEK}.ipynb", as_version=4)


@pytest.fixture(scope="module")
def graded(grading, released, court):
    """The class, graded, with what each should have."""
    deserved = students.hand_all_in(grading / "inbox", released)
    tool.grade(students.COURSE, court=court)
    return deserved


def marks(grading):
    """``marks.csv`` by student: the mark as it is written, and what waits."""
    with (grading / "marks.csv").open(encoding="utf-8") as stream:
        return {row["student"]: row for row in csv.DictReader(stream)}


pytestmark = pytest.mark.filterwarnings("ignore")  # of nbgrader's data base


def test_no_solution_is_released(released):
    text = "".join(cell.source for cell in released.cells)
    assert not re.search("SOLUTION|HIDDEN", text)
    assert not any(one.answer in text or one.wrong in text for one in students.CHECKED)


def test_a_class_is_graded_as_it_should_be(grading, graded):
    found = marks(grading)
    assert len(graded) == 18
    assert {*found} == {*graded, "broken"}
    for student, points in graded.items():
        assert found[student][WEEK] == ("" if points is None else f"{points:g}"), student
        assert bool(found[student]["waits for a human"]) == (points is None), student
    assert found["broken"][WEEK] == ""
    assert "cannot be read as a notebook" in found["broken"]["waits for a human"]
    assert "(another name: 'Ada' stands in the notebook)" in found["borrowed"]["waits for a human"]
    assert "ZeroDivisionError" in found["crash"]["waits for a human"]


def test_feedback_says_what_was_wrong_by_kind(grading, graded):
    def said(student):
        return (grading / "feedback" / student / f"{WEEK}.html").read_text(encoding="utf-8")

    name = students.assigned(students.FIRST)
    assert f"{name} is a text; a number is asked for" in said("text")
    assert f"{name} is a list of 2; a number is asked for" in said("array")
    assert "IndexError" not in "".join(map(said, graded))
    assert "not marked yet" in said("slow")
    assert f"{graded['ada']} of " in said("ada")


def test_what_was_graded_stays_and_hand_marks_too(grading, graded, capsys, monkey):
    before = marks_in(grading / "gradebook.db")
    table = (grading / "marks.csv").read_text()
    assert not grading.is_relative_to(BUILD)
    tool.main([students.COURSE, "--week", "1"])
    assert "0 graded, 18 as they were" in capsys.readouterr().out
    assert marks_in(grading / "gradebook.db") == before
    assert (grading / "marks.csv").read_text() == table
    label = students.FIRST.exercise.label
    with gradebook_of(grading) as book:
        for role in ("visible", "hidden"):
            one = book.find_grade(f"{label}-{role}", WEEK, WEEK, "slow")
            one.manual_score = 0.5
            one.needs_manual_grade = False
        book.db.commit()
    tool.main([students.COURSE])
    assert marks(grading)["slow"][WEEK] == f"{students.FULL - students.FIRST.by_code + 1:g}"
    assert "slow" not in capsys.readouterr().out


def test_a_new_hand_in_is_graded_and_a_proof_waits(grading, graded, released, court, capsys):
    proof = students.BY_HAND[0].exercise
    notebook = students.answered(released, {**students.RIGHT, proof.label: "We multiply out."})
    why = f"{students.OF_ONES_OWN.exercise.label}-why"
    next(c for c in notebook.cells if c.metadata.nbgrader.grade_id == why).source = "As units go."
    students.write(grading / "inbox" / "ada" / "week-1 (2).ipynb", notebook)
    tool.grade(students.COURSE, court=court)
    said = capsys.readouterr().out
    assert "1 graded, 17 as they were" in said
    for title in (proof.title, students.OF_ONES_OWN.exercise.title):
        assert f"ada, week-1: {title} (to be marked by hand)" in said
    assert "ada: week-1 (2).ipynb counts, as the latest; not week-1.ipynb" in said
    assert marks(grading)["ada"][WEEK] == ""
    seen = grading / "autograded" / "ada" / WEEK / f"{WEEK}.ipynb"
    sources = [cell.source for cell in nbformat.read(seen, as_version=4).cells]
    beside = sources[sources.index("We multiply out.") + 1]
    assert beside.startswith("**For who marks this")
    assert all(words in beside for _, words in students.BY_HAND[0].rubric)
    beside = sources[sources.index("As units go.") + 1]
    assert all(words in beside for _, words in students.OF_ONES_OWN.why)
    with gradebook_of(grading) as book:
        for name, points in ((f"{proof.label}-answer", 4), (why, 1)):
            one = book.find_grade(name, WEEK, WEEK, "ada")
            one.manual_score = points
            one.needs_manual_grade = False
        book.db.commit()
    tool.main([students.COURSE])
    assert marks(grading)["ada"][WEEK] == f"{students.FULL + 5:g}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "has no assignment: make course NAME=nowhere comes first"),
        ([students.COURSE, "--week", "7"], "there is no week 7: week-1"),
    ],
)
def test_what_cannot_be_graded_is_said_in_one_line(grading, words, message):
    with pytest.raises(SystemExit, match=message):
        tool.main(words)


def test_hand_ins_are_found_as_platforms_pack_them(tmp_path, released):
    inbox = tmp_path / "inbox"
    files = {
        "Ada Lovelace_1234_assignsubmission_file_/week-1.ipynb": "Ada Lovelace",
        "boolegeorge_LATE_12_345_week-1-2.ipynb": "boolegeorge",
        "cantor/part/my work.ipynb": "cantor",
    }
    for name in files:
        students.write(inbox / name, released)
    found = collected(tmp_path, {WEEK: released})
    assert {one.file.relative_to(inbox).as_posix(): one.student for one in found} == files
    assert {one.week for one in found} == {WEEK}
    assert not any(one.wrong for one in found)


def test_a_platforms_archive_is_unpacked(tmp_path, released):
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    names = ("Ada Lovelace_1_assignsubmission_file_/week-1.ipynb", "boole_12_345_week-1.ipynb",
             "__MACOSX/._week-1.ipynb", "../out/week-1.ipynb", "cantor/notes.pdf")  # fmt: skip
    packed = {}
    for number in (1, 2):
        packed[number] = nbformat.writes(students.answered(released, {}, f"student {number}"))
        with zipfile.ZipFile(inbox / f"from Moodle {number}.zip", "w") as archive:
            for name in names:
                when = (2026, 10, number, 12, 0, 0)
                archive.writestr(zipfile.ZipInfo(name, when), packed[number])
    for _ in range(2):
        found = collected(tmp_path, {WEEK: released})
        assert [one.student for one in found] == ["Ada Lovelace", "boole"]
        for one in found:
            assert one.file.read_text(encoding="utf-8") == packed[2]
            assert len(one.others) == 1
    assert {path.name for path in tmp_path.iterdir()} == {"inbox"}
    (inbox / "broken.zip").write_text("<html>not an archive</html>")
    with pytest.raises(RuntimeError, match=r"broken\.zip cannot be unpacked"):
        collected(tmp_path, {WEEK: released})


def test_every_student_is_marked_out_of_the_same_points(grading, graded):
    found = marks(grading)
    most = {row["of"] for row in found.values()}
    assert most == {f"{sum(one.points for one in students.WEEK):g}"}


def test_a_notebook_of_something_else_is_for_a_human(tmp_path, released):
    other = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x = 1")])
    students.write(tmp_path / "inbox" / "ada" / "notes.ipynb", other)
    students.write(tmp_path / "inbox" / "bob" / "week-1.ipynb", other)
    ada, bob = collected(tmp_path, {WEEK: released})
    assert ada.wrong.startswith("belongs to no week")
    assert bob.week == WEEK
    assert bob.wrong.startswith("lacks the cells code-")


def test_what_was_done_to_our_cells_is_gone(released):
    found, lacking = filled_in(released, students.rigged(released))
    assert lacking == []
    for ours, cell in zip(released.cells, found.cells, strict=True):
        assert ours.metadata == cell.metadata
        if not ours.metadata.nbgrader.solution:
            assert ours.source == cell.source


def test_answers_are_found_by_the_cells_own_names_if_metadata_is_lost(released):
    bare = students.answered(released, students.RIGHT)
    for cell in bare.cells:
        cell.metadata = {}
    found, lacking = filled_in(released, bare)
    assert lacking == []
    assert [c.source for c in found.cells] == [c.source for c in bare.cells]


def test_make_clean_takes_what_is_built_and_leaves_the_gradebook(grading, graded, tmp_path):
    shutil.copy2(BUILD.parent / "Makefile", tmp_path)
    book = tmp_path / "teaching" / students.COURSE / "grading" / "gradebook.db"
    book.parent.mkdir(parents=True)
    shutil.copy2(grading / "gradebook.db", book)
    (tmp_path / "_build" / "courses").mkdir(parents=True)
    subprocess.run(["make", "clean"], cwd=tmp_path, check=True, capture_output=True)
    assert not (tmp_path / "_build").exists()
    assert marks_in(book) == marks_in(grading / "gradebook.db") != []


def test_who_is_graded_again_has_the_same_marks(grading, graded, court, capsys):
    again = {"wrong", "patches", "text", "crash", "misnamed"}
    file = grading / "graded.json"
    rows = json.loads(file.read_text(encoding="utf-8"))
    kept = {key: row for key, row in rows.items() if not again & {*key.split("/")}}
    assert len(rows) - len(kept) == len(again)
    file.write_text(json.dumps(kept), encoding="utf-8")
    before = marks_in(grading / "gradebook.db")
    table = (grading / "marks.csv").read_text()
    tool.grade(students.COURSE, court=court)
    assert f"{len(again)} graded, {len(kept)} as they were" in capsys.readouterr().out
    assert marks_in(grading / "gradebook.db") == before
    assert (grading / "marks.csv").read_text() == table
    assert json.loads(file.read_text(encoding="utf-8")) == rows


def test_no_target_of_make_cleans_what_is_the_lecturers(monkeypatch):
    monkeypatch.delenv("MLCOMPANION_TEACHING")
    root = BUILD.parent
    assert home_of("x") == root / "teaching" / "x"
    removed = re.findall(r"^\s+@?rm -rf (.+)$", (root / "Makefile").read_text(), re.M)
    assert removed
    assert not any({"teaching", ".", "*", "./*"} & {*words.split()} for words in removed)
    assert "/teaching/" in (root / ".gitignore").read_text().splitlines()
