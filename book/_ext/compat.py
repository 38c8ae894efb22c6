"""What reaches into private parts of what builds the book; without a hook it is built all the same.

Slower: citations are looked up one by one, each page draws its tree of contents twice, one
process reads all pages, and each docstring reads its template and parses its source. Plainer: an
output image keeps the alternative text that MyST gives it, and what a first reading passes by
stands open.
"""

from functools import cache

from docutils import nodes

from mlcompanion._compat import hook

#: Extensions that keep nothing from one page for the next while pages are read, and do not say so.
STATELESS = ("sphinx_jupyterbook_latex", "sphinx_multitoc_numbering", "sphinx-mathjax-offline")


@hook("myst-nb 1.0 to 1.4")
def describe_images():
    """Let an output image take its alternative text and its kind from the output's metadata."""
    from myst_nb.core.render import NbElementRenderer

    render = NbElementRenderer.render_image

    def render_image(self, data):
        rendered = render(self, data)
        known = data.output_metadata.get(data.mime_type, {})
        for node in rendered:
            for image in [node] if isinstance(node, nodes.image) else node.findall(nodes.image):
                if known.get("alt"):
                    image["alt"] = known["alt"]
                if known.get("drawing"):
                    image["classes"].append("mlc-drawing")
        return rendered

    NbElementRenderer.render_image = render_image


@hook("pydata-sphinx-theme 0.15 to 0.16")
def share_tree(is_shared):
    """Let the theme draw the tree of contents once for a folder, in place of twice for each page.

    Pages for which ``is_shared`` holds are not in the tree: those of one depth have the same one,
    links and all. Trees of pages in one folder and part differ in the line that is the page's own.
    """
    from pydata_sphinx_theme import toctree

    add, trees = toctree.add_toctree_functions, {}

    def add_toctree_functions(app, pagename, templatename, context, doctree):
        add(app, pagename, templatename, context, doctree)
        draw = cache(context["generate_toctree_html"])

        def tree(*what, **how):
            folder, _, name = pagename.rpartition("/")
            drawn = cache(lambda: str(draw(*what, **how)))
            place = (what, *sorted(how.items()))
            if is_shared(pagename):
                return trees.setdefault((folder.count("/"), place), drawn)()
            if not trees.get((folder, place)):
                trees[folder, place] = without_own_line(drawn(), name)
            return with_own_line(trees[folder, place], name) or drawn()

        context["generate_toctree_html"] = tree

    toctree.add_toctree_functions = add_toctree_functions


#: How the tree shows the part of the page that it is drawn for, a page, and that page itself.
OWN_PART = '<ul class="current nav bd-sidenav">'
LINE = '<li class="toctree-l1"><a class="reference internal" href="{}.html">'
OWN_LINE = '<li class="toctree-l1 current active"><a class="current reference internal" href="#">'


def without_own_line(tree, name):
    """The tree of a page as it is for those of its folder that are not in it; else nothing."""
    return tree.replace(OWN_LINE, LINE.format(name)) if tree.count(OWN_LINE) == 1 else ""


def with_own_line(tree, name):
    """The tree of a folder as it is for a page in the part that is open, or nothing."""
    line = LINE.format(name)
    before, _, rest = tree.partition(OWN_PART)
    part, end, after = rest.partition("</ul>")
    if part.count(line) != 1:
        return ""
    return f"{before}{OWN_PART}{part.replace(line, OWN_LINE)}{end}{after}"


@hook("pybtex 0.24 to 0.26")
def keep_plugins():
    """Let pybtex look a plugin up once, instead of for every citation."""
    from pybtex import plugin

    plugin._load_entry_point = cache(plugin._load_entry_point)


@hook("Sphinx 7.4, sphinx-proof 0.2")
def allow_processes(app):
    """Say for other extensions that pages may be read by several processes.

    That of theorems merges its list itself, but not through its domain, which Sphinx asks.
    """
    for name in STATELESS:
        if name in app.extensions:
            app.extensions[name].parallel_read_safe = True
    if "prf" in app.registry.domains:
        app.registry.domains["prf"].merge_domaindata = lambda domain, names, other: None


@hook("myst-nb 1.0 to 1.4")
def mark_sections(tag, mark):
    """Call ``mark(section, cell)`` for the section that each Markdown cell with a tag opens.

    The section is None if the cell has no heading; the cell is given by its number.
    """
    from myst_nb.core.render import MditRenderMixin

    render = MditRenderMixin.render_nb_cell_markdown

    def render_nb_cell_markdown(self, token):
        tagged = tag in token.meta["metadata"].get("tags", [])
        known = set(map(id, self.document.findall(nodes.section))) if tagged else ()
        render(self, token)
        if tagged:
            opened = (s for s in self.document.findall(nodes.section) if id(s) not in known)
            mark(next(opened, None), token.meta["index"])

    MditRenderMixin.render_nb_cell_markdown = render_nb_cell_markdown


@hook("Sphinx 7.4")
def pass_by_type_comments():
    """Let autodoc look for no types in comments: there are none, and each look parses a source."""
    from sphinx.ext.autodoc import type_comment

    _ = type_comment.get_type_comment
    type_comment.get_type_comment = lambda obj, bound_method: None


@hook("numpydoc 1.6 to 1.11")
def keep_template():
    """Let numpydoc read its template once, instead of for every docstring."""
    from numpydoc import docscrape_sphinx

    build = docscrape_sphinx.SandboxedEnvironment
    kept = []

    def environment(loader):
        kept.extend([] if kept else [build(loader=loader)])
        return kept[0]

    docscrape_sphinx.SandboxedEnvironment = environment
