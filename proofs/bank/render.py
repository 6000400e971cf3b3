"""Renders the pages of a PDF to grey pixels, as JSON.

    render.py BILL.pdf PIXELS.json
"""

import base64
import json
import sys

import pypdfium2

document = pypdfium2.PdfDocument(sys.argv[1])
pages = []
for page in document:
    picture = page.render(scale=4, grayscale=True)
    rows = memoryview(picture.buffer).cast("B")
    pixels = b"".join(rows[row * picture.stride :][: picture.width] for row in range(picture.height))
    pages.append({"width": picture.width, "height": picture.height, "pixels": base64.b64encode(pixels).decode()})
with open(sys.argv[2], "w") as out:
    json.dump(pages, out)
