"""Sites made up and published at a pin, and the rows that this leaves."""

from datetime import timedelta

from ingest.assemble import assemble
from ingest.extract.sites import ExtractedSite, Guard, LinkedFile, Message
from kb.models import EntryAlias, ErrorEntry, MessageTemplate, Pin, PinFile, Project, RaiseSite
from tests.factories import DATED_AT, make_blob, make_pin


def site(*pieces, line=3, kind="error", qualname="load", exc_type="ValueError", guards=(), **kwargs):
    """A site whose one message has these pieces (str, or Hole); `messages` gives several."""
    kwargs.setdefault("messages", (Message(pieces),) if pieces else ())
    kwargs.setdefault("form", "constant" if pieces else "no message")
    return ExtractedSite(
        kind=kind,
        line=line,
        end_line=kwargs.pop("end_line", line),
        column=kwargs.pop("column", 4),
        qualname=qualname,
        exc=exc_type,
        exc_type=exc_type,
        guards=tuple(Guard(text, line - 1) for text in guards),
        **kwargs,
    )


def linked(*sites, path="src/anvil/load.py", category="source"):
    return LinkedFile(path=path, blob=make_blob(path.encode()).sha, category=category, sites=sites)


def unpublished(sha, *, days=0, label="", **kwargs):
    """A pin whose files are there, dated `days` after the first one."""
    return make_pin(
        sha=sha * 40, label=label, dated_at=DATED_AT + timedelta(days=days), published_at=None, order=0, **kwargs
    )


def publish(sha, *files, days=None, label="", make_current=False):
    """A pin of its own with these linked files, published. `days` grow with the sha unless given."""
    pin = unpublished(sha, days=int(sha, 16) if days is None else days, label=label)
    report = assemble(pin.pk, files, make_current=make_current)
    pin.refresh_from_db()
    return pin, report


def the_entry(**kwargs):
    return ErrorEntry.objects.get(**kwargs)


def rows():
    """Every row that assembling may write, whole."""
    models = (Project, Pin, PinFile, ErrorEntry, EntryAlias, RaiseSite, MessageTemplate)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}
