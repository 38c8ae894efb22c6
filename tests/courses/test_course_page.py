"""A course as it is written: the students' page and its links, and nothing if anything is wrong."""

import re
import sqlite3
from contextlib import closing
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tools import course as tool
from tools import course_data, self_test
from tools.course_data import Course, CourseError, chapter_list, load, names, own_course
from tools.course_home import Plan, kept_marks, marks_in
from tools.course_page import course_page, duration
from tools.crawl import secrets_of
from tools.projects import milestones, projects_of, rubric_of_projects
from tools.selection import pages_named

RIDGE = "sugiyama/23_constrained_least_squares"
LASSO = "sugiyama/24_sparse_regression"
VOID = {"meta", "link", "br"}
EMPTY_ARCHIVE = b"PK\5\6" + bytes(18)
#: What of nbgrader's tables is asked for, with one mark.
GRADEBOOK = """
CREATE TABLE assignment (id, name); INSERT INTO assignment VALUES (1, 'week-1');
CREATE TABLE submitted_assignment (id, assignment_id, student_id);
INSERT INTO submitted_assignment VALUES (2, 1, 'ada');
CREATE TABLE submitted_notebook (id, assignment_id); INSERT INTO submitted_notebook VALUES (3, 2);
CREATE TABLE base_cell (id, name); INSERT INTO base_cell VALUES (4, 'ex-1');
CREATE TABLE grade (notebook_id, cell_id, auto_score, manual_score, extra_credit);
INSERT INTO grade VALUES (3, 4, 3.0, 1.0, NULL);
"""


class Page(HTMLParser):
    """A page's tags with what they hold, and whether all that opens closes."""

    def __init__(self, text):
        super().__init__()
        self.open = []
        self.tags = []
        self.addresses = []
        self.ids = []
        self.words = {}
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.tags.append(tag)
        self.ids.append(attrs.get("id"))
        self.addresses += [attrs[key] for key in ("href", "src") if key in attrs]
        self.open += [] if tag in VOID else [tag]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in set(self.open):
            self.words[tag] = self.words.get(tag, "") + data


def asked(exercises, heading):
    """A notebook of an assignment, of one cell for each exercise."""
    cells = [
        new_markdown_cell(heading, metadata={"nbgrader": {"grade_id": one.exercise.label}})
        for one in exercises
    ]
    return new_notebook(cells=cells)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where courses are written to, without chapters, slides and nbgrader."""

    def decks(course, publish):
        (publish / "slides").mkdir()
        for page in course.chapters:
            (publish / "slides" / f"{page.replace('/', '-')}.html").touch()

    def chapters(course, publish):
        for page in tool.shown_chapters(course):
            file = publish / "book" / "notebooks" / f"{page}.html"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
        (publish / "install").mkdir()
        (publish / "install" / "package.whl").write_bytes(EMPTY_ARCHIVE)
        return "package.whl"

    def source(folder, assignment, exercises, heading, salt):
        (folder / "source" / assignment).mkdir(parents=True)
        file = folder / "source" / assignment / f"{assignment}.ipynb"
        nbformat.write(asked(exercises, heading), file)

    def questions(course, folder):
        folder.mkdir(parents=True)
        return 0

    def release(folder, assignment):
        target = folder / "release" / assignment
        tool.shutil.copytree(folder / "source" / assignment, target, dirs_exist_ok=True)

    monkeypatch.setenv("MLCOMPANION_TEACHING", str(tmp_path / "teaching"))
    monkeypatch.setattr(tool, "PLACE", tmp_path / "courses")
    monkeypatch.setattr(tool, "write_bank", questions)
    monkeypatch.setattr(self_test, "quiz_on", lambda page: [])
    monkeypatch.setattr(tool, "execute", lambda course: None)
    monkeypatch.setattr(tool, "write_decks", decks)
    monkeypatch.setattr(tool, "write_chapters", chapters)
    monkeypatch.setattr(tool, "write_source", source)
    monkeypatch.setattr(tool, "release", release)
    return tmp_path / "courses"


@pytest.mark.parametrize("name", names())
def test_the_students_page_links_to_all_there_is(place, name):
    tool.main([name])
    course = load(name)
    publish = place / name / "publish"
    page = Page((publish / "index.html").read_text())
    assert page.tags.count("h1") == page.tags.count("main") == page.tags.count("nav") == 1
    assert page.tags.count("section") == page.tags.count("h2") == len(course.weeks) + 2
    assert page.words["h1"] == course.title
    assert not any(address.startswith(("..", "/", "http")) for address in page.addresses)
    for k, week in enumerate(course.weeks, start=1):
        assert f"assignments/week-{k}/week-{k}.ipynb" in page.addresses
        for chapter in (*week.chapters, *week.read_before):
            assert f"book/notebooks/{chapter}.html" in page.addresses
        for graded in week.exercises:
            assert graded.exercise.title in page.words["main"]
        assert f"{duration(week.reading_minutes)} of reading" in page.words["main"]
    total = sum(week.hours for week in course.weeks)
    assert f"{total:g} hours in class" in page.words["header"]
    assert self_test.SELF_TEST in page.addresses
    test = Page((publish / self_test.SELF_TEST).read_text())
    assert test.tags.count("h2") == len(course.weeks)
    assert {address for address in test.addresses if not address.startswith("book/")} <= {
        "index.html",
        "data:,",
    }
    assert {path.name for path in (place / name).iterdir()} == {"publish", "staff"}
    staff = (place / name / "staff" / "index.html").read_text()
    assert "This is no sandbox" in staff
    for address in Page(staff).addresses:
        assert address == "data:," or (place / name / "staff" / address).is_file()


def test_words_are_escaped_and_nothing_is_fetched():
    text = course_page(Course("x", "A < B & C", "<b>about</b>", "<i>", load(names()[0]).weeks))
    assert "A &lt; B &amp; C" in text
    assert "<b>" not in text
    assert "<i>" not in text
    assert not re.search(r"(https?:)?//|<script|@import|url\(", text)
    assert '<html lang="en">' in text


def test_times_in_words():
    assert [duration(k) for k in (5, 60, 125, 0)] == ["5 min", "1 h", "2 h 5 min", "0 min"]


def test_a_selection_names_what_it_lacks_and_keeps_its_numbers(place, capsys):
    tool.main(["mine", "--chapters", LASSO])
    said = capsys.readouterr().out
    assert re.search(rf"^{LASSO} builds on .*{RIDGE}", said, re.M)
    alone = (place / "mine" / "publish" / "index.html").read_text()
    before = alone.split("Read before")[1].split("Chapters")[0]
    assert f"{RIDGE}.html" in before
    tool.main(["mine", "--chapters", RIDGE, LASSO])
    both = (place / "mine" / "publish" / "index.html").read_text()
    numbers = {text: set(re.findall(r"S24\.\d+ [^<]+", text)) for text in (alone, both)}
    assert numbers[alone] == numbers[both] != set()
    assert "S24 · " in alone
    assert "S24 · " in both


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "no course 'nowhere'"),
        (["mine", "--chapters", "sugiyama/99_none"], "CHAPTERS: there is no chapter"),
        (["mine", "--chapters", "S42"], r"there is no chapter 'S42': is it .*\(S\d+\)"),
        (["mine", "--chapters", "sparse_regresion"], f"is it {LASSO} "),
        (["mine", "--chapters", "02_background!"], r"is it chen/02_background \(L2\)"),
        (
            ["sparsity", "--chapters", LASSO],
            "sparsity is a course that stands: choose another NAME",
        ),
        (["mine", "--chapters", LASSO, LASSO], "CHAPTERS: .* is given twice"),
        (["--chapters", LASSO], "needs a name"),
        (["..", "--chapters", LASSO], "NAME is letters"),
    ],
)
def test_what_is_wrong_is_one_line_and_nothing_is_written(place, words, message):
    with pytest.raises(SystemExit, match=message) as error:
        tool.main(words)
    assert "\n" not in str(error.value)
    assert not place.exists()


@pytest.mark.parametrize("state", ["planned", "draft"])
def test_a_chapter_that_is_not_ready_makes_no_course(place, monkeypatch, state):
    known = chapter_list()
    monkeypatch.setattr(
        course_data, "chapter_list", lambda: {**known, LASSO: {**known[LASSO], "state": state}}
    )
    with pytest.raises(SystemExit, match=f"CHAPTERS: {LASSO} is only {state}"):
        tool.main(["mine", "--chapters", LASSO])
    assert not place.exists()


def test_what_fails_half_way_leaves_the_last_course(place, monkeypatch):
    tool.main(["mine", "--chapters", LASSO])

    def no_reveal(course, folder):
        raise FileNotFoundError("reveal.js is missing")

    monkeypatch.setattr(tool, "write_decks", no_reveal)
    with pytest.raises(SystemExit, match=r"reveal\.js is missing"):
        tool.main(["mine", "--chapters", RIDGE])
    assert [path.name for path in place.iterdir()] == ["mine"]
    assert "S24 · " in (place / "mine" / "publish" / "index.html").read_text()


def test_what_was_handed_in_below_the_build_must_be_moved(place):
    tool.main(["mine", "--chapters", LASSO])
    (place / "mine" / "grading" / "submitted" / "ada").mkdir(parents=True)
    with pytest.raises(SystemExit, match=r"handed in: move it to .*teaching/mine/grading"):
        tool.main(["mine", "--chapters", LASSO])
    assert (place / "mine" / "grading" / "submitted" / "ada").is_dir()


def test_where_marks_lie_is_said_and_nothing_of_it_is_published(place, tmp_path, capsys):
    tool.main(["mine", "--chapters", LASSO])
    said = capsys.readouterr().out
    assert str(tmp_path / "teaching" / "mine") in said
    assert f"{place}/mine/publish" in said
    assert "teaching" not in (place / "mine" / "publish" / "index.html").read_text()
    assert (
        str(tmp_path / "teaching" / "mine") in (place / "mine" / "staff" / "index.html").read_text()
    )


def test_a_week_that_was_handed_in_stands_as_it_was(place, tmp_path, capsys, monkeypatch):
    tool.main(["mine", "--chapters", LASSO])
    source = tmp_path / "teaching" / "mine" / "grading" / "source" / "week-1" / "week-1.ipynb"
    before = source.read_text()
    write = tool.write_source
    monkeypatch.setattr(tool, "write_source", lambda *w: write(*w[:3], "Other words", ""))
    (source.parents[2] / "submitted" / "ada" / "week-1").mkdir(parents=True)
    capsys.readouterr()
    tool.main(["mine", "--chapters", LASSO])
    assert "week-1 was handed in: its assignment stands as it was" in capsys.readouterr().out
    assert source.read_text() == before
    published = place / "mine" / "publish" / "assignments" / "week-1" / "week-1.ipynb"
    assert published.read_text() == before
    with pytest.raises(SystemExit, match="week-1 was handed in, and its exercises would change"):
        tool.main(["mine", "--chapters", RIDGE])
    assert source.read_text() == before


def test_a_dead_link_or_a_solution_stops_the_build(place, monkeypatch):
    decks = tool.write_decks
    monkeypatch.setattr(tool, "write_decks", lambda course, publish: (publish / "slides").mkdir())
    with pytest.raises(SystemExit, match=r"would go online is wrong: index.html: slides/sugiyama-"):
        tool.main(["mine", "--chapters", LASSO])

    def telling(course, publish):
        decks(course, publish)
        piece = max(secrets_of(LASSO), key=len)
        (publish / "slides" / "told.html").write_text(f"<p>We see: {escape(piece)}</p>")

    monkeypatch.setattr(tool, "write_decks", telling)
    with pytest.raises(SystemExit, match=r"is wrong: slides/told.html: "):
        tool.main(["mine", "--chapters", LASSO])
    assert not (place / "mine").exists()


def test_a_plan_gives_dates_and_is_kept(place, tmp_path):
    tool.main(["mine", "--chapters", LASSO])
    file = tmp_path / "teaching" / "mine" / "plan.yml"
    assert "due" not in (place / "mine" / "publish" / "index.html").read_text()
    words = "starts: 2026-10-05\nhand_in: By <post>.\n"
    file.write_text(words)
    tool.main(["mine", "--chapters", LASSO])
    text = (place / "mine" / "publish" / "index.html").read_text()
    assert all(w in text for w in ("5 October 2026", "due 12 October 2026", "By &lt;post&gt;."))
    assert file.read_text() == words
    for wrong, message in (
        ("starts: soon", "starts is a day"),
        ("dates: 1", "unknown key"),
        ("hub: x.org", ".*x.org"),
    ):
        file.write_text(wrong)
        with pytest.raises(SystemExit, match=rf"plan\.yml: {message}"):
            tool.main(["mine", "--chapters", LASSO])


def test_a_hub_and_a_repository_give_links_that_open_a_week():
    course = load("sparsity")
    plan = Plan(hub="https://hub.x.org/", repository="https://git.x.org/me/sparsity.git")
    links = [one for one in Page(course_page(course, plan)).addresses if one.startswith("https:")]
    assert len(links) == len(course.weeks)
    asked = urlsplit(links[1])
    assert asked.path == "/hub/user-redirect/git-pull"
    place = "lab/tree/sparsity/assignments/week-2/week-2.ipynb"
    assert parse_qs(asked.query) == {"repo": [plan.repository], "urlpath": [place]}
    assert "hub" not in course_page(course, Plan(hub="https://hub.x.org"))


def test_a_gradebook_whose_marks_would_change_is_put_back(tmp_path):
    book = tmp_path / "gradebook.db"
    with closing(sqlite3.connect(book)) as known, known:
        known.executescript(GRADEBOOK)
    before = marks_in(book)
    assert before == [("week-1", "ada", "ex-1", 3.0, 1.0, None)]

    def spoil():
        with kept_marks(tmp_path), closing(sqlite3.connect(book)) as known, known:
            known.execute("UPDATE grade SET auto_score = 0")

    with pytest.raises(CourseError, match="marks would have changed"):
        spoil()
    assert marks_in(book) == before
    with kept_marks(tmp_path):
        pass
    assert marks_in(book) == before


def test_courses_are_listed(capsys):
    tool.main([])
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == names()


def test_a_week_without_graded_exercises_has_no_assignment():
    course, _ = own_course("mine", [LASSO])
    assert "Assignment" in course_page(course)
    bare = replace(course, weeks=(replace(course.weeks[0], exercises=()),))
    assert not re.search("assignment|of exercises", course_page(bare), re.I)


def test_chapters_are_named_by_page_slug_number_and_part():
    assert pages_named([LASSO, "s23", "l2"]) == [LASSO, RIDGE, "chen/02_background"]
    assert pages_named(["24_sparse_regression"]) == [LASSO]
    ready = {p for p, known in chapter_list().items() if known["state"] == "ready"}
    assert pages_named(["chen"]) == [p for p in chapter_list() if p in ready and p[:5] == "chen/"]
    assert pages_named(["S24, S22"]) == [LASSO, "sugiyama/22_least_squares"]


def test_a_course_has_projects_milestones_and_one_rubric():
    course = load("first_course")
    projects = projects_of(course)
    assert len(projects) >= len(course.weeks)
    assert {one.kind for one in projects} == {"project"}
    weeks = [week for week, _ in milestones(course)]
    assert weeks == sorted(weeks)
    assert weeks[-1] == len(course.weeks)
    page = course_page(course)
    assert all(escape(row["half"]) in page for row in rubric_of_projects())
