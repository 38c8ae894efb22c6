"""Which statements of a chapter an exercise needs: a backward slice, statement by statement.

An exercise that stands alone must bring the data and names that its code uses. Read from the last
statement to the first, one is kept if it defines a name that is wanted later, or changes the object
that such a name holds; what it reads is then wanted too. Drawing, ledger and prints fall away by
themselves, since nothing wants what they define.
"""

import ast
import builtins

__all__ = ["defined_names", "free_names", "laid_out", "preamble"]

BUILTIN = frozenset(dir(builtins))
#: Functions that change their first argument.
IN_PLACE = {"copyto", "fill_diagonal", "place", "put", "put_along_axis", "shuffle"}


def _root(node):
    """The name at the root of ``a.b[c].d``, or None."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def defined_names(statement):
    """The names that a statement binds at the top level of a notebook."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    found = set()
    loops = [node.target for node in ast.walk(statement) if isinstance(node, ast.comprehension)]
    inside = {name for target in loops for name in ast.walk(target)}  # known there only
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in inside:
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {alias.asname or alias.name.split(".")[0] for alias in node.names}
    return found


def _changed(statement, imported):
    """The names whose objects a statement may change: of parts set, or methods called."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
        return set()
    found = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            found.add(_root(node))
        elif isinstance(node, ast.AugAssign):
            found.add(_root(node.target))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            function = node.value.func
            if isinstance(function, ast.Attribute):
                found.add(_root(function))
                if function.attr in IN_PLACE:
                    found.add(_root(node.value.args[0]))
    return found - imported - {None}


def _arguments(node):
    every = [*node.posonlyargs, *node.args, *node.kwonlyargs, node.vararg, node.kwarg]
    return {argument.arg for argument in every if argument}


def _free_in_expression(node, bound):
    """Names that an expression reads and does not bind itself (arguments, comprehensions)."""
    if isinstance(node, ast.Lambda):
        return _free_in_expression(node.body, bound | _arguments(node.args))
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        for part in node.generators:
            bound = bound | defined_names(part.target)
    if isinstance(node, ast.Name):
        return {node.id} - bound if isinstance(node.ctx, ast.Load) else set()
    return {
        name for child in ast.iter_child_nodes(node) for name in _free_in_expression(child, bound)
    }


def _free_in_statement(node, bound):
    """Names that a statement reads before it binds them."""
    if isinstance(node, ast.FunctionDef):
        defaults = [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.decorator_list]
        outer = {name for part in defaults for name in _free_in_expression(part, bound)}
        return outer | free_names(node.body, bound | _arguments(node.args) | {node.name})
    found = set()
    inner = set(bound)
    for field, value in ast.iter_fields(node):
        parts = value if isinstance(value, list) else [value]
        if field in ("body", "orelse", "finalbody", "handlers"):
            if isinstance(node, ast.For):
                inner |= defined_names(node.target)
            found |= free_names(parts, inner)
        else:
            for part in (part for part in parts if isinstance(part, ast.AST)):
                found |= _free_in_expression(part, bound)
                if isinstance(node, ast.With):
                    inner |= defined_names(part)
    if isinstance(node, ast.AugAssign):
        found |= {_root(node.target)} - bound - {None}
    return found


def free_names(statements, bound=frozenset()):
    """The names that statements read before they bind them, but for Python's own.

    Parameters
    ----------
    statements : list of ast.stmt
    bound : set of str
        Names that are known already.

    Returns
    -------
    set of str
    """
    bound = set(bound) | BUILTIN
    found = set()
    for statement in statements:
        found |= _free_in_statement(statement, bound)
        bound |= defined_names(statement)
    return found


def _source(statement, code, wanted):
    """The text of a statement; of an import only what is wanted."""
    if isinstance(statement, ast.ImportFrom | ast.Import):
        kept = [a for a in statement.names if (a.asname or a.name.split(".")[0]) in wanted]
        return ast.unparse(
            ast.ImportFrom(statement.module, kept, statement.level)
            if isinstance(statement, ast.ImportFrom)
            else ast.Import(kept)
        )
    first = min(node.lineno for node in [statement, *getattr(statement, "decorator_list", [])])
    return "\n".join(code.splitlines()[first - 1 : statement.end_lineno])


def laid_out(parts):
    """Join pairs of a statement and its text, with room around functions and classes."""
    text = ""
    roomy = (ast.FunctionDef, ast.ClassDef)
    for (before, _), (statement, source) in zip([(None, ""), *parts], parts):
        room = isinstance(before, roomy) or isinstance(statement, roomy)
        text += ("\n\n\n" if room else "\n") * bool(text) + source
    return text


def preamble(cells, wanted):
    """The statements that define what is wanted, cell by cell.

    Parameters
    ----------
    cells : list of str
        Code, in the order of execution.
    wanted : set of str
        Names that must be defined in the end.

    Returns
    -------
    list of str
        One source for each cell of which something is kept.

    Raises
    ------
    ValueError
        If a wanted name is defined nowhere.
    """
    wanted = set(wanted) - BUILTIN
    kept = []
    statements = [statement for code in cells for statement in ast.parse(code).body]
    imports = [node for node in statements if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = set().union(*map(defined_names, imports))
    for code in reversed(cells):
        lines = []
        for statement in reversed(ast.parse(code).body):
            defined = defined_names(statement)
            if not (defined | _changed(statement, imported)) & wanted:
                continue
            lines.insert(0, (statement, _source(statement, code, wanted)))
            simple = ast.Assign | ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom
            if isinstance(statement, simple):
                wanted -= defined
            wanted |= free_names([statement])
        if lines:
            kept.insert(0, laid_out(lines))
    if wanted:
        raise ValueError(f"no cell defines {', '.join(sorted(wanted))}")
    return kept
