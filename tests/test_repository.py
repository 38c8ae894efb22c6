"""The repository keeps its promises: one set of pins, imports that go down, pages that exist."""

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
import yaml

from tools.lock import lowest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "mlcompanion"

#: The rooms by floor, from the ground up; themes and streams stand above. A module imports its own
#: floor or one below. Beside them: teaching, plots.
FLOORS = (
    {"datasets", "kernels", "linalg", "probability"}
    | {
        "_binary",
        "_classes",
        "_compat",
        "_data",
        "_jit",
        "_machine_code",
        "_linear",
        "_progress",
        "_stream",
        "_validation",
    },
    {"convex", "density", "losses", "prox", "resampling", "sequences"},
    {"graphical", "learning_theory", "optimize", "stats"},
)
#: The sub-rooms of ``online``: each imports only those before it.
ONLINE = (
    "core", "bounds", "games", "learners", "adaptive", "kernel_learners", "structured", "experts",
    "alignment",
)  # fmt: skip
BESIDE = {"teaching", "plots"}
DRAWING = {"matplotlib", "ipywidgets", "IPython", "PIL"}


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def lock():
    lines = (ROOT / "requirements.lock").read_text().split()
    return dict(line.split("==") for line in lines)


def test_the_lock_holds_exact_versions_only():
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.+!]+", line), line


def test_environment_has_the_same_pins():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text())
    pip = next(d["pip"] for d in environment["dependencies"] if isinstance(d, dict))
    assert dict(line.split("==") for line in pip if "==" in line) == lock()


def test_every_declared_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    declared = [need for extra, needs in extras.items() if extra != "bench" for need in needs]
    declared += project["dependencies"]
    names = {canonical(re.match(r"[\w.-]+", need)[0]) for need in declared}
    assert names - {project["name"]} <= lock().keys()
    bench = (ROOT / "benchmarks" / "requirements.lock").read_text().split()
    pinned = {canonical(line.split("==")[0]) for line in bench}
    assert {canonical(name) for name in extras["bench"]} <= pinned | lock().keys()
    assert not pinned & lock().keys()  # both are installed into one environment


def test_the_lowest_pins_are_the_declared_bounds():
    written = (ROOT / "requirements-lowest.lock").read_text().split()
    assert written == lowest([f"{name}=={version}" for name, version in lock().items()])


def workflows():
    for path in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            yield path.stem, name, job


def test_no_job_of_a_commit_takes_more_than_25_minutes():
    limits = {name: job["timeout-minutes"] for flow, name, job in workflows() if flow == "ci"}
    assert limits
    assert max(limits.values()) <= 25


def test_jobs_make_what_there_is_and_every_part():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.M))
    for _, name, job in workflows():
        matrix = job.get("strategy", {}).get("matrix", {})
        run = " ".join(step.get("run", "") for step in job["steps"])
        called = set(re.findall(r"make ([a-z][a-z-]*)", run)) | set(matrix.get("target", ()))
        assert called <= targets, name
        if name == "chapters":
            assert set(matrix["part"]) == set(chapters())


#: A kernel has its own path, as a program that is started has it.
OWN_PATH = {"tools/warm.py"}


def test_no_module_edits_the_path():
    folders = ("book", "notebooks", "src", "tests", "tools")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    edited = re.compile(r"^[^#\n]*\bsys\.path(?:\.\w+\(|\[[^]]*\]\s*=)", re.M)
    found = {path.relative_to(ROOT).as_posix() for path in files
             if edited.search(path.read_text(encoding="utf-8"))}  # fmt: skip
    assert found == OWN_PATH


def test_contents_follow_the_list_of_chapters():
    check = [sys.executable, "-m", "tools.toc", "--check"]
    assert subprocess.run(check, cwd=ROOT, check=False).returncode == 0


def chapters():
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text())["parts"]
    return {part["part"]: {c["slug"]: c for c in part["chapters"]} for part in parts}


def test_all_97_chapters_are_listed():
    counts = {part: len(slugs) for part, slugs in chapters().items()}
    assert counts == {
        "jmlr12": 36, "sugiyama": 38, "shalev_shwartz": 10, "chen": 8, "choromanska": 5,
    }  # fmt: skip


def test_what_is_written_or_begun_are_the_notebooks():
    begun = {f"{p}/{s}" for p, slugs in chapters().items() for s in slugs
             if slugs[s]["state"] in ("draft", "ready")}  # fmt: skip
    found = {p.relative_to(ROOT / "notebooks").with_suffix("").as_posix()
             for p in (ROOT / "notebooks").glob("*/*.ipynb")}  # fmt: skip
    assert begun == found


CHAPTERS = ROOT / "src" / "mlcompanion_chapters"
CHAPTER_FILES = sorted(CHAPTERS.rglob("*.py"))


def test_a_chapters_folder_is_its_parts_letter_and_its_slug():
    parts = yaml.safe_load((ROOT / "book" / "chapters.yml").read_text())["parts"]
    expected = {
        f"{part['part']}/{part['letter'].lower()}{chapter['slug']}"
        for part in parts
        for chapter in part["chapters"]
        if chapter["state"] in ("draft", "ready")
    }
    folders = {path.parent for path in CHAPTERS.glob("*/*/__init__.py")}
    assert {f"{path.parent.name}/{path.name}" for path in folders} == expected


@pytest.mark.parametrize("path", CHAPTER_FILES, ids=lambda p: p.relative_to(CHAPTERS).as_posix())
def test_a_chapter_imports_the_library_the_checks_and_itself(path):
    own = path.relative_to(CHAPTERS).parts[:2]
    for module in imported_modules(path):
        package, *rest = module.split(".")
        if package == CHAPTERS.name:
            assert rest[0] == "checks" or tuple(rest[:2]) == own, module


def imported_modules(path):
    """The dotted names of every module that a file imports from."""
    here = path.relative_to(ROOT / "src").with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level] if node.level else ()
            yield ".".join([*base, *filter(None, [node.module])])


@cache
def imports(path):
    """What a module imports: paths below ``mlcompanion``, and names of foreign packages."""
    own = set()
    foreign = set()
    here = path.relative_to(PACKAGE.parent).with_suffix("").parts
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = here[: len(here) - node.level] if node.level else ()
            stem = ".".join([*base, *filter(None, [node.module])])
            names = [stem] if stem != "mlcompanion" else [f"{stem}.{a.name}" for a in node.names]
        for name in names:
            root, *rest = name.split(".")
            if root != "mlcompanion":
                foreign.add(root)
            elif rest:
                own.add(tuple(rest))
    return own, foreign


MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(path):
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def floor_of(room):
    return next((i for i, rooms in enumerate(FLOORS) if room in rooms), len(FLOORS))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_imports_go_down(path):
    room = room_of(path)
    own, foreign = imports(path)
    rooms = {name for name, *_ in own} - {room}
    if room in BESIDE:
        ground = {"_compat", "_validation"}
        assert not rooms - BESIDE - ground, "teaching and plots import no algorithm"
        return
    assert not rooms & BESIDE, "algorithms import neither teaching nor plots"
    assert CHAPTERS.name not in foreign, "the library imports no chapter"
    assert not foreign & DRAWING, "algorithms do not draw"
    assert not {r for r in rooms if floor_of(r) > floor_of(room)}, "imports go down the floors"


def test_no_two_rooms_import_each_other():
    below = {}
    for path in MODULES:
        room = room_of(path)
        below.setdefault(room, set()).update(name for name, *_ in imports(path)[0])
    graph = {room: rooms - {room, "__init__"} for room, rooms in below.items()}
    list(TopologicalSorter(graph).static_order())  # it raises a CycleError that names the circle


@pytest.mark.parametrize("path", sorted((PACKAGE / "online").glob("*/*.py")),
                         ids=lambda p: p.relative_to(PACKAGE).as_posix())  # fmt: skip
def test_sub_rooms_of_online_import_those_before_them(path):
    before = ONLINE[: ONLINE.index(path.parent.name) + 1]
    found = {rest[0] for room, *rest in imports(path)[0] if room == "online" and rest}
    assert found <= set(before)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("__init__.py")),
                         ids=lambda p: p.parent.relative_to(PACKAGE).as_posix())  # fmt: skip
def test_a_face_shows_thirty_names_at_most(path):
    room = path.parent.relative_to(PACKAGE).as_posix()
    values = (node.value for node in ast.parse(path.read_text()).body
              if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")  # fmt: skip
    names = [name for value in values for name in ast.literal_eval(value)]
    assert len(names) == len(set(names))
    if room != "datasets":  # a shelf: one name a data set
        assert len(names) <= 30


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES} - {PACKAGE}),
                         ids=lambda p: p.relative_to(PACKAGE).as_posix())  # fmt: skip
def test_a_room_holds_fourteen_modules_at_most(folder):
    modules = [path for path in folder.glob("*.py") if path.stem != "__init__"]
    if folder.name not in {"datasets", "teaching"}:  # shelves: a file a family, a file a widget
        assert len(modules) <= 14, "full: give part of it a room inside"


@pytest.mark.parametrize("path", sorted((ROOT / "notebooks").glob("*/*.ipynb")),
                         ids=lambda p: f"{p.parent.name}/{p.stem}")  # fmt: skip
def test_what_a_notebook_imports_stands_in_a_face(path):
    """What it only shows, by ``source``, and compiled loops, which check nothing, do not."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    tree = ast.parse("\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code"))
    used = names_used(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.ImportFrom) or node.module.split(".")[0] != "mlcompanion":
            continue
        room = importlib.import_module(node.module)
        for alias in node.names:
            name = alias.name
            thing = getattr(room, alias.name)
            if (alias.asname or name) not in used:
                continue
            if inspect.ismodule(thing) or hasattr(thing, "py_func"):
                continue
            is_face = hasattr(room, "__path__") or node.module.count(".") == 1
            assert is_face, f"{node.module} is no room: import {name} from the face above it"
            assert name in room.__all__, f"{name} is not in the face of {node.module}"


def names_used(tree):
    """The names that code reads anywhere but in the arguments of ``source``."""
    found = set()
    todo = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "source":
            continue
        if isinstance(node, ast.Name):
            found.add(node.id)
        todo += ast.iter_child_nodes(node)
    return found


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_modules_say_what_they_are_and_fit_in_a_room(path):
    code = path.read_text()
    assert ast.get_docstring(ast.parse(code)), "no module docstring"
    assert len(code.splitlines()) <= 420, "a room of about 300 lines is full: split it by idea"


def test_the_package_does_not_claim_to_be_typed():
    """Few names have hints: a checker that trusts the rest would take every argument."""
    assert not list(PACKAGE.rglob("py.typed"))


def test_the_package_ships_the_data_it_describes():
    from mlcompanion import datasets

    for name in datasets.__all__:
        function = getattr(datasets, name)
        assert function.__doc__, name
        if name.startswith("load_"):
            bunch = function()
            assert "Origin" in bunch.DESCR, name
            assert bunch.data.shape[0] if hasattr(bunch.data, "shape") else len(bunch.data), name
