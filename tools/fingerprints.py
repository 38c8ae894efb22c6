"""What an executed chapter depends on, read from the code without running it, and its digest.

A copy is stale when one of these changed: the notebook's code; a file of a package that defines
a name which the notebook imports, or which such a file imports (a room's ``__init__`` only hands
names on: they are followed to the file that defines them); the content of a data file that one of
its loaders reads; its claims file; the source's tables that are stored for it; a stored study that
code or claims name; the pinned versions.
"""

import ast
import hashlib
import json
import os
import re
import sys
from functools import cache
from pathlib import Path

from tools.chapters import BUILD, CHAPTERS, PACKAGE, ROOT, chapter_folder, page_of

#: The imports of the files that were read, for the processes that come after.
KEPT = BUILD / "imports.json"
DATA = PACKAGE / "datasets" / "data"
PACKAGES = {PACKAGE.name, CHAPTERS.name}


def _module_file(name):
    base = PACKAGE.parent.joinpath(*name.split("."))
    candidates = (base.with_suffix(".py"), base / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


@cache
def tree_of(file):
    """The syntax tree of a file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def _statements(node):
    """Every statement below a node: imports are statements, and expressions are most of a tree."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from _statements(child)


def _imports(tree, package=""):
    """Yield ``(module, name, local name)`` of every import; ``package`` resolves leading dots."""
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, None, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")[: package.count(".") + 2 - node.level]
            module = ".".join([*(parents if node.level else []), *filter(None, [node.module])])
            yield from ((module, alias.name, alias.asname or alias.name) for alias in node.names)


@cache
def imports_in(file):
    """``(module, name, local name)`` of every import of a file."""
    inside = file.is_relative_to(PACKAGE.parent)  # a study may stand elsewhere
    package = ".".join(file.relative_to(PACKAGE.parent).parts[:-1]) if inside else ""
    key = hashlib.sha256(f"{_reader()} {package}\0".encode() + file.read_bytes()).hexdigest()
    if key not in _kept():
        _kept()[key] = [*_imports(tree_of(file), package)]
    return tuple(map(tuple, _kept()[key]))


@cache
def _reader():
    """A digest of what reads the imports: where it is changed, all are read again."""
    return hashlib.sha256(sys.version.encode() + Path(__file__).read_bytes()).hexdigest()


@cache
def _kept():
    """Imports by a digest of the file's content, as an earlier process kept them."""
    try:
        return json.loads(KEPT.read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not there, or cut short
        return {}


def keep_imports():
    """Keep the imports that are known: to parse all files takes a process many seconds."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    unfinished = KEPT.with_name(f"{KEPT.name}.{os.getpid()}")
    unfinished.write_text(json.dumps(_kept()), encoding="utf-8")
    unfinished.replace(KEPT)  # no other process reads half of it


@cache
def definitions(module, name=None):
    """The ``(file, name)`` pairs where a package defines ``name`` of ``module``.

    Without a name, or for a name that is a module, the pair is the module's ``(file, None)``.
    """
    file = _module_file(module)
    if file is None or module.split(".")[0] not in PACKAGES:
        return frozenset()
    if name is None:
        return frozenset({(file, None)})
    found = definitions(f"{module}.{name}")
    if file.name == "__init__.py":
        for origin, original, local in imports_in(file):
            if local == name and (origin, original) != (module, name):
                found |= definitions(origin, original)
    return found or frozenset({(file, name)})


def imported_definitions(code):
    """Every ``(file, name)`` of the package that ``code`` itself imports."""
    imports = _imports(ast.parse(code))
    return {pair for module, name, _ in imports for pair in definitions(module, name)}


def imported_files(code):
    """The files of the package that define what ``code`` itself imports."""
    return {file for file, _ in imported_definitions(code)}


@cache
def package_definitions(code):
    """Every ``(file, name)`` of the package that ``code`` imports, directly or not."""
    found = set()
    todo = imported_definitions(code)
    while todo:
        file, name = todo.pop()
        if (file, name) not in found:
            found.add((file, name))
            for module, imported, _ in imports_in(file):
                todo |= definitions(module, imported)
    return found


def package_files(code):
    """Every file of the package that ``code`` depends on."""
    return sorted({file for file, _ in package_definitions(code)})


@cache
def _strings(file, name):
    """Texts in the definition of ``name`` and in what it uses of the same file."""
    known = {}
    for node in tree_of(file).body:
        names = [node.name] if hasattr(node, "name") else []
        if isinstance(node, ast.Assign):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        known.update(dict.fromkeys(names, node))
    found = set()
    seen = set()
    todo = [tree_of(file) if name is None else known.get(name)]
    while todo:
        for node in ast.walk(todo.pop() or ast.Pass()):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            if isinstance(node, ast.Name) and node.id in known and node.id not in seen:
                seen.add(node.id)
                todo.append(known[node.id])
    return found


def data_files(code):
    """Every data file that a loader which ``code`` imports names, wholly or by its beginning."""
    return data_of(package_definitions(code))


def data_of(pairs):
    """Every data file that loaders among the definitions ``(file, name)`` name."""
    stems = {path: path.name.split(".")[0] for path in DATA.iterdir()}
    texts = {
        text
        for file, name in pairs
        if file.parent == DATA.parent
        for text in _strings(file, name)
        if len(text) >= 3
    }
    named = [path for path in stems if any(path.name.startswith(text) for text in texts)]
    return sorted(named)


def study_files(text):
    """Every stored study whose name stands in ``text``."""
    words = set(re.findall(r"\w+", text))
    stored = sorted(CHAPTERS.glob("*/*/studies/*.csv*"))
    return [path for path in stored if path.name.split(".")[0] in words]


def code_of(path):
    """The code cells of a notebook."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def dependencies(path):
    """Every file on which a notebook's outputs depend, besides itself."""
    code = "\n".join(code_of(path))
    own = chapter_folder(page_of(path))
    fixed = sorted(own.glob("claims.yml"))
    tables = sorted(own.glob("tables/*.csv"))
    studies = study_files(code + "".join(file.read_text(encoding="utf-8") for file in fixed))
    pins = ROOT / "requirements.lock"
    return [*package_files(code), *data_files(code), *fixed, *tables, *studies, pins]


def fingerprint(path):
    """A digest of all that a notebook's outputs depend on."""
    digest = hashlib.sha256("\x00".join([sys.version, *code_of(path)]).encode())
    for file in dependencies(path):
        content = hashlib.sha256(file.read_bytes()).hexdigest()
        digest.update(f"\x00{file.name}:{content}".encode())
    return digest.hexdigest()
