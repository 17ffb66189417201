"""The tests of a Pin -> for each entry, those that expect its error. Pure.

`expectations` reads what a test file expects, `wanted` turns the text that it expects into pieces, `linking` finds the
one entry that is meant.
"""
