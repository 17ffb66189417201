"""Python, all versions: bytes -> SourceFacts, by way of a syntax tree that broken files have too.

One pass over the blocks, or a query in C, finds what is of interest; everything else is read on demand around those
nodes. The steps: `source` (bytes to UTF-8), `queries`, `blocks` and `file` (the tree and what was captured of it),
`statements` (each captured statement to a site), `symbols` and `classes` (what other files may need).
"""

from collections.abc import Iterator
from functools import cached_property

from ingest.extract.facts import HelperCall, SourceFacts
from ingest.extract.python.broken import loose_raises
from ingest.extract.python.classes import classes_of
from ingest.extract.python.file import PythonFile
from ingest.extract.python.functions import functions_of, returned_exceptions
from ingest.extract.python.handed import handed_call, handing_calls
from ingest.extract.python.helpers import helper_call, may_fail
from ingest.extract.python.passing import NAMES as PASSING
from ingest.extract.python.reading import RULES
from ingest.extract.python.receivers import Receivers
from ingest.extract.python.source import utf8
from ingest.extract.python.statements import assert_site, call_site, raise_site, returned_site
from ingest.extract.python.symbols import constants_of, tables_of
from ingest.extract.sites import ExtractedSite
from ingest.extract.version import code_version


class PythonExtractor:
    """Extracts what Python files say of their errors."""

    @cached_property
    def version(self) -> str:
        """Not at import: a process that only extracts is never asked for it."""
        return code_version("python", "tree-sitter-python")

    def extract(self, content: bytes) -> SourceFacts:
        """Everything that `content` says; never raises, whatever the bytes are."""
        file = PythonFile(utf8(content))
        sites = [raise_site(node, file, RULES) for node in file.captures.get("raise", ())]
        if file.root.has_error:
            sites += loose_raises(file, RULES)
        asserted = (assert_site(node, file, RULES) for node in file.captures.get("assert", ()))
        sites += [site for site in asserted if site is not None]
        called, calls = _called(file)
        sites += called
        sites.sort(key=lambda site: (site.line, site.column))
        return SourceFacts(
            sites=tuple(sites),
            imports=file.imports,
            star_imports=tuple(file.star_imports),
            constants=constants_of(file.scopes.module, file.constants, file, RULES),
            tables=tables_of(file.scopes.module, file.constants, file, RULES),
            classes=classes_of(file, RULES),
            functions=functions_of(file, RULES),
            calls=tuple(calls),
            amended=file.amended,
            returned=tuple(_returned(file)),  # once it is known which classes are exceptions
            builders=tuple(sorted(file.builders)),
        )


def _returned(file: PythonFile) -> Iterator[ExtractedSite]:
    found = (returned_site(node, file, RULES) for node in returned_exceptions(file))
    return (site for site in found if site is not None)


def _called(file: PythonFile) -> tuple[list[ExtractedSite], list[HelperCall]]:
    """The calls that are sites, and those that linking may find to be. Most names are neither."""
    sites: list[ExtractedSite] = []
    calls: list[HelperCall] = []
    receivers = Receivers(file, RULES)
    for node in file.captures.get("call", ()):
        name = file.called_name(node)
        if name in PASSING and (site := call_site(node, file, RULES)) is not None:
            sites.append(site)
        elif (name in file.raisers or may_fail(name)) and (
            call := helper_call(node, file, RULES, receivers)
        ) is not None:
            calls.append(call)
    taken = {(site.line, site.column) for site in sites}
    handed = (handed_call(node, file, RULES) for node in handing_calls(file))
    # Linking makes a site of no more than one: of what the pin defines, or of what it does not.
    calls += [call for call in handed if call is not None and (call.site.line, call.site.column) not in taken]
    return sites, calls
