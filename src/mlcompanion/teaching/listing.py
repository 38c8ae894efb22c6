"""Show the code that runs."""

import ast
import inspect
import textwrap

from IPython.display import display
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from ._mode import output_mode

__all__ = ["source", "source_text"]


def _plain_function(obj):
    """Undo Numba's and functools' wrappers, so that the written source is found."""
    return inspect.unwrap(getattr(obj, "py_func", obj))


def _trim_docstrings(code):
    """Keep the first paragraph of every docstring in ``code``."""
    lines = code.splitlines()
    kinds = (ast.FunctionDef, ast.ClassDef)
    nodes = [node for node in ast.walk(ast.parse(code)) if isinstance(node, kinds)]
    # from the last line to the first: a cut moves what stands below it
    for node in sorted(nodes, key=lambda node: node.lineno, reverse=True):
        if ast.get_docstring(node) is None:
            continue
        doc = node.body[0]
        first = ast.get_docstring(node).split("\n\n")[0]
        if first == ast.get_docstring(node):
            continue
        indent = " " * doc.col_offset
        short = textwrap.indent(f'"""{first}"""', indent).splitlines()
        lines[doc.lineno - 1 : doc.end_lineno] = short
    return "\n".join(lines)


def source_text(obj, docstring="trim"):
    """Return the source of a function, class or method as text.

    Parameters
    ----------
    obj : function, class or method
        Numba-compiled functions give the Python they were compiled from.
    docstring : {"trim", "keep"}
        ``"trim"`` leaves only the first paragraph of each docstring.
    """
    if docstring not in ("trim", "keep"):
        raise ValueError(f"docstring must be 'trim' or 'keep', got {docstring!r}")
    code = textwrap.dedent(inspect.getsource(_plain_function(obj))).rstrip()
    return _trim_docstrings(code) if docstring == "trim" else code


def _excerpt(code, first, last):
    """The lines of ``code`` from the one that holds ``first`` to the next that holds ``last``."""
    lines = code.splitlines()
    start = next((i for i, line in enumerate(lines) if first in line), None)
    if start is None:
        raise ValueError(f"excerpt: no line of the source holds {first!r}")
    end = next((i for i in range(start, len(lines)) if last in lines[i]), None)
    if end is None:
        raise ValueError(f"excerpt: no line from there on holds {last!r}")
    return textwrap.dedent("\n".join(lines[start : end + 1]))


def source(*objects, docstring="trim", excerpt=None):
    """Show the real code of functions or classes, highlighted, with a link to the file.

    Parameters
    ----------
    *objects : functions, classes or methods
        What to show, in this order.
    docstring : {"trim", "keep"}
        ``"trim"`` leaves only the first paragraph of each docstring: the page explains the rest.
    excerpt : (str, str), optional
        Show only the lines from the first that holds one text to the next that holds the other,
        of a single object: the part that stands for the formula.

    Raises
    ------
    ValueError
        If nothing is given, ``docstring`` is unknown, or an excerpt is not found or asked of
        several objects.
    """
    if not objects:
        raise ValueError("source needs at least one function or class")
    if excerpt is not None and len(objects) > 1:
        raise ValueError("excerpt: show parts of one object at a time")
    for obj in objects:
        function = _plain_function(obj)
        name = f"{function.__module__}.{function.__qualname__}"
        code = source_text(obj, docstring)
        if excerpt is not None:
            code = _excerpt(code, *excerpt)
            name = f"{name} (part)"
        bundle = {"text/plain": f"source of {name}"}
        if output_mode() != "plain":
            book = output_mode() == "book"
            formatter = HtmlFormatter(nowrap=False, noclasses=not book, cssclass="highlight")
            path = function.__module__.replace(".", "/") + ".py"
            line = inspect.getsourcelines(function)[1]
            link = f"src/{path}, line {line}"
            if book:
                # The book's extension turns the placeholder into a link to its page of the module.
                link = f'<a href="mlc-source:{function.__module__}#line-{line}">src/{path}</a>'
            bundle["text/html"] = (
                f'<div class="mlc-code"><div class="mlc-code-title"><code>{name}</code>'
                f"<span>{link}</span></div>"
                f"{highlight(code, PythonLexer(), formatter)}</div>"
            )
        display(bundle, raw=True)
