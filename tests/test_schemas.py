"""The files that people write have their form, and a fault in one is found and said."""

from copy import deepcopy

import pytest
import yaml

from tools.chapters import CHAPTERS, ROOT
from tools.schemas import faults
from tools.templates import render

FILES = [
    ("chapters", ROOT / "book" / "chapters.yml"),
    *(("claims", path) for path in sorted(CHAPTERS.glob("*/*/claims.yml"))),
    *(("exercises", path) for path in sorted(CHAPTERS.glob("*/*/exercises.yml"))),
    *(("course", path) for path in sorted((ROOT / "courses").glob("*/course.yml"))),
    ("project", ROOT / "courses" / "project.yml"),
]
CLAIMS = yaml.safe_load(render("claims.yml", page="chen/09_sparse_lsa"))
EXERCISES = yaml.safe_load(render("exercises.yml", short="x"))


@pytest.mark.parametrize(
    ("form", "path"), FILES, ids=lambda value: getattr(value, "parent", value) and str(value)[-60:]
)
def test_every_file_has_its_form(form, path):
    assert faults(form, yaml.safe_load(path.read_text(encoding="utf-8"))) == []


def spoilt(good, place, value):
    """A copy with another value at a place; without the place if there is none."""
    found = deepcopy(good)
    *way, last = place
    inner = found
    for key in way:
        inner = inner[key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    return found


@pytest.mark.parametrize(
    ("form", "good", "place", "value", "words"),
    [
        ("claims", CLAIMS, ("claims", 0, "rule"), None, "'rule' is missing"),
        ("claims", CLAIMS, ("claims", 0, "place"), "", "'place' is empty or of a wrong type"),
        ("claims", CLAIMS, ("claims", 0, "kind"), "guess", "'guess' is not one of"),
        ("claims", CLAIMS, ("claims", 1, "reproduced"), None, "'reproduced' is missing"),
        ("claims", CLAIMS, ("claims", 1, "runs"), "none", "'reason' is missing"),
        ("claims", CLAIMS, ("claims", 2, "verdict"), "right", "unknown key 'verdict'"),
        ("claims", CLAIMS, ("changes",), [{"id": 1}], "'date' is missing"),
        ("exercises", EXERCISES, ("ex-x-2", "wrong"), None, "'wrong' is missing"),
        ("exercises", EXERCISES, ("ex-x-2", "hidden", "points"), 0, "points must be positive"),
        ("exercises", EXERCISES, ("ex-x-3", "rubric"), [], "'rubric' is empty"),
        ("exercises", EXERCISES, ("ex-x-3", "answer"), "x = 1", "unknown key 'answer'"),
    ],
)
def test_a_fault_is_said_where_it_is(form, good, place, value, words):
    assert faults(form, good) == []
    told = faults(form, spoilt(good, place, value))
    assert told
    where, said = told[0]
    assert words in said
    assert where[: len(place) - 1] == place[: len(where)][: len(place) - 1]


def test_a_ready_chapter_has_its_title_in_its_notebook_alone():
    found = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))
    chapters = [chapter for part in found["parts"] for chapter in part["chapters"]]
    ready = next(chapter for chapter in chapters if chapter["state"] == "ready")
    ready["title"] = "Twice"
    assert len(faults("chapters", found)) == 1
    ready["state"] = "draft"
    assert faults("chapters", found) == []
    ready["state"] = "done"
    assert "is not one of" in faults("chapters", found)[0][1]
