"""Import statements, as text -> local names and the dotted names that they stand for."""

import re

_COMMENT = re.compile(r"#[^\n]*")
_FROM = re.compile(r"from\s*([.\s\w]+?)\s*\bimport\b(.*)", re.DOTALL)


def read_import(statement: str, names: dict[str, str], stars: list[str]) -> None:
    """Adds what `statement` imports to `names`, and the modules it imports `*` of to `stars`.

    Relative names keep their leading dots. The first import of a name counts: further ones are fallbacks.
    """
    if "#" in statement:
        statement = _COMMENT.sub("", statement)
    match = _FROM.match(statement)
    module = "".join(match[1].split()) if match else ""
    listed = match[2] if match else statement.removeprefix("import")
    for item in listed.replace("\\\n", " ").strip().strip("()").split(","):
        words = item.split()
        if not words:
            continue
        if words[0] == "*":
            stars.append(module)
        elif match:
            separator = "" if module.endswith(".") else "."
            names.setdefault(words[-1], f"{module}{separator}{words[0]}")
        elif len(words) == 3:
            names.setdefault(words[2], words[0])
        else:
            first = words[0].split(".", 1)[0]
            names.setdefault(first, first)
