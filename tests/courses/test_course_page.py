"""A course as it is written: the students' page and its links, and nothing if anything is wrong."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tools import course as tool
from tools.course_data import Course, chapter_list, load, names, own_course
from tools.course_page import course_page, duration

ROOT = Path(__file__).resolve().parents[2]

RIDGE = "sugiyama/23_constrained_least_squares"
LASSO = "sugiyama/24_sparse_regression"
PLANNED = next(page for page, known in chapter_list().items() if known["state"] == "planned")
VOID = {"meta", "link", "br"}


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


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Where courses are written to, without slides and without nbgrader."""

    def decks(course, folder):
        (folder / "slides").mkdir()
        for page in course.chapters:
            (folder / "slides" / f"{page.replace('/', '-')}.html").touch()

    def source(folder, assignment, exercises, heading):
        (folder / "source" / assignment).mkdir(parents=True)
        (folder / "source" / assignment / f"{assignment}.ipynb").write_text(heading)

    def release(folder, assignment):
        tool.shutil.copytree(folder / "source" / assignment, folder / "release" / assignment)

    monkeypatch.setattr(tool, "PLACE", tmp_path / "courses")
    monkeypatch.setattr(tool, "write_decks", decks)
    monkeypatch.setattr(tool, "write_source", source)
    monkeypatch.setattr(tool, "release", release)
    return tmp_path / "courses"


@pytest.mark.parametrize("name", names())
def test_the_students_page_links_to_all_there_is(place, name):
    tool.main([name])
    course = load(name)
    page = Page((place / name / "index.html").read_text())
    assert page.tags.count("h1") == page.tags.count("main") == page.tags.count("nav") == 1
    assert page.tags.count("section") == page.tags.count("h2") == len(course.weeks)
    assert page.words["h1"] == course.title
    for address in page.addresses:
        if address.startswith("#"):
            assert address[1:] in page.ids
        elif address.startswith("../../html/notebooks/"):
            chapter = address.removeprefix("../../html/notebooks/").removesuffix(".html")
            assert (ROOT / "notebooks" / f"{chapter}.ipynb").is_file()
        elif address != "data:,":
            assert (place / name / address).is_file()
    for k, week in enumerate(course.weeks, start=1):
        assert f"assignments/week-{k}/week-{k}.ipynb" in page.addresses
        for chapter in (*week.chapters, *week.read_before):
            assert f"../../html/notebooks/{chapter}.html" in page.addresses
        for graded in week.exercises:
            assert graded.exercise.title in page.words["main"]
        assert f"{duration(week.reading_minutes)} of reading" in page.words["main"]
    total = sum(week.hours for week in course.weeks)
    assert f"{total:g} hours in class" in page.words["header"]


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
    alone = (place / "mine" / "index.html").read_text()
    before = alone.split("Read before")[1].split("Chapters")[0]
    assert f"{RIDGE}.html" in before
    tool.main(["mine", "--chapters", RIDGE, LASSO])
    both = (place / "mine" / "index.html").read_text()
    numbers = {text: set(re.findall(r"S24\.\d+ [^<]+", text)) for text in (alone, both)}
    assert numbers[alone] == numbers[both] != set()
    assert "S24 · " in alone
    assert "S24 · " in both


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["nowhere"], "no course 'nowhere'"),
        (["mine", "--chapters", "sugiyama/99_none"], "CHAPTERS: there is no chapter"),
        (["mine", "--chapters", PLANNED], "CHAPTERS: .* is only planned"),
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


def test_what_fails_half_way_leaves_the_last_course(place, monkeypatch):
    tool.main(["mine", "--chapters", LASSO])

    def no_reveal(course, folder):
        raise FileNotFoundError("reveal.js is missing")

    monkeypatch.setattr(tool, "write_decks", no_reveal)
    with pytest.raises(SystemExit, match=r"reveal\.js is missing"):
        tool.main(["mine", "--chapters", RIDGE])
    assert [path.name for path in place.iterdir()] == ["mine"]
    assert "S24 · " in (place / "mine" / "index.html").read_text()


def test_what_students_handed_in_is_kept(place):
    tool.main(["mine", "--chapters", LASSO])
    (place / "mine" / "grading" / "submitted" / "ada").mkdir(parents=True)
    with pytest.raises(SystemExit, match="handed in: move it away"):
        tool.main(["mine", "--chapters", LASSO])
    assert (place / "mine" / "grading" / "submitted" / "ada").is_dir()


def test_courses_are_listed(capsys):
    tool.main([])
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == names()


def test_a_week_without_graded_exercises_has_no_assignment():
    course, _ = own_course("mine", [LASSO])
    assert "Assignment" in course_page(course)
    bare = replace(course, weeks=(replace(course.weeks[0], exercises=()),))
    assert not re.search("assignment|of exercises", course_page(bare), re.I)
