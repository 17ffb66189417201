"""`raised match`, `raised show` and `raised link`"""

import http.server
import json
import os
import pty
import socket
import subprocess
import sys
import threading

import pytest

from api.client.asking import MOST_BYTES, tail
from api.client.showing import plain
from api.examples import PASTE
from tests.api.client.conftest import ROOT

live = pytest.mark.django_db(transaction=True)
NOISE = "2026-03-01 building\n" * 100


@live
def test_output_that_is_piped_in_is_matched_with_values_place_and_address(raised, site):
    ended = raised(input=NOISE + PASTE, url=site)

    assert ended.returncode == 0
    assert ended.stdout.splitlines() == [
        "This is the statement that raised it.",
        "",
        "ValueError: no {what} given",
        "  acme/anvil  src/anvil/load.py:3 in load",
        "  {what} = key",
        f"  {site}/errors/fade0000000000aa/",
    ]


@live
def test_of_a_chain_each_error_shows_its_own_statement_and_no_other(raised, site):
    chain = f"{PASTE}\nDuring handling of the above exception, another exception occurred:\n\n{PASTE}"
    shown = raised(input=chain.replace("line 3, in load", "line 3, in open", 1), url=site).stdout

    assert shown.count("/errors/fade0000000000aa/") >= 1
    assert "tongs" not in shown


@live
def test_file_is_matched_and_json_is_the_sites_own_answer(raised, site, tmp_path):
    (tmp_path / "paste.txt").write_text(PASTE)

    answer = json.loads(raised("match", "paste.txt", "--json", url=site).stdout)

    assert answer["outcome"] == "exact"
    assert answer["matches"][0]["values"] == {"what": "key"}


@live
def test_ambiguity_is_told_and_counts_as_matched(raised, site):
    ended = raised(input="ValueError: the tongs are missing", url=site)

    assert ended.returncode == 0
    assert ended.stdout.startswith("Several statements fit equally well. What would decide is the frame")


@live
def test_unknown_error_ends_with_one(raised, site):
    ended = raised(input="ZeroDivisionError: nothing that anyone says", url=site)

    assert (ended.returncode, ended.stdout) == (1, "No statement that is known here says this.\n")


@live
def test_page_is_shown_as_markdown(raised, site):
    assert raised("show", "fade0000000000aa", url=site).stdout.startswith("# no {what} given\n")
    assert raised("show", "fade0000000000ff", url=site).stderr.endswith("answered 404: not found.\n")


@live
def test_link_is_printed_only_for_an_exact_match(raised, site):
    assert raised("link", input=PASTE, url=site).stdout == f"{site}/errors/fade0000000000aa/\n"
    ambiguous = raised("link", input="ValueError: the tongs are missing", url=site)
    assert (ambiguous.returncode, ambiguous.stdout) == (1, "")


@pytest.mark.parametrize(
    "arguments, options, says",
    [
        ((), {"input": PASTE}, "http://127.0.0.1:9 does not answer (Connection refused): start it, or set RAISED_URL."),
        (
            (),
            {"input": PASTE, "url": "ftp://x"},
            "'ftp://x' is no address: set RAISED_URL to one like https://raised.example, or PORT",
        ),
        ((), {"input": PASTE, "url": "http://[x"}, "'http://[x' is no address"),
        ((), {"input": PASTE, "url": "", "env": {"PORT": "x"}}, "'http://localhost:x' is no address"),
        ((), {"input": PASTE, "url": "", "env": {"PORT": "1@x.org"}}, "'http://localhost:1@x.org' is no address"),
        ((), {"input": PASTE, "url": "", "env": {"PORT": "9"}}, "http://localhost:9 does not answer"),
        ((), {"input": " \n"}, "There is nothing to match."),
        (("match", "none.txt"), {}, "none.txt can't be read: No such file or directory."),
        (("show", "../../x"), {}, "An error's id is 16 hex digits"),
        (("run",), {}, "Which command?"),
    ],
)
def test_trouble_is_one_line_that_says_what_to_do(raised, arguments, options, says):
    ended = raised(*arguments, **options)

    assert ended.returncode == 2
    assert ended.stderr.startswith(f"raised: {says}")
    assert len(ended.stderr.splitlines()) == 1


class Recorder(http.server.BaseHTTPRequestHandler):
    """A site that answers nothing known, and keeps what it was sent."""

    seen: list[bytes] = []
    answer = (
        b'{"outcome": "unmatched", "says": "No statement that is known here says this.", "decides": "",'
        b' "errors": [], "matches": []}'
    )

    def do_POST(self):
        self.seen.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.answer)

    def log_message(self, *args):
        pass


@pytest.fixture
def recorder():
    Recorder.seen = []
    with http.server.HTTPServer(("127.0.0.1", 0), Recorder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_secrets_are_masked_before_anything_is_sent(raised, recorder):
    key = "sk-" + "proj-Ab3dE6fG" * 3

    raised(input=f"ValueError: bad key {key}\n", url=recorder)

    (sent,) = Recorder.seen
    assert b"ValueError: bad key" in sent
    assert key.encode() not in sent


def test_proxy_of_the_environment_is_not_asked_for_this_machine(raised, recorder):
    ended = raised(input=PASTE, url=recorder, env={"http_proxy": "http://127.0.0.1:9"})

    assert ended.returncode == 1


@pytest.mark.parametrize("answer", [b"{}", b"[]", b"<html>Welcome</html>", b"\xff", b"[" * 200_000])
def test_other_server_is_told_apart(raised, recorder, monkeypatch, answer):
    monkeypatch.setattr(Recorder, "answer", answer)

    ended = raised(input=PASTE, url=recorder)

    assert (ended.returncode, "is not Raised" in ended.stderr) == (2, True)


def test_what_speaks_no_http_is_trouble(raised):
    def greet(listening):
        with listening.accept()[0] as asking:
            asking.sendall(b"220 mail.example\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        greeting = threading.Thread(target=greet, args=(listening,))
        greeting.start()
        ended = raised(input=PASTE, url=f"http://127.0.0.1:{listening.getsockname()[1]}")
        greeting.join()

    assert (ended.returncode, len(ended.stderr.splitlines())) == (2, 1)


def test_end_of_a_long_log_is_what_is_sent(raised, recorder):
    raised(input="noise \u00e9\n" * 300_000 + PASTE, url=recorder)

    sent = json.loads(Recorder.seen[0])["text"]
    assert sent.endswith(PASTE)
    assert sent.startswith("noise")
    assert len(sent.encode()) <= MOST_BYTES
    assert tail("short") == "short"


@pytest.mark.parametrize("env, has_links, has_colours", [({}, True, True), ({"NO_COLOR": "1"}, True, False)])
def test_terminal_gets_links_and_colours(recorder, monkeypatch, env, has_links, has_colours):
    match = {
        "id": "fade0000000000aa", "score": 1, "project": "acme/anvil", "exc_type": "ValueError", "title": "no",
        "message": "no \x1b]0;title\x07 given", "path": "a.py", "line": 3, "qualname": "f", "values": {},
        "is_current": True,
        "url": f"{recorder}/errors/fade0000000000aa/",
    }  # fmt: skip
    answer = {"outcome": "exact", "says": "It did.", "decides": "", "errors": [], "matches": [match]}
    monkeypatch.setattr(Recorder, "answer", json.dumps(answer).encode())
    ours, its = pty.openpty()
    given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "RAISED_URL": recorder, "TERM": "xterm"} | env
    subprocess.run(
        [sys.executable, "-m", "api.client"], input=PASTE.encode(), stdout=its, env=given, check=True, timeout=60
    )
    shown = os.read(ours, 10_000).decode()

    assert (f"\x1b]8;;{recorder}/errors/fade0000000000aa/\x1b\\" in shown) is has_links
    assert ("\x1b[1m" in shown) is has_colours
    assert "\x1b]0;" not in shown


@pytest.mark.parametrize("hostile", ["\x1b[2J", "\x07", "\x9b31m", "\u202e", "a\nb\r", "\x1b]8;;http://x\x1b\\"])
def test_nothing_that_a_terminal_obeys_is_printed(hostile):
    assert plain(hostile).isprintable()


def test_command_starts_without_what_it_does_not_need(raised):
    said = (
        "import sys, api.client.command; "
        "print({'django', 'requests', 'urllib.request', 'ssl', 'asyncio', 'subprocess', 'mcp'} & set(sys.modules))"
    )

    ended = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True)

    assert ended.stdout == "set()\n"


def test_one_file_holds_all_of_the_command(tmp_path, recorder):
    from api.client.build import build

    build(tmp_path / "raised", sys.executable)
    ended = subprocess.run(
        [tmp_path / "raised"], input=PASTE, cwd=tmp_path, env={"RAISED_URL": recorder}, text=True, capture_output=True
    )
    hook = subprocess.run([tmp_path / "raised", "hook"], cwd=tmp_path, text=True, capture_output=True)

    assert (ended.returncode, ended.stdout) == (1, "No statement that is known here says this.\n")
    assert hook.stdout == (ROOT / "api/client/raised_hook.py").read_text()


@live
def test_what_the_site_refuses_is_told_by_field(raised, site):
    ended = raised("match", "--limit", "0", input="ValueError: x", url=site)
    assert ended.returncode == 2
    assert ended.stderr.endswith("answered 400: limit: Ensure this value is greater than or equal to 1.\n")


@live
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_output_that_cannot_be_written_is_trouble_in_a_line(site):
    command = [sys.executable, "-m", "api.client"]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "RAISED_URL": site}
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            command, input=PASTE, env=environment, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert ended.stderr == "raised: No space left on device.\n"
    assert ended.returncode == 2
