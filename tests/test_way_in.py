"""The way in: what CONTRIBUTING prints for a first chapter works, in a copy of the repository."""

import os
import re
import resource
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
LONGEST_CHECK = 60  # processor seconds


def printed(language):
    """The blocks of one language in the printed example, as one text."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split("\n## ")[1]
    return "".join(re.findall(rf"```{language}\n(.*?)```", section, re.S))


def printed_commands():
    """The commands of the printed example, in order."""
    return [line.strip() for line in printed("bash").splitlines() if line.strip()]


@pytest.fixture
def copy(tmp_path):
    """A copy of what git holds, with the same venv."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(lambda name: (ROOT / name).is_file(), names.stdout.splitlines()):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, tmp_path / name)
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    os.utime(ROOT / ".venv" / ".ready")  # newer than the copy's pins: nothing is installed
    with (tmp_path / "book" / "chapters.yml").open("a", encoding="utf-8") as chapters:
        chapters.write(printed("yaml"))  # the list ends with the part that the example names
    return tmp_path


def test_the_example_is_planned_where_the_list_ends():
    listed = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text(encoding="utf-8"))
    (entry,) = yaml.safe_load(printed("yaml"))
    last = listed["parts"][-1]
    known = last["chapters"][-1]
    assert entry.keys() == known.keys() | {"title"}
    assert entry["state"] == "planned"
    assert set(entry["themes"]) <= set(listed["themes"])
    assert f"CHAPTER={last['part']}/{entry['slug']}" in printed("bash")


def test_the_example_names_every_step():
    said = [command for command in printed_commands() if command.startswith("make ")]
    targets = [command.split()[1] for command in said]
    assert targets == ["claims", "chapter", "study", "lab", "normalize", "check", "book", "test"]


# A chapter is scaffolded, run, stored and checked: a minute or two.
@pytest.mark.slow
def test_the_printed_example_works(copy):
    environment = {**os.environ, "PYTHONPATH": str(copy / "src")}
    for command in printed_commands():
        if command.split()[1] in ("lab", "book", "test"):
            continue  # the editor's window; what takes long has tests of its own
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(
            [*command.split(), "JOBS=2"], cwd=copy, env=environment, capture_output=True, text=True
        )
        assert run.returncode == 0, f"{command}\n{run.stdout[-3000:]}\n{run.stderr[-3000:]}"
        if "check" in command:
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            assert after.ru_utime - before.ru_utime < LONGEST_CHECK
    state = subprocess.run(["git", "diff", "--stat"], cwd=ROOT, capture_output=True, text=True)
    assert "your_chapter" not in state.stdout, "the copy alone is changed"
