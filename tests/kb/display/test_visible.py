"""Characters that fool the eye or break XML, and those that do not."""

import xml.etree.ElementTree as ElementTree
from html import escape

from kb.display.visible import visible


def test_everything_that_xml_may_not_hold_is_replaced():
    everything = "".join(map(chr, (*range(0x3000), *range(0xD700, 0xE100), *range(0xFF00, 0x10010))))
    shown = escape(visible(everything)).encode()
    assert ElementTree.fromstring(b"<a>" + shown + b"</a>").text


def test_text_of_any_script_stays_as_it_is():
    text = "שלום مرحبا 漢字 é \U0001f4a9\n\t"
    assert visible(text) == text
