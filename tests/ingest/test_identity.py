"""Keys tell sites apart, for life: they may never change, or ids that were handed out would lead nowhere."""

from ingest.identity import Site, keys, mint


def site(path="a.py", qualname="f", exc="ValueError", text="no such file", **kwargs):
    return Site(path, qualname, exc, text, **kwargs)


def test_a_key_never_changes():
    assert keys("acme/anvil", [site()]) == ["bf31131fbcb11689"]


def test_every_part_counts():
    sites = [site(), site(path="b.py"), site(qualname="g"), site(exc="KeyError"), site(text="no such folder")]
    assert len({*keys("acme/anvil", sites), *keys("acme/hammer", sites)}) == 10


def test_lines_guards_and_whitespace_do_not_count():
    first = keys("acme/anvil", [site(text="no such\n    file", line=3, guards=("x",), blob="1")])
    assert first == keys("acme/anvil", [site(line=90, guards=("y",), blob="2")])


def test_equal_sites_are_told_apart_by_their_order_in_the_file():
    later, earlier = site(line=9), site(line=3)
    both = keys("acme/anvil", [later, earlier])
    assert both[1] == keys("acme/anvil", [earlier])[0]
    assert both[0] != both[1]


def test_an_id_is_the_key():
    assert list(mint("acme/anvil", [(site(), "k1")], set(), {"k1"})) == ["k1"]


def test_a_taken_key_gives_the_next_ordinals_id():
    first, second, third = keys("acme/anvil", [site(line=1), site(line=2), site(line=3)])
    assert list(mint("acme/anvil", [(site(), first)], {first}, {first})) == [second]
    assert list(mint("acme/anvil", [(site(), first)], {first}, {first, second})) == [third]


def test_no_id_is_given_out_twice():
    key = keys("acme/anvil", [site()])[0]
    assert len(set(mint("acme/anvil", [(site(), key)] * 3, set(), {key}))) == 3
