"""A digest of a study's code: of its file and of every definition of the package that it reaches.

Read from the code without running it, definition by definition: a function counts with the names
that it uses, in its own file and in those from which they are imported. Imports themselves,
comments, docstrings, layout and the places of files do not count, nor do several assignments that
share a line, nor what keeps machine code, nor what input ``_validation`` refuses: a case that is
stored met no refusal. The data files that its loaders read do count.
"""

import ast
import hashlib
from copy import deepcopy
from functools import cache

from tools.fingerprints import data_of, definitions, imports_in, tree_of

__all__ = ["code_digest"]

#: They make something faster, or keep it, and compute nothing.
_HOOKS = ("_compat.py", "_machine_code.py")
_DOOR = "_validation.py"


def _names(statement):
    """The names that a statement at the top level of a module defines."""
    if hasattr(statement, "name"):
        return {statement.name}
    targets = getattr(statement, "targets", [getattr(statement, "target", None)])
    nodes = [node for target in targets if target for node in ast.walk(target)]
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _is_import(statement):
    return isinstance(statement, ast.Import | ast.ImportFrom)


class _Admitted(ast.NodeTransformer):
    """Drops what only raises an error: ``if …: raise …``."""

    def visit_If(self, node):
        refuses = all(isinstance(statement, ast.Raise) for statement in node.body)
        return None if refuses and not node.orelse else self.generic_visit(node)


@cache
def _parts(file):
    """The statements of a file by the name that they define; what defines none stands under ""."""
    parts = {"": []}
    tree = _Admitted().visit(deepcopy(tree_of(file))) if file.name == _DOOR else tree_of(file)
    for statement in _one_by_one(tree.body):
        if file.name == "__init__.py" and _names(statement) == {"__all__"}:
            continue  # what stands on a face beside the names used computes nothing
        if not _is_import(statement) and not _is_docstring(statement):
            for name in _names(statement) or {""}:
                parts.setdefault(name, []).append(statement)
    return parts


def _one_by_one(block):
    """The statements of a block, with ``a, b = x, y`` as two where the order says the same."""
    for statement in block:
        pairs = _assigned(statement)
        if pairs and all(_is_free(pairs[i][0], pairs[i + 1 :]) for i in range(len(pairs))):
            yield from (ast.copy_location(ast.Assign([t], v), statement) for t, v in pairs)
        else:
            yield statement


def _assigned(statement):
    """The pairs of target and value of ``a, b = x, y``; none for any other statement."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
        return []
    sides = (statement.targets[0], statement.value)
    if not all(isinstance(side, ast.Tuple) for side in sides):
        return []
    targets, values = (side.elts for side in sides)
    if len(targets) != len(values) or any(isinstance(t, ast.Starred) for t in targets):
        return []
    return list(zip(targets, values, strict=True))


def _is_free(target, later):
    """Whether no later pair reads the name that a target sets or changes."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    read = {node.id for _, value in later for node in ast.walk(value) if isinstance(node, ast.Name)}
    return isinstance(target, ast.Name) and target.id not in read


def _is_docstring(statement):
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(value, ast.Constant)


@cache
def _imported(file):
    """The definitions of the package behind each imported name of a file."""
    found = {}
    for module, name, local in imports_in(file):
        beside = file.parent / f"{module}.py"  # a study may import another
        pairs = {(beside, name)} if beside.is_file() else definitions(module, name)
        found.setdefault(local.split(".")[0], set()).update(pairs)
    return found


@cache
def _uses(file, name):
    """The definitions that one definition uses directly; all of the file's for the whole file."""
    parts = _parts(file)
    if name is None or name not in parts:
        return {(file, part) for part in parts}
    used = {
        node.id for part in parts[name] for node in ast.walk(part) if isinstance(node, ast.Name)
    }
    here = {(file, other) for other in used & set(parts)}
    there = {pair for other in used for pair in _imported(file).get(other, ())}
    return {(file, "")} | here | there


def reached(file):
    """Every ``(file, name)`` of the study in ``file`` and of what it reaches."""
    found = set()
    todo = {(file, None)}
    while todo:
        pair = todo.pop()
        if pair not in found:
            found.add(pair)
            todo |= {used for used in _uses(*pair) if used[0].name not in _HOOKS}
    return found


class _Bare(ast.NodeTransformer):
    """Drops docstrings and imports and parts ``a, b = x, y``: none of them changes a result."""

    def visit(self, node):
        self.generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                kept = [s for s in block if not _is_docstring(s) and not _is_import(s)]
                setattr(node, field, list(_one_by_one(kept)) or [ast.Pass()] * bool(block))
        return node


@cache
def _piece(file, name):
    """The digest of one definition."""
    module = ast.parse("\n".join(map(ast.unparse, _parts(file).get(name, []))))
    return hashlib.sha256(ast.unparse(_Bare().visit(module)).encode()).hexdigest()


def code_digest(file):
    """Digest of the code that a study reaches, and of its data: sixteen hexadecimal digits.

    Parameters
    ----------
    file : pathlib.Path
        The study.
    """
    pairs = reached(file)
    pieces = {_piece(*pair) for pair in pairs if pair[1] is not None}
    pieces |= {hashlib.sha256(path.read_bytes()).hexdigest() for path in data_of(pairs)}
    return hashlib.sha256(" ".join(sorted(pieces)).encode()).hexdigest()[:16]
