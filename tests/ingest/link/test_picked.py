"""Messages that are picked out of a dict by a key which nobody knows: each of them may be said."""

import pytest

from ingest.extract.pieces import MAX_TEXTS
from tests.ingest.link.pins import said

BOTH = ["It is open.", "It is shut."]
DICT = '{A: "It is open.", "b": ("It is shut.")}'


def _said(body: str) -> list[str]:
    method = "\n        ".join(body.splitlines())
    source = f"ALL = {DICT}\nclass Door:\n    TEXTS = {DICT}\n    def f(self, x):\n        {method}\n"
    return said({"app.py": source}, "app.py")


@pytest.mark.parametrize(
    "body",
    [
        f"text = {DICT}[self.state]\nraise RuntimeError(text)",
        f"raise RuntimeError({DICT}[x])",
        f"raise RuntimeError(({DICT})[x.y()])",
        f"raise RuntimeError({DICT}.get(x))",
        f"texts = {DICT}\nraise RuntimeError(texts[x])",
        f"texts = {DICT}\ntext = texts.get(x)\nraise RuntimeError(text)",
        "raise RuntimeError(ALL[x.y])",
        "raise RuntimeError(ALL.get(x.y))",
        "raise RuntimeError(self.TEXTS[self.state])",
        "raise RuntimeError(self.TEXTS[x.y])",
        "raise RuntimeError(self.TEXTS.get(self.state))",
    ],
)
def test_each_text_of_the_dict_is_a_wording(body: str):
    assert _said(body) == BOTH


@pytest.mark.parametrize(
    "body",
    [
        f"raise RuntimeError({DICT}.get(x, 'It is gone.'))",
        f"texts = {DICT}\nraise RuntimeError(texts.get(x, 'It is gone.'))",
        "raise RuntimeError(ALL.get(x.y, 'It is gone.'))",
        "raise RuntimeError(self.TEXTS.get(self.state, 'It is gone.'))",
    ],
)
def test_what_other_keys_give_is_a_wording_too(body: str):
    assert sorted(_said(body)) == ["It is gone.", *BOTH]


@pytest.mark.parametrize("body", [f"raise RuntimeError({DICT}['b'])", f"raise RuntimeError({DICT}.get('b'))"])
def test_a_key_that_is_written_out_tells_which_one(body: str):
    assert _said(body) == BOTH[1:]


@pytest.mark.parametrize(
    "body",
    [
        "raise RuntimeError({A: 1, B: 2}[x])",
        "texts = {A: x}\nraise RuntimeError(texts[x])",
        f"texts = {DICT}\ntexts = x\nraise RuntimeError(texts[x])",
        "ALL = x\nraise RuntimeError(ALL[x])",
        "raise RuntimeError(self.OTHER[x.y])",
    ],
)
def test_a_dict_of_other_things_stays_what_varies(body: str):
    (text,) = _said(body)
    assert text.startswith("{")
    assert "It is" not in text


def test_a_dict_of_very_many_texts_gives_a_bounded_number():
    many = ", ".join(f'"k{n}": "text number {n}"' for n in range(500))
    assert 1 < len(_said(f"raise RuntimeError({{{many}}}[x])")) <= MAX_TEXTS
