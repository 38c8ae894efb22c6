"""Question banks as learning platforms import them: GIFT for Moodle, QTI 1.2 for Canvas.

GIFT after Moodle's importer: a backslash before ``: # = { } ~`` and before itself, an empty line
between questions. QTI as Canvas takes it: a zip of a manifest and one assessment a chapter. Its New
Quizzes drop a question without a word if a number in it has no decimal point. A picture stands in
GIFT as an address that holds it, since GIFT has no files, and in the zip as a file of its own.
"""

import base64
import re
import zipfile
from decimal import Decimal
from xml.sax.saxutils import escape, quoteattr

from tools.bank import PNG, as_html, questions_on
from tools.course_data import chapter_list

__all__ = ["gift_of", "qti_of", "write_bank"]

ESCAPED = re.compile(r"([\\:#={}~])")
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
#: Where Canvas puts the files of a package, in the words of its own exports.
FILES = "%24IMS-CC-FILEBASE%24"
PICTURE = re.compile(rf"{PNG}([A-Za-z0-9+/=]*)")
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"


def _gift_text(html):
    return ESCAPED.sub(r"\\\1", html)


def gift_of(course, banks):
    """The questions of a course in GIFT, a category for each chapter.

    Parameters
    ----------
    course : str
        Its title.
    banks : dict
        Questions by the title of their chapter.

    Returns
    -------
    str
    """
    blocks = []
    for title, questions in banks.items():
        blocks.append(f"$CATEGORY: {_category(course)}/{_category(title)}")
        blocks += map(_gift, questions)
    return "\n\n".join(blocks) + "\n"


def _category(words):
    """A slash would begin a category inside of a category."""
    return ESCAPED.sub("", words).replace("/", " ")


def _gift(question):
    head = f"::{question.name}::[html]{_gift_text(as_html(question.text))} "
    reason = f"####{_gift_text(as_html(question.reason))}"
    if question.is_a_number:
        return f"{head}{{#{question.right:.10g}:{question.margin:.4g}{reason}}}"
    if question.is_true_or_false:
        return f"{head}{{{'FALSE' if question.right else 'TRUE'}{reason}}}"
    marks = ["=" if k == question.right else "~" for k in range(len(question.options))]
    rows = [f"\t{mark}{_gift_text(one)}" for mark, one in zip(marks, question.shown)]
    return "\n".join([f"{head}{{", *rows, f"\t{reason}", "}"])


def _material(html):
    return f'<material><mattext texttype="text/html">{escape(html)}</mattext></material>'


def _field(label, entry):
    return (
        f"<qtimetadatafield><fieldlabel>{label}</fieldlabel>"
        f"<fieldentry>{entry}</fieldentry></qtimetadatafield>"
    )


def _to_choose(ident, question):
    """The options of a question, and the condition that the right one is chosen."""
    answers = [f"{ident}a{k}" for k in range(len(question.options))]
    labels = [
        f'<response_label ident="{answer}">{_material(words)}</response_label>'
        for answer, words in zip(answers, question.shown)
    ]
    asked = f"""\
<response_lid ident="response1" rcardinality="Single"><render_choice>
{chr(10).join(labels)}
</render_choice></response_lid>"""
    return asked, f'<varequal respident="response1">{answers[question.right]}</varequal>'


def _decimal(number):
    """A number with a decimal point and without an exponent, as Canvas' own exports have it."""
    words = f"{Decimal(f'{number:.10g}'):f}"
    return words if "." in words else f"{words}.0"


def _to_write(ident, question):
    """A field for a number, and the condition that it is near enough."""
    asked = f"""\
<response_str ident="response1" rcardinality="Single"><render_fib fibtype="Decimal">
<response_label ident="{ident}a0"/>
</render_fib></response_str>"""
    least, most = (_decimal(question.right + sign * question.margin) for sign in (-1, 1))
    condition = f"""\
<or><varequal respident="response1">{_decimal(question.right)}</varequal>
<and><vargte respident="response1">{least}</vargte>
<varlte respident="response1">{most}</varlte></and></or>"""
    return asked, condition


def _kind(question):
    if question.is_a_number:
        return "numerical_question"
    return "true_false_question" if question.is_true_or_false else "multiple_choice_question"


def _item(ident, question):
    """A question with its answers; the reason is shown after any answer."""
    asked, condition = (_to_write if question.is_a_number else _to_choose)(ident, question)
    fields = _field("question_type", _kind(question)) + _field("points_possible", "1")
    reason = _material(as_html(question.reason))
    return f"""\
<item ident="{ident}" title={quoteattr(question.name)}>
<itemmetadata><qtimetadata>{fields}</qtimetadata></itemmetadata>
<presentation>{_material(as_html(question.text))}
{asked}</presentation>
<resprocessing><outcomes>
<decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>
<respcondition continue="Yes"><conditionvar><other/></conditionvar>
<displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>
<respcondition continue="No"><conditionvar>
{condition}</conditionvar>
<setvar action="Set" varname="SCORE">100</setvar></respcondition></resprocessing>
<itemfeedback ident="general_fb"><flow_mat>{reason}</flow_mat></itemfeedback>
</item>"""


def qti_of(ident, title, questions):
    """An assessment of QTI 1.2 with these questions, as XML."""
    items = [_item(f"{ident}q{k}", one) for k, one in enumerate(questions, start=1)]
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="{QTI}">
<assessment ident="{ident}" title={quoteattr(title)}>
<section ident="root_section">
{chr(10).join(items)}
</section></assessment></questestinterop>
"""


def _filed(ident, text, archive):
    """Write an assessment and its pictures into a package; the names of the pictures' files."""
    names = []

    def stored(found):
        names.append(f"figures/{ident}-{len(names) + 1}.png")
        archive.writestr(names[-1], base64.b64decode(found[1]))
        return f"{FILES}/{names[-1]}"

    archive.writestr(f"{ident}.xml", PICTURE.sub(stored, text))
    return names


def _manifest(course, idents, pictures=()):
    kind = 'type="imsqti_xmlv1p2"'
    rows = [
        f'<resource identifier="{ident}" {kind}><file href="{ident}.xml"/></resource>'
        for ident in idents
    ]
    rows += [
        f'<resource identifier="picture-{k}" type="webcontent" href="{name}">'
        f'<file href="{name}"/></resource>'
        for k, name in enumerate(pictures, start=1)
    ]
    return f"""\
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier={quoteattr(f"course-{course}")} xmlns="{PACKAGE}">
<metadata><schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>
<organizations/>
<resources>
{chr(10).join(rows)}
</resources></manifest>
"""


def write_bank(course, folder):
    """Write the questions on a course's chapters, ``questions.gift`` and ``questions-qti.zip``.

    Returns
    -------
    int
        How many there are.
    """
    known = chapter_list()
    banks = {page: questions_on(page) for page in dict.fromkeys(course.chapters)}
    banks = {page: questions for page, questions in banks.items() if questions}
    titles = {page: f"{known[page]['number']} {known[page]['title']}" for page in banks}
    folder.mkdir(parents=True)
    gift = gift_of(course.title, {titles[page]: found for page, found in banks.items()})
    (folder / "questions.gift").write_text(gift, encoding="utf-8")
    files = {known[page]["number"].lower(): page for page in banks}
    with zipfile.ZipFile(folder / "questions-qti.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        pictures = []
        for ident, page in files.items():
            pictures += _filed(ident, qti_of(ident, titles[page], banks[page]), archive)
        archive.writestr("imsmanifest.xml", _manifest(course.name, files, pictures))
    return sum(map(len, banks.values()))
