"""What one source file offers to the rest of its pin: names that other files may need to finish a message.

SourceFacts are everything that extraction says of a blob. Linking alone reads the symbols; whatever it does not
need is not recorded, since every file of a pin is held in memory while it is linked.
"""

from typing import Literal

import msgspec

from ingest.extract.sites import Argument, ExtractedSite, Message

Receiver = Literal["", "instance", "class"]


class ParameterFacts(msgspec.Struct, frozen=True, gc=False):
    """A parameter of a function: its name, and its default's possible texts (() = it has none, or not a text)."""

    name: str
    default: tuple[Message, ...] = ()
    is_variadic: bool = False  # *args or **kwargs
    is_keyword_only: bool = False


class FunctionFacts(msgspec.Struct, frozen=True, gc=False):
    """A function that builds a message or an exception, or raises what it is given.

    `returns` are the texts it may return; where it returns an exception, `exc` names that (as written) and `returns`
    are the exception's texts. Pieces may be Params of this function. A function that raises a Param has its raise
    among the file's sites; linking finds its callers there. `parameters` are without the one that `receiver` tells of:
    an instance or a class, which Python puts there; only a call through the class itself writes an instance out.
    """

    qualname: str
    parameters: tuple[ParameterFacts, ...]
    returns: tuple[Message, ...] = ()
    exc: str = ""
    receiver: Receiver = ""


class ClassFacts(msgspec.Struct, frozen=True, gc=False):
    """A class that may be an exception, or that holds messages for its methods.

    `constants` are class attributes with texts, or with the name of another thing (a lone Ref); `tables` are dicts of
    texts. `parameters` are `__init__`'s, without self; None = it has no `__init__` of its own. `passes` are the
    arguments that `__init__` hands to its base's, or puts into `self.args`; None = nothing, and Python keeps the
    constructor's arguments. `attributes` are the texts that `__init__` stores in `self.NAME`; like `passes`, they may
    hold Params of `__init__`. `text` is what `__str__` returns, with Refs to `self.NAME` and to the items of
    `self.args`; None = it has no `__str__` of its own. `returning` are the methods that return something, told or not;
    `methods` all of a class that has bases. Linking puts these together along the bases.
    """

    qualname: str
    bases: tuple[str, ...]
    line: int
    constants: dict[str, tuple[Message, ...]] = {}
    tables: dict[str, dict[str, tuple[Message, ...]]] = {}
    parameters: tuple[ParameterFacts, ...] | None = None
    passes: tuple[Argument, ...] | None = None
    attributes: dict[str, tuple[Message, ...]] = {}
    text: tuple[Message, ...] | None = None
    returning: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()


class HelperCall(msgspec.Struct, frozen=True, gc=False):
    """A call that hands texts to a function that may raise them: a site only if linking finds that it does.

    `target` is the dotted name as written, or `Class().method` where the method is one of an instance whose class is
    known; `is_exact` if it is of just that class, since it was built here, and not of a derived one. `site` is the call
    as if it were the raise, its kind, exc and messages still to be taken from the helper.
    """

    target: str
    arguments: tuple[Argument, ...]
    site: ExtractedSite
    is_exact: bool = False


# What stands for any attribute, where which ones are set is computed.
ANY_ATTRIBUTE = "*"


class SourceFacts(msgspec.Struct, frozen=True, gc=False):
    """Everything that extraction says of one blob."""

    sites: tuple[ExtractedSite, ...] = ()
    imports: dict[str, str] = {}  # local name -> dotted name as imported; relative ones keep their leading dots
    star_imports: tuple[str, ...] = ()
    constants: dict[str, tuple[Message, ...]] = {}
    tables: dict[str, dict[str, tuple[Message, ...]]] = {}
    classes: tuple[ClassFacts, ...] = ()
    functions: tuple[FunctionFacts, ...] = ()
    calls: tuple[HelperCall, ...] = ()
    amended: tuple[str, ...] = ()  # attributes that are set of exceptions after they are built, or ANY_ATTRIBUTE
    returned: tuple[ExtractedSite, ...] = ()  # exceptions that functions build and return, as if they raised them
    builders: tuple[str, ...] = ()  # last parts of the names of functions that are called for what is raised


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(SourceFacts)


def encode(facts: SourceFacts) -> bytes:
    """`facts` as msgpack, for the cache keyed by blob hash and extractor version."""
    return _encoder.encode(facts)


def decode(data: bytes) -> SourceFacts:
    """What `encode` was given. Raises `msgspec.DecodeError` for anything else."""
    return _decoder.decode(data)
