"""The one script that stands in the page itself, and the hash by which the content security policy lets it in.

It puts the chosen theme on the page before anything is painted. As a file of its own it would either hold the page back
or let it flash.
"""

from __future__ import annotations

import base64
import hashlib
from typing import Final

SCRIPT: Final = (
    '(r=>{r.classList.add("js");try{const t=localStorage.getItem("theme");'
    'if(t==="light"||t==="dark")r.dataset.theme=t}catch{}})(document.documentElement)'
)
# What may stand in `script-src`, as CSP level 2 has it: the digest of the script's very bytes.
SOURCE: Final = f"'sha256-{base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()}'"
