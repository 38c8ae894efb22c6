"""A few questions of the bank behind a chapter's *In short*; they check themselves, without kernel.

They are asked as a widget's guess is, by radio buttons that open a fold with the answer, and like
there nothing is counted or kept. On paper the folds are open. Nothing is typed into a notebook:
``tools/bank.py`` makes the questions of its executed copy.
"""

from docutils import nodes

from mlcompanion.teaching.predict import FOLD, Predict

from . import generated

FOLDER = "notebooks/"
TITLE = "In short"
LINE = "Questions to check yourself"
#: What belongs to *In short*; a box, a figure or a section ends it.
SUMMARY = (nodes.title, nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.math_block)


def quiz_html(questions, ident="quiz"):
    """The questions as HTML, folded under a line.

    Parameters
    ----------
    questions : list of Asked
        In plain words and formulas, each with options.
    ident : str
        What the names of the buttons begin with.

    Returns
    -------
    str
    """
    asked = []
    for number, question in enumerate(questions, start=1):
        guess = Predict(question.text, question.options, question.chosen, question.reason)
        form, fold = guess.book(f"{ident}-{number}")
        asked.append(
            f'<div class="mlc-asked">{form}{fold.replace(FOLD, "The answer, and why")}</div>'
        )
    return f'<details class="mlc-quiz"><summary>{LINE}</summary>{"".join(asked)}</details>'


def add_quiz(app, doctree, docname):
    """Put the questions of a chapter behind its *In short* (``doctree-resolved``)."""
    page = docname.removeprefix(FOLDER)
    if page == docname or not generated.outputs(app.srcdir, page):
        return
    from . import kit  # another book that uses the widgets has no bank

    for title in doctree.findall(nodes.title):
        section = title.parent
        if title.astext() == TITLE and isinstance(section, nodes.section):
            questions = kit.quiz_on(page)
            place = next(
                (k for k, node in enumerate(section) if not isinstance(node, SUMMARY)), len(section)
            )
            if questions:
                section.insert(place, nodes.raw("", quiz_html(questions), format="html"))
            return


def setup(app):
    """Register the step."""
    app.connect("doctree-resolved", add_quiz)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
