"""Writes the sample documents of this folder.

Run in a throw-away environment: pip install reportlab python-docx; python demo/make-samples.py
The finished files are committed, so nobody needs this to use the project.
"""

from datetime import datetime, timezone
from pathlib import Path

from docx import Document
from docx.shared import Pt
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import cm
from reportlab.platypus import BaseDocTemplate, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle

HERE = Path(__file__).parent
SOURCES = HERE / "sample-sources"
OUT = HERE / "samples"

BODY = ParagraphStyle("Body", fontName="Helvetica", fontSize=11, leading=16, spaceAfter=8)
BULLET = ParagraphStyle("Bullet", parent=BODY, leftIndent=16, bulletIndent=4, spaceAfter=4)
CHAPTER = ParagraphStyle("Chapter", fontName="Helvetica-Bold", fontSize=19, leading=24, spaceAfter=12)
SECTION = ParagraphStyle("Section", fontName="Helvetica-Bold", fontSize=14, leading=18, spaceBefore=8, spaceAfter=6)
TITLE = ParagraphStyle("Title", fontName="Helvetica-Bold", fontSize=28, leading=34, spaceBefore=180, spaceAfter=16)


def read_source(name):
    """A tiny markup: '# ' chapter, '## ' section, '- ' list item, '| ' table row, else a paragraph per line."""
    for line in (SOURCES / name).read_text(encoding="utf-8").splitlines():
        line = line.strip()
        if not line:
            continue
        if line.startswith("## "):
            yield "section", line[3:]
        elif line.startswith("# "):
            yield "chapter", line[2:]
        elif line.startswith("- "):
            yield "bullet", line[2:]
        elif line.startswith("| "):
            yield "row", [cell.strip() for cell in line.strip("|").split("|")]
        else:
            yield "paragraph", line


def grouped(source):
    """Joins consecutive table rows into one ('table', rows) entry."""
    rows = []
    for kind, value in source:
        if kind == "row":
            rows.append(value)
            continue
        if rows:
            yield "table", rows
            rows = []
        yield kind, value
    if rows:
        yield "table", rows


class Handbook(BaseDocTemplate):
    def __init__(self, path, title):
        super().__init__(str(path), pagesize=A4, title=title, author="Kestrel Instruments", invariant=1)
        frame = Frame(2.5 * cm, 2.5 * cm, A4[0] - 5 * cm, A4[1] - 5 * cm, id="body")
        self.heading_count = 0
        self.addPageTemplates(PageTemplate(id="page", frames=[frame], onPage=self.draw_margins))

    def draw_margins(self, canvas, _doc):
        if canvas.getPageNumber() == 1:
            return
        canvas.setFont("Helvetica", 8)
        canvas.drawString(2.5 * cm, A4[1] - 1.5 * cm, "Kestrel Instruments - Employee Handbook 2026")
        canvas.drawRightString(A4[0] - 2.5 * cm, 1.5 * cm, f"Page {canvas.getPageNumber()}")

    def afterFlowable(self, flowable):
        level = {"Chapter": 0, "Section": 1}.get(getattr(getattr(flowable, "style", None), "name", ""))
        if level is None:
            return
        self.heading_count += 1
        key = f"heading-{self.heading_count}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(flowable.getPlainText(), key, level=level, closed=False)


def table_flowable(rows):
    cells = [[Paragraph(cell, ParagraphStyle("Cell", fontName="Helvetica", fontSize=10, leading=13)) for cell in row] for row in rows]
    table = Table(cells, repeatRows=1, hAlign="LEFT")
    table.setStyle(TableStyle([
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("BACKGROUND", (0, 0), (-1, 0), colors.whitesmoke),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
    ]))
    return table


def write_handbook():
    story = [
        Paragraph("Employee Handbook", TITLE),
        Paragraph("Kestrel Instruments, edition of January 2026", BODY),
        Paragraph("This edition replaces all earlier ones. Questions go to the people team.", BODY),
    ]
    for kind, value in grouped(read_source("employee-handbook.txt")):
        if kind == "chapter":
            story += [PageBreak(), Paragraph(value, CHAPTER)]
        elif kind == "section":
            story.append(Paragraph(value, SECTION))
        elif kind == "bullet":
            story.append(Paragraph(value, BULLET, bulletText="\u2022"))
        elif kind == "table":
            story += [table_flowable(value), Spacer(1, 10)]
        else:
            story.append(Paragraph(value, BODY))
    Handbook(OUT / "employee-handbook.pdf", "Employee Handbook").build(story)


def write_policy():
    document = Document()
    document.styles["Normal"].font.size = Pt(11)
    document.core_properties.author = "Kestrel Instruments"
    document.core_properties.title = "IT Security Policy"
    document.core_properties.created = datetime(2026, 1, 12, tzinfo=timezone.utc)
    document.core_properties.modified = datetime(2026, 1, 12, tzinfo=timezone.utc)
    document.add_heading("IT Security Policy", level=1)
    for kind, value in grouped(read_source("it-security-policy.txt")):
        if kind == "chapter":
            document.add_heading(value, level=2)
        elif kind == "section":
            document.add_heading(value, level=3)
        elif kind == "bullet":
            document.add_paragraph(value, style="List Bullet")
        elif kind == "table":
            table = document.add_table(rows=0, cols=len(value[0]), style="Table Grid")
            for row in value:
                for cell, text in zip(table.add_row().cells, row):
                    cell.text = text
        else:
            document.add_paragraph(value)
    document.save(OUT / "it-security-policy.docx")


if __name__ == "__main__":
    write_handbook()
    write_policy()
