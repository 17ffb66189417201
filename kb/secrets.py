"""PURE: keys, tokens, passwords and e-mail addresses in a text -> the text without them.

RULES is the one list: the browser masks a paste with it before sending (`kb/static/kb/mask.js`), we mask what is
logged. Its patterns therefore keep to what Python and JavaScript read alike: no flags, no names, no \\w, which differ.
Each match is its first group, which stays, and after it the secret, which is replaced by MASK. No pattern can start
again inside what it has just read, so that time grows with the length of the text.

A masked message must still find its statement: a secret stands where a Hole is, so what is put in its place has no
words that a search could take for the message's own. What is in doubt is left alone: `max_tokens=5`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MASK: Final = "***"


class Rule(NamedTuple):
    """What it finds, in words, and where. It finds nothing in a text that has none of `needs`."""

    what: str
    pattern: str
    needs: tuple[str, ...]


_START = r"(?<![A-Za-z0-9_-])"
_VALUE = r"""[^\s"'<>,;&)\]}]"""
_IS = r"""["']?[ \t]{0,3}[:=][ \t]{0,3}"""
# How the names of what holds a secret are written.
_PHRASE = r"(?:[Pp]assword|PASSWORD|[Pp]asswd|PASSWD|[Pp]assphrase|PASSPHRASE|[Ss]ecret|SECRET)"
_OF = r"(?:[Aa]pi|API|[Aa]ccess|ACCESS|[Aa]uth|AUTH|[Ss]ecret|SECRET|[Pp]rivate|PRIVATE)"
_KEY = rf"{_OF}[_-]?(?:[Kk]ey|KEY|[Tt]oken|TOKEN)"
_TICKET = r"(?:[Tt]oken|TOKEN)"
_PHRASES = ("assw", "ASSW", "assphrase", "ASSPHRASE", "ecret", "SECRET")
_TICKETS = ("oken", "TOKEN")
_MIXED = r"(?=[A-Za-z0-9_.+/=-]{0,200}[0-9])(?=[A-Za-z0-9_.+/=-]{0,200}[A-Za-z])"

RULES: Final = (
    Rule("private key", r"(-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----)(?:[^-]|-(?!----)){1,20000}", ("-----BEGIN",)),
    Rule("token", rf"({_START})eyJ[A-Za-z0-9_-]{{8,}}\.eyJ[A-Za-z0-9_-]{{8,}}\.[A-Za-z0-9_-]*", ("eyJ",)),
    Rule(
        "key",
        rf"({_START})(?:sk-[A-Za-z0-9_-]{{16,}}|[rs]k_(?:live|test)_[A-Za-z0-9]{{10,}}|gh[oprsu]_[A-Za-z0-9]{{20,}}"
        r"|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}|xox[abeoprs]-[A-Za-z0-9-]{10,}|hf_[A-Za-z0-9]{20,}"
        r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])|AIza[A-Za-z0-9_-]{30,}"
        r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})",
        ("sk-", "k_", "gh", "github_pat_", "glpat-", "xox", "hf_", "npm_", "pypi-", "AKIA", "ASIA", "AIza", "SG."),
    ),
    Rule("password", r"""([A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/@:"'<>]{0,100}:)[^\s/@"'<>]{1,200}(?=@)""", ("://",)),
    Rule("token", r"""(https?://)[^\s/@:"'<>]{16,200}(?=@)""", ("://",)),
    Rule(
        "token",
        r"([?&](?:api_?key|key|token|access_token|sig|signature|secret|password|X-Amz-Signature|X-Amz-Credential)=)"
        r"""[^\s&"'<>#]{6,}""",
        ("?", "&"),
    ),
    Rule(
        "token",
        r"""([Aa]uthorization["']?[ \t]{0,3}[:=][ \t]{0,3}["']?(?:[A-Z][a-z]{3,9} )?)[^\s"',]{8,}""",
        ("uthorization",),
    ),
    Rule("token", rf"({_START}Bearer )[A-Za-z0-9._~+/-]{{16,}}=*", ("Bearer ",)),
    Rule("password", rf"""({_START}[A-Za-z0-9_-]{{0,40}}{_PHRASE}{_IS}["'])[^"'\n{{]{{4,200}}(?=["'])""", _PHRASES),
    Rule(
        "password",
        rf"({_START}[A-Za-z0-9_-]{{0,40}}{_PHRASE}{_IS})(?={_VALUE}{{0,200}}[0-9]){_VALUE}{{6,200}}",
        _PHRASES,
    ),
    Rule(
        "key",
        rf"""({_START}[A-Za-z0-9_-]{{0,40}}{_KEY}{_IS}["']?){_MIXED}[A-Za-z0-9_.+/=-]{{16,}}""",
        ("ey", "EY", *_TICKETS),
    ),
    Rule("token", rf"""({_START}[A-Za-z0-9_-]{{0,40}}{_TICKET}{_IS}["']?){_MIXED}[A-Za-z0-9_+/=-]{{24,}}""", _TICKETS),
    Rule(
        "e-mail address",
        r"((?<![A-Za-z0-9_.+-]))(?!git@)[A-Za-z0-9_.+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])",
        ("@",),
    ),
)
_COMPILED: Final = [(rule.what, re.compile(rule.pattern), rule.needs) for rule in RULES]


@dataclass(frozen=True, slots=True)
class Masked:
    """`found`: what was masked -> how often."""

    text: str
    found: Mapping[str, int] = field(default_factory=dict)


def mask(text: str) -> Masked:
    """`text` with MASK in the place of each secret."""
    found: Counter[str] = Counter()
    for what, pattern, needs in _COMPILED:
        # Most texts, such as a log's lines, hold no secret: this takes a hundredth of the time that the pattern does.
        if any(need in text for need in needs):
            text, count = pattern.subn(rf"\1{MASK}", text)
            found[what] += count
    return Masked(text, +found)
