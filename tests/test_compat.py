"""Hooks into private parts: each works with the pinned version, and the plain way without it."""

import subprocess
import sys
import warnings
from importlib.metadata import version
from pathlib import Path
from types import SimpleNamespace

import matplotlib as mpl
import nbformat
import pytest
from matplotlib.axis import Axis
from matplotlib.backends.backend_agg import FigureCanvasAgg, RendererAgg
from matplotlib.figure import Figure
from nbformat.v4 import new_code_cell, new_notebook

from book._ext import compat as book
from mlcompanion import _compat as package
from mlcompanion._jit import njit
from tools import chapters, warm
from tools import compat as tools

ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = {
    package.keep_machine_code: "numba",
    package.measure_once: "matplotlib",
    package.copy_ticks: "matplotlib",
    package.build_minor_ticks_late: "matplotlib",
    package.remember_texts: "matplotlib",
    book.describe_images: "myst-nb",
    book.share_tree: "pydata-sphinx-theme",
    book.keep_plugins: "pybtex",
    book.mark_sections: "myst-nb",
    book.keep_template: "numpydoc",
    book.pass_by_type_comments: "sphinx",
    book.allow_processes: "sphinx",
    tools.fork_kernels: "jupyter-client",
    tools.read_by_processes: "jupyter-book",
}


def works(hook, *arguments):
    """Run a hook; say which version broke it if it is left out."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        done = hook(*arguments)
    library = LIBRARIES[hook]
    broke = f"{library} {version(library)} broke {hook.__name__}, written for {hook.written_for}"
    assert done, f"{broke}: {[str(one.message) for one in told]}"


def left_out(hook, *arguments):
    with pytest.warns(RuntimeWarning, match=f"{hook.__name__} is left out, it was written for "):
        assert not hook(*arguments)


def test_every_hook_is_tested_and_says_what_it_was_written_for():
    found = {value for module in (package, book, tools) for value in vars(module).values()
             if hasattr(value, "written_for")}  # fmt: skip
    assert found == set(LIBRARIES)
    assert all(hook.written_for.lower().startswith(LIBRARIES[hook]) for hook in found)


def test_an_error_of_ones_own_is_not_taken_for_a_broken_hook():
    @package.hook("nothing 1.0")
    def wrong():
        raise ValueError("a mistake")

    with pytest.raises(ValueError, match="a mistake"):
        wrong()


def test_machine_code_is_kept(tmp_path):
    square = njit(lambda x: x * x)
    works(package.keep_machine_code, square, square.py_func, lambda: tmp_path)
    assert square(3) == 9
    assert len([*tmp_path.glob("*.nbc")]) == 1


def test_a_constant_is_compiled_as_a_number(tmp_path):
    plus = njit(lambda x, y: x + y)
    works(package.keep_machine_code, plus, plus.py_func, lambda: tmp_path)

    @njit
    def several(x):
        return plus(x, 1) + plus(x, 2) + plus(x, x)

    assert several(3) == 15
    assert len(plus.signatures) == 1


# Two processes import Numba and compile: some seconds.
@pytest.mark.parametrize(("gone", "is_told"), [("FunctionCache = object", True),
                                               ("CompileResult = None", False)])  # fmt: skip
def test_without_the_hook_each_process_compiles(gone, is_told):
    code = (
        f"from mlcompanion import _compat; _compat.{gone}\n"
        "from mlcompanion._jit import njit; print(njit(lambda x: x * x)(3.0))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout == "9.0\n", run.stderr
    assert ("keep_machine_code is left out" in run.stderr) == is_told


def a_figure():
    fig = Figure(figsize=(3, 2))
    ax = fig.subplots()
    return fig, [ax.xaxis, ax.yaxis]


def drawing(fig):
    canvas = FigureCanvasAgg(fig)
    canvas.draw()
    return bytes(canvas.buffer_rgba())


@pytest.mark.parametrize(("hook", "end", "part"), [
    (package.measure_once, package.measure_anew, "_get_ticklabel_bboxes"),
    (package.copy_ticks, package.build_ticks, "_copy_tick_props"),
])  # fmt: skip
def test_a_figure_is_drawn_as_matplotlib_does(monkeypatch, hook, end, part):
    fig, axes = a_figure()
    works(hook, axes)
    assert all(part in vars(axis) for axis in axes)
    picture = drawing(fig)
    end(axes)
    assert not any(part in vars(axis) for axis in axes)
    assert picture == drawing(a_figure()[0])
    end(axes)  # once more changes nothing
    monkeypatch.delattr(Axis, part)
    left_out(hook, axes)


def texts_on(renderer, color):
    """What a renderer makes of a label, a turned one and a fraction, in one colour."""
    renderer.clear()
    fig = Figure(figsize=(3, 2))
    words = [("loss", 0), ("10.5", 35), (r"$\frac{\alpha}{2}$", 0)]
    for place, (word, angle) in enumerate(words, start=1):
        fig.text(0.2 * place, 0.5, word, rotation=angle, color=color).draw(renderer)
    return bytes(renderer.buffer_rgba())


@pytest.mark.skipif(mpl.__version_info__ < (3, 11), reason="no single glyphs are drawn")
def test_a_text_is_drawn_again_as_it_was():
    plain, keeping = RendererAgg(300, 200, 100), RendererAgg(300, 200, 100)
    works(package.remember_texts, keeping)
    for color in ("black", "red", "red", "black"):
        assert texts_on(keeping, color) == texts_on(plain, color)
    left_out(package.remember_texts, SimpleNamespace(_renderer=None, draw_text=None))


@pytest.mark.skipif(mpl.__version_info__ < (3, 11), reason="an axis is placed by its minor tick")
def test_axes_begin_without_minor_ticks(monkeypatch):
    kept = vars(Axis)["minorTicks"]
    works(package.build_minor_ticks_late, Axis)
    late = a_figure()[1]
    package.build_minor_ticks(Axis)
    assert vars(Axis)["minorTicks"] is kept
    assert [len(axis.minorTicks) for axis in late] == [0, 0]
    assert [len(axis.minorTicks) for axis in a_figure()[1]] == [1, 1]
    monkeypatch.delattr(Axis, "minorTicks")
    left_out(package.build_minor_ticks_late, Axis)
    package.build_minor_ticks(Axis)


def test_the_place_of_a_grid_in_another():
    fig = Figure()
    outer = fig.add_gridspec(1, 2)
    inner = outer[0].subgridspec(2, 1)
    assert package.grid_around(inner) is not None
    assert package.grid_around(outer) is None


def test_images_are_described(monkeypatch):
    from docutils import nodes
    from myst_nb.core.render import NbElementRenderer

    known = {"alt": "words", "drawing": True}
    data = SimpleNamespace(mime_type="image/png", output_metadata={"image/png": known})
    monkeypatch.setattr(NbElementRenderer, "render_image", lambda self, data: [nodes.image()])
    works(book.describe_images)
    image = NbElementRenderer.render_image(None, data)[0]
    assert image["alt"] == "words"
    assert image["classes"] == ["mlc-drawing"]
    data.output_metadata = {}
    assert NbElementRenderer.render_image(None, data)[0]["classes"] == []
    monkeypatch.delattr(NbElementRenderer, "render_image")
    left_out(book.describe_images)


def test_the_tree_of_contents_is_drawn_once(monkeypatch):
    from pydata_sphinx_theme import toctree

    drawn = []

    def add(app, page, template, context, doctree):
        context["generate_toctree_html"] = lambda kind: drawn.append(kind) or f"<{kind}>"

    monkeypatch.setattr(toctree, "add_toctree_functions", add)
    works(book.share_tree, lambda page: page.startswith("shared/"))
    for page in ("shared/a", "shared/b", "own"):
        context = {}
        toctree.add_toctree_functions(None, page, "", context, None)
        assert context["generate_toctree_html"]("side") == "<side>"
        assert context["generate_toctree_html"]("side") == "<side>"
    assert len(drawn) == 2
    monkeypatch.delattr(toctree, "add_toctree_functions")
    left_out(book.share_tree, bool)


def a_tree(folder, page, parts):
    """A tree of contents as the theme draws it for a page."""
    tree = ""
    for part in parts:
        lines = [
            book.OWN_LINE if (folder, name) == (at, page) else book.LINE.format(f"{up}{name}")
            for at, name in part
            for up in ["" if at == folder else f"../{at}/"]
        ]
        tree += book.OWN_PART if book.OWN_LINE in lines else '<ul class="nav bd-sidenav">'
        tree += "".join(f"{line}Title</a></li>" for line in lines) + "</ul>"
    return tree


def test_trees_of_one_folder_differ_in_the_line_that_is_their_own(monkeypatch):
    from pydata_sphinx_theme import toctree

    drawn = []
    listed = [
        [("a", "one"), ("a", "two"), ("c", "one")],
        [("b", "one"), ("b", "three"), ("b", "three"), ("a", "four")],
    ]

    def add(app, page, template, context, doctree):
        folder, name = page.split("/")
        context["generate_toctree_html"] = (
            lambda kind: drawn.append(page) or a_tree(folder, name, listed)
        )  # fmt: skip

    monkeypatch.setattr(toctree, "add_toctree_functions", add)
    works(book.share_tree, lambda page: page.startswith("shared/"))
    pages = ("a/hidden", "a/one", "a/two", "a/hidden", "b/one", "b/three", "a/four", "a/two")
    for page in pages:
        context = {}
        toctree.add_toctree_functions(None, page, "", context, None)
        found = context["generate_toctree_html"]("side")
        assert found == a_tree(*page.split("/"), listed), page
    # what is not in the tree, or twice, or in another part than its folder, is drawn for itself
    assert drawn == ["a/hidden", "a/one", "a/hidden", "b/one", "b/three", "a/four"]


def test_autodoc_looks_for_no_types_in_comments(monkeypatch):
    from sphinx.ext.autodoc import type_comment

    monkeypatch.setattr(type_comment, "get_type_comment", None)
    works(book.pass_by_type_comments)
    assert type_comment.get_type_comment(sum, False) is None
    monkeypatch.delattr(type_comment, "get_type_comment")
    left_out(book.pass_by_type_comments)


def test_plugins_are_looked_up_once(monkeypatch):
    from pybtex import plugin

    found = plugin.find_plugin("pybtex.style.formatting", "alpha")
    monkeypatch.setattr(plugin, "_load_entry_point", plugin._load_entry_point)
    works(book.keep_plugins)
    assert plugin.find_plugin("pybtex.style.formatting", "alpha") is found
    monkeypatch.delattr(plugin, "_load_entry_point")
    left_out(book.keep_plugins)


def test_names_of_columns_are_kept_and_compared(monkeypatch):
    import pandas as pd
    from sklearn.utils import validation

    model = SimpleNamespace()
    package.check_feature_names(model, pd.DataFrame({"a": [1.0]}), True)
    assert model.feature_names_in_.tolist() == ["a"]
    with pytest.raises(ValueError, match="feature names"):
        package.check_feature_names(model, pd.DataFrame({"b": [1.0]}), False)
    monkeypatch.delattr(validation, "_check_feature_names")
    package.check_feature_names(model, pd.DataFrame({"b": [1.0]}), False)


def test_sections_of_tagged_cells_are_marked(monkeypatch):
    from docutils import nodes
    from myst_nb.core.render import MditRenderMixin

    page = SimpleNamespace(document=nodes.section())
    name = "render_nb_cell_markdown"
    monkeypatch.setattr(
        MditRenderMixin, name, lambda self, token: self.document.append(nodes.section(ids=["new"]))
    )
    marked = []
    works(book.mark_sections, "deeper", lambda *found: marked.append(found))
    for number, tags in enumerate([[], ["deeper"]]):
        token = SimpleNamespace(meta={"metadata": {"tags": tags}, "index": number})
        MditRenderMixin.render_nb_cell_markdown(page, token)
    ((section, cell),) = marked
    assert (section, cell) == (page.document[1], 1)
    monkeypatch.delattr(MditRenderMixin, name)
    left_out(book.mark_sections, "deeper", print)


def test_numpydoc_reads_its_template_once(monkeypatch):
    from numpydoc import docscrape_sphinx

    monkeypatch.setattr(docscrape_sphinx, "SandboxedEnvironment", lambda loader: [loader])
    works(book.keep_template)
    one, two = (docscrape_sphinx.SandboxedEnvironment(loader=k) for k in (1, 2))
    assert one is two
    monkeypatch.delattr(docscrape_sphinx, "SandboxedEnvironment")
    left_out(book.keep_template)


def test_several_processes_may_read():
    extension = SimpleNamespace(parallel_read_safe=None)
    domains = {"prf": SimpleNamespace()}
    app = SimpleNamespace(
        extensions={book.STATELESS[0]: extension}, registry=SimpleNamespace(domains=domains)
    )
    works(book.allow_processes, app)
    assert extension.parallel_read_safe
    domains["prf"].merge_domaindata(None, [], None)
    left_out(book.allow_processes, SimpleNamespace(extensions={}))


def test_jupyter_book_takes_a_number_of_processes(monkeypatch):
    from jupyter_book import sphinx

    monkeypatch.setattr(sphinx, "build_sphinx", lambda jobs=1: jobs)
    works(tools.read_by_processes, 3)
    assert sphinx.build_sphinx() == 3
    monkeypatch.delattr(sphinx, "build_sphinx")
    left_out(tools.read_by_processes, 3)


# A kernel is started as a program: some seconds.
def test_without_the_hook_kernels_start_cold(monkeypatch, tmp_path):
    from jupyter_client.provisioning import KernelProvisionerFactory

    path = tmp_path / "01_page.ipynb"
    nbformat.write(new_notebook(cells=[new_code_cell("print(6 * 7)")]), path)
    monkeypatch.setattr(warm, "fork_kernels", lambda *arguments: False)
    factory = KernelProvisionerFactory.instance()
    monkeypatch.setattr(factory, "default_provisioner_name", "local-provisioner")
    run = chapters.run_notebook(path, "plain")
    assert run.notebook.cells[0].outputs[0].text == "42\n"
    assert run.failure == ""
    assert run.seconds > 0.1, "the program's time counts, imports included"


def test_kernels_are_forked_if_jupyter_can_be_told(monkeypatch):
    from jupyter_client import provisioning

    factory = SimpleNamespace(provisioners={}, default_provisioner_name="local-provisioner")
    instance = SimpleNamespace(instance=lambda: factory)
    monkeypatch.setattr(provisioning, "KernelProvisionerFactory", instance)
    works(tools.fork_kernels, warm.Provisioner, warm.NAME)
    assert factory.default_provisioner_name == warm.NAME
    assert factory.provisioners[warm.NAME].load() is warm.Provisioner
    del factory.default_provisioner_name
    left_out(tools.fork_kernels, warm.Provisioner, warm.NAME)
