from bench.page_weight import weight


def test_page_is_weighed_with_all_that_it_loads():
    page = (
        b'<link rel="stylesheet" href="/static/kb/raised.css"><link rel="icon" href="/static/kb/icon.svg">'
        b'<script type="module" src="/static/kb/paste.0123456789ab.js"></script><a href="/static/kb/no.css">x</a>'
    )

    found = weight(page)

    # Page, sheet, icon, the module, and the one that it imports.
    assert found.requests == 5
    assert found.page < found.everything


def test_page_that_loads_nothing_weighs_itself():
    found = weight(b"<p>hello</p>")

    assert (found.requests, found.everything) == (1, found.page)
