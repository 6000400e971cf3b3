"""The libraries that the portal's files are compared with: XlsxWriter and reportlab, in their fast modes, write the same content;
openpyxl and pypdf check that it is the same. `proofs/bench/files.mjs` calls this; each answers with a line of JSON.

    sheet ROWS.csv KINDS OUT.xlsx   writes the rows of a text: T text, D day, A amount, for each column
    same ONE.xlsx OTHER.xlsx        compares every cell, and recomputes the totals of the first
    pages ZIP OUT.json              reads what stands where on the pages of documents
    draw PAGES.json OUT.zip         draws the same
    letters ONE.zip OTHER.zip       compares what the documents say
"""

import csv
import datetime
import io
import itertools
import json
import re
import resource
import sys
import time
import zipfile
from decimal import Decimal

EPOCH = datetime.date(1899, 12, 30).toordinal()
AMOUNT, DAY = "#,##0.00", "dd mmm yyyy"
FONTS = "server/platform/src/documents/fonts"


def typed(kind, text):
    if text == "":
        return None
    if kind == "D":
        return datetime.date.fromisoformat(text).toordinal() - EPOCH
    return float(text) if kind == "A" else text


def sheet(source, kinds, target):
    import xlsxwriter

    with open(source, encoding="utf-8-sig", newline="") as file:
        heading, *texts = csv.reader(file)
    # Prepare the input before the clock starts.
    rows = [[typed(*cell) for cell in zip(kinds, row, strict=True)] for row in texts]
    totals = [sum((Decimal(row[place]) for row in texts if kind == "A" and row[place]), Decimal("0.00")) for place, kind in enumerate(kinds)]
    del texts
    began = time.process_time()
    book = xlsxwriter.Workbook(target, {"constant_memory": True})
    bold = book.add_format({"bold": True, "bottom": 1, "text_wrap": True})
    formats = {"A": book.add_format({"num_format": AMOUNT}), "D": book.add_format({"num_format": DAY})}
    total, total_amount = book.add_format({"bold": True, "top": 1}), book.add_format({"bold": True, "top": 1, "num_format": AMOUNT})
    page = book.add_worksheet("Bill history")
    page.freeze_panes(1, 0)
    for place, (kind, text) in enumerate(zip(kinds, heading)):
        page.set_column(place, place, {"T": 24, "D": 13, "A": 18}[kind])
        page.write_string(0, place, text, bold)
    write_string, write_number = page.write_string, page.write_number
    for number, row in enumerate(rows, 1):
        for place, (kind, value) in enumerate(zip(kinds, row)):
            if value is None:
                continue
            if kind == "T":
                write_string(number, place, value)
            else:
                write_number(number, place, value, formats[kind])
    last = len(rows)
    page.autofilter(0, 0, last, len(kinds) - 1)
    page.write_string(last + 1, 0, "Total", total)
    for place, kind in list(enumerate(kinds))[1:]:
        if kind == "A":
            column = xlsxwriter.utility.xl_col_to_name(place)
            page.write_formula(last + 1, place, f"=SUBTOTAL(109,{column}2:{column}{last + 1})", total_amount, str(totals[place]))
        else:
            page.write_blank(last + 1, place, None, total)
    book.close()
    return {"seconds": time.process_time() - began, "rows": last}


def same(one, other):
    from openpyxl import load_workbook

    def rows(path, **more):
        book = load_workbook(path, read_only=True, **more)
        return book[book.sheetnames[-1]].iter_rows(values_only=True)

    sums, cells, last = {}, 0, None
    for number, (mine, theirs) in enumerate(itertools.zip_longest(rows(one), rows(other))):
        if mine != theirs:
            raise SystemExit(f"row {number + 1} differs: {mine} and {theirs}")
        cells += len(mine)
        for place, value in enumerate(mine):
            if isinstance(value, (int, float)):
                sums[place] = sums.get(place, Decimal("0.00")) + Decimal(f"{value:.2f}")
        last = mine
    *_, kept = rows(one, data_only=True)
    totals = 0
    for place, value in enumerate(last):
        if isinstance(value, str) and value.startswith("=SUBTOTAL(109,"):
            if Decimal(f"{kept[place]:.2f}") != sums[place]:
                raise SystemExit(f"column {place + 1} comes to {sums[place]}, and its total says {kept[place]}")
            totals += 1
    return {"cells": cells, "totals": totals}


def letters_of(font):
    """The characters of a font's glyphs."""
    known, text = {}, font["/ToUnicode"].get_object().get_data().decode("latin-1")
    unhex = lambda digits: bytes.fromhex(digits).decode("utf-16-be")
    for block in re.findall(r"beginbfchar(.*?)endbfchar", text, re.S):
        for glyph, letter in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            known[int(glyph, 16)] = unhex(letter)
    for block in re.findall(r"beginbfrange(.*?)endbfrange", text, re.S):
        for first, end, letter in re.findall(r"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>", block):
            for step in range(int(end, 16) - int(first, 16) + 1):
                known[int(first, 16) + step] = chr(ord(unhex(letter)) + step)
    return known


def drawn(page, reader):
    from pypdf.generic import ContentStream

    fonts = {name: letters_of(font.get_object()) for name, font in page["/Resources"]["/Font"].items()}
    colour, font, size, place, box, out = [0, 0, 0], None, 0, (0, 0), None, []
    for values, what in ContentStream(page.get_contents(), reader).operations:
        if what == b"rg":
            colour = [float(value) for value in values]
        elif what == b"Tf":
            font, size = values[0], float(values[1])
        elif what == b"Td":
            place = [float(value) for value in values]
        elif what == b"re":
            box = [float(value) for value in values]
        elif what == b"f":
            out.append(["bar", *box, colour])
        elif what == b"Tj":
            glyphs = getattr(values[0], "original_bytes", values[0])
            text = "".join(fonts[font][glyphs[at] << 8 | glyphs[at + 1]] for at in range(0, len(glyphs), 2))
            out.append(["text", *place, str(font), size, colour, text])
    # The total has the largest font, which is the bold one.
    texts = [one for one in out if one[0] == "text"]
    strong = max(texts, key=lambda one: one[4])[3] if texts else None
    for one in texts:
        one[3] = "Strong" if one[3] == strong else "Regular"
    return out


def pages(source, target):
    from pypdf import PdfReader

    documents = []
    with zipfile.ZipFile(source) as archive:
        for name in archive.namelist():
            reader = PdfReader(io.BytesIO(archive.read(name)))
            documents.append({"name": name, "pages": [drawn(page, reader) for page in reader.pages]})
    with open(target, "w", encoding="utf-8") as file:
        json.dump(documents, file)
    return {"documents": len(documents), "pages": sum(len(one["pages"]) for one in documents)}


def draw(source, target):
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    with open(source, encoding="utf-8") as file:
        documents = json.load(file)
    began = time.process_time()
    for name, file in (("Regular", "Inter-Regular.ttf"), ("Strong", "Inter-SemiBold.ttf")):
        pdfmetrics.registerFont(TTFont(name, f"{FONTS}/{file}"))
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for document in documents:
            bytes_ = io.BytesIO()
            canvas = Canvas(bytes_, pagesize=A4, pageCompression=1)
            canvas.setTitle(document["name"])
            for page in document["pages"]:
                for what, *values, in page:
                    if what == "bar":
                        x, y, width, height, colour = values
                        canvas.setFillColorRGB(*colour)
                        canvas.rect(x, y, width, height, stroke=0, fill=1)
                    else:
                        x, y, font, size, colour, text = values
                        canvas.setFillColorRGB(*colour)
                        canvas.setFont(font, size)
                        canvas.drawString(x, y, text)
                canvas.showPage()
            canvas.save()
            archive.writestr(document["name"], bytes_.getvalue())
    return {
        "seconds": time.process_time() - began,
        "documents": len(documents),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def letters(one, other):
    from pypdf import PdfReader

    # Libraries split words and lines differently, so only the characters of a page are compared, without white space.
    said = lambda archive, name: sorted("".join(page.extract_text() for page in PdfReader(io.BytesIO(archive.read(name))).pages).replace("\xa0", "").split())
    count = lambda words: sorted("".join(words))
    compared = 0
    with zipfile.ZipFile(one) as mine, zipfile.ZipFile(other) as theirs:
        names = mine.namelist()
        if names != theirs.namelist():
            raise SystemExit("not the same documents")
        for name in names[:: max(1, len(names) // 50)]:
            if count(said(mine, name)) != count(said(theirs, name)):
                raise SystemExit(f"{name} does not say the same")
            compared += 1
    return {"compared": compared}


print(json.dumps({"sheet": sheet, "same": same, "pages": pages, "draw": draw, "letters": letters}[sys.argv[1]](*sys.argv[2:])))
