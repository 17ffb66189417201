"""The tests of a Pin -> for each entry, those that expect its error.

`expectations` reads what a test file expects, `doctests` what docstrings show; `wanted` turns the text into pieces,
`linking` finds the one entry that is meant, `setting` what makes the lines run alone. Pure, but for `reading`, which
keeps what was read of a blob.
"""
