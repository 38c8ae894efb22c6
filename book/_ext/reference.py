"""The reference: a page for each room of the package, from its docstrings.

``.. room:: sparse`` lists the room's public names, those of its face first, and lets autodoc and
numpydoc describe each. An entry says which chapters use it; the title of a listing in a chapter
leads to its entry.
"""

import importlib
import inspect
import re
from dataclasses import dataclass
from functools import cache

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import nested_parse_with_titles
from sphinx.util.osutil import relative_uri

from tools.chapters import PACKAGE, rooms
from tools.fingerprints import code_of, imported_definitions

from . import catalogue, compat

LONGEST_VALUE = 100  # characters of a constant that its entry shows
#: What reStructuredText would take for markup in a docstring's plain words: a bar, ``name_``, and
#: the star of ``(..., *shape)``.
PLAIN = re.compile(r"\||(?<=\w)_(?!\w)|(?<=[ (])\*(?=\w+[,)])")
LITERAL = re.compile(r"(`+[^`]*`+)")
TITLE = re.compile(r'(<div class="mlc-code-title">)<code>([\w.]+)((?: \(part\))?)</code>')


@dataclass(frozen=True)
class Entry:
    """A public name: where it is defined, the path to import it from, and its room's page."""

    module: str
    name: str
    path: str
    room: str

    @property
    def value(self):
        """What bears the name."""
        return getattr(importlib.import_module(self.module), self.name)

    @property
    def words(self):
        """Its docstring; of a constant, the comment beside it, not the words of its type."""
        if self.kind != "py:data":
            return inspect.getdoc(self.value) or ""
        comments = ModuleAnalyzer.for_module(self.module).find_attr_docs()
        return "\n".join(comments.get(("", self.name), ()))

    @property
    def kind(self):
        """The directive that describes it: autodoc takes a constant's words from its type."""
        known = {inspect.isclass: "autoclass", callable: "autofunction"}
        return next((kind for test, kind in known.items() if test(self.value)), "py:data")


def room_modules(room):
    """The dotted names of a room's modules, public or not, its face left out."""
    base = PACKAGE.joinpath(*room.split("."))
    files = sorted(base.glob("*.py")) if base.is_dir() else [base.with_suffix(".py")]
    names = [path.relative_to(PACKAGE.parent).with_suffix("").parts for path in files]
    return [".".join(parts) for parts in names if parts[-1] != "__init__"]


def face_paths(room):
    """The names that a room, or the room around it, hands out, each with the path to import it."""
    found = {}
    for depth in range(room.count(".") + 1, 0, -1):
        face = ".".join([PACKAGE.name, *room.split(".")[:depth]])
        for name in getattr(importlib.import_module(face), "__all__", ()):
            found[name] = f"{face}.{name}"
    return found


def defining_module(value, module):
    """The module that defines a class or function, or that lists a value of another kind."""
    if inspect.isclass(value) or callable(value):
        return getattr(value, "__module__", module)
    return module


@cache
def entries(room):
    """The public names of a room, in the order of its modules."""
    faces, found = face_paths(room), []
    for module in room_modules(room):
        loaded = importlib.import_module(module)
        private = module.rsplit(".", 1)[1].startswith("_")
        for name in getattr(loaded, "__all__", ()):
            value = getattr(loaded, name)
            if defining_module(value, module) != module or (private and name not in faces):
                continue
            path = faces.get(name, f"{module}.{name}")
            found.append(Entry(module, name, path, room))
    return found


@cache
def homes():
    """Each entry by where it is defined."""
    return {(e.module, e.name): e for room in rooms() for e in entries(room)}


@cache
def users():
    """The chapters that import a name, by where it is defined."""
    found = {}
    for part, chapter in catalogue.chapters("ready"):
        code = "\n".join(code_of(catalogue.notebook(part, chapter)))
        for file, name in imported_definitions(code):
            module = ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts)
            found.setdefault((module, name), []).append((part, chapter))
    return found


class Room(SphinxDirective):
    """The names of one room: a table of all, then each module with its entries."""

    required_arguments = 1

    def run(self):
        room = self.arguments[0]
        catalogue.note_dependencies(self.env)
        node = nodes.section()
        node.document = self.state.document
        lines = room_text(room).splitlines()
        nested_parse_with_titles(self.state, StringList(lines, source=f"room {room}"), node)
        return node.children


def room_text(room):
    """A room's page in reStructuredText."""
    known = entries(room)
    face = importlib.import_module(f"{PACKAGE.name}.{room}")
    lines = [_plain(inspect.getdoc(face) or ""), "", ".. list-table::", "   :class: mlc-names", ""]
    for entry in known:
        lines += [f"   * - :py:obj:`{entry.name} <{entry.path}>`", f"     - {_summary(entry)}"]
    for module in room_modules(room):
        inside = [entry for entry in known if entry.module == module]
        title = module.rsplit(".", 1)[1].strip("_").replace("_", " ")
        if len(room_modules(room)) > 1:
            words = _plain(inspect.getdoc(importlib.import_module(module)) or "")
            lines += ["", f".. _{_anchor(module)}:", "", title, "-" * len(title), "", words]
        for entry in inside:
            lines += ["", f".. {entry.kind}:: {entry.path}"]
            lines += ["   :members:"] if entry.kind == "autoclass" else []
            lines += _constant(entry) if entry.kind == "py:data" else []
    return "\n".join(lines)


def _constant(entry):
    """What stands below a constant's name: its value, if that is short, and its words."""
    value = repr(entry.value)
    shown = [f"   :value: {value}"] if len(value) <= LONGEST_VALUE and "\n" not in value else []
    return [*shown, "", *(f"   {_plain(line)}" for line in entry.words.splitlines()), ""]


def _plain(words):
    """Words in which nothing outside of backticks is markup by accident."""
    parts = LITERAL.split(words)
    return "".join(p if p[:1] == "`" else PLAIN.sub(r"\\\g<0>", p) for p in parts)


def _summary(entry):
    """The first sentence of an entry's docstring."""
    first = entry.words.split("\n\n")[0]
    return _plain(" ".join(first.split()))


def _anchor(module):
    # addresses know no underscore: a public module and one behind it would share theirs
    return nodes.make_id(f"module-{module.replace('._', '.behind-')}")


def mend_docstring(app, what, name, value, options, lines):
    """Let plain words be plain, and say at the end which chapters use the name."""
    lines[:] = [_plain(line) for line in lines]
    if what in ("class", "function"):
        links = [_chapter(app.env, *found) for found in users().get(_home(value), ())]
        if links:
            lines += ["", f"**Used in** {', '.join(links)}", ""]


def _home(value):
    value = getattr(value, "py_func", value)  # what Numba compiled
    return getattr(value, "__module__", ""), getattr(value, "__name__", "")


def _chapter(env, part, chapter):
    page = f"notebooks/{catalogue.page_of(part, chapter)}"
    return f":doc:`/{page}`" if page in env.found_docs else chapter["title"]


def skip_member(app, what, name, value, skip, options):
    """Leave out what scikit-learn adds for routing metadata, and the bare fields of tuples."""
    field = (getattr(value, "__doc__", "") or "").startswith("Alias for field number")
    return True if field or re.fullmatch(r"set_\w+_request", name) else None


def link_titles(app, pagename, templatename, context, doctree):
    """Let the title of a listing lead to its entry, or to its module's place in the reference."""
    here = app.builder.get_target_uri(pagename)

    def linked(match):
        room, anchor = target(match[2])
        page = f"book/reference/{room}"
        if room is None or page not in app.env.found_docs:
            return match[0]
        address = relative_uri(here, app.builder.get_target_uri(page))
        return f'{match[1]}<code><a href="{address}#{anchor}">{match[2]}</a>{match[3]}</code>'

    if context.get("body"):
        context["body"] = TITLE.sub(linked, context["body"])


def target(name):
    """The room and the anchor where a dotted name is described; the module's if it is private."""
    words = name.split(".")
    for length in range(len(words) - 1, 1, -1):
        entry = homes().get((".".join(words[:length]), words[length]))
        if entry:
            return entry.room, entry.path
    for length in range(len(words) - 1, 1, -1):
        module = ".".join(words[:length])
        for room in rooms():
            if module in room_modules(room):
                return room, _anchor(module)
    return None, ""


def look_up_once(app, env, names):
    """Import the package before Sphinx's processes part, which would each import it for itself."""
    if any(name.startswith("book/reference/") for name in names):
        homes()
        users()


def setup(app):
    """Register the directive, what autodoc asks on the way, and the links from the chapters."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("numpydoc")
    app.config.numpydoc_show_class_members = False
    compat.keep_template()
    compat.pass_by_type_comments()
    app.add_directive("room", Room)
    app.connect("env-before-read-docs", look_up_once)
    app.connect("autodoc-process-docstring", mend_docstring, priority=900)
    app.connect("autodoc-skip-member", skip_member)
    app.connect("html-page-context", link_titles)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
