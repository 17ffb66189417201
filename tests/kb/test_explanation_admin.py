"""What people do to explanations in the admin, and the history that it leaves."""

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from ingest.explain.writing import explain_pin
from kb.display.entry import entry_page
from kb.models import Explanation, ExplanationChange
from tests.factories import make_blob, make_entry, make_explanation, make_file, make_pin, make_project

pytestmark = pytest.mark.django_db

PATH = "src/anvil/load.py"
CODE = b"def load(path=None):\n    if path is None:\n        raise ValueError('no path given')\n"


@pytest.fixture
def admin_client(client):
    client.force_login(User.objects.create(username="sam", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def entry():
    pin = make_pin()
    blob = make_blob(CODE)
    make_file(pin, path=PATH, blob=blob)
    made = make_entry(pin, site={"blob": blob, "facts": {"guards": [{"text": "path is None", "line": 2}]}})
    explain_pin(pin.pk)
    return made


def form(entry, /, **texts):
    names = ("meaning", "trigger", "situations", "solution", "example_fix", "guard_code")
    return {"entry": entry.pk} | dict.fromkeys(names, "") | texts


def change_url(row):
    return reverse("admin:kb_explanation_change", args=[row.pk])


def act(client, action, *rows):
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(reverse("admin:kb_explanation_changelist"), data, follow=True)


def history():
    return [(change.by, change.action, change.origin) for change in ExplanationChange.objects.order_by("id")]


def test_form_shows_what_the_program_wrote_as_lines(admin_client, entry):
    page = admin_client.get(change_url(Explanation.objects.get()))

    said = "`load` raises `ValueError` when the parameter `path` is `None`."
    assert f"{said} [src/anvil/load.py:3] [src/anvil/load.py:2]" in page.text


def test_saving_writes_a_persons_explanation_and_leaves_the_programs(admin_client, entry):
    static = Explanation.objects.get()

    response = admin_client.post(
        change_url(static), form(entry, meaning=f"Give a path. [{PATH}:2]", guard_code="if path:")
    )

    human = Explanation.objects.get(origin="human")
    assert response.url == change_url(human)
    assert human.body == {
        "sentences": [{"part": "meaning", "text": "Give a path.", "sources": [[PATH, 2, "if path is None:"]]}],
        "guard_code": "if path:",
    }
    assert human.evidence_hash == static.evidence_hash
    assert Explanation.objects.get(origin="static").body == static.body
    assert entry_page(entry.id).explanation.meaning == "Give a path."
    assert history() == [("sam", "wrote", "human")]


def test_ingesting_again_leaves_a_persons_words(admin_client, entry):
    admin_client.post(change_url(Explanation.objects.get()), form(entry, meaning="Give a path."))

    explain_pin(entry.first_pin_id)

    assert entry_page(entry.id).explanation.meaning == "Give a path."


def test_edit_keeps_the_words_before_it_in_the_history(admin_client, entry):
    human = make_explanation(entry)
    admin_client.post(change_url(human), form(entry, meaning="First."))
    admin_client.post(change_url(human), form(entry, meaning="Second."))

    said = [change.body["sentences"][0]["text"] for change in ExplanationChange.objects.order_by("id")]
    assert said == ["First.", "Second."]
    page = admin_client.get(change_url(human))
    assert "sam edited the human explanation" in page.text


def test_new_explanation_can_be_written_by_the_errors_id(admin_client, entry):
    url = reverse("admin:kb_explanation_add")
    assert 'name="entry"' in admin_client.get(url).text

    admin_client.post(url, form(entry, solution="Give a path."))

    assert Explanation.objects.get(origin="human").body["sentences"][0]["part"] == "solution"


@pytest.mark.parametrize(
    "texts, told",
    [
        ({}, "Write at least one sentence."),
        ({"meaning": "One. [no/such.py:1]"}, "has no file no/such.py that was read"),
        ({"meaning": "One.\nTwo. [src/anvil/load.py:99]"}, "Line 2: src/anvil/load.py at 1f1f1f1f1f has no line 99"),
        ({"entry": "nonsense", "meaning": "One."}, "No error with the id nonsense has source to explain."),
    ],
)
def test_text_that_cannot_be_taken_is_told_and_nothing_is_stored(admin_client, entry, texts, told):
    response = admin_client.post(reverse("admin:kb_explanation_add"), form(entry, **texts))

    assert told in response.text
    assert not Explanation.objects.filter(origin="human").exists()


def test_error_that_a_person_explained_is_not_explained_twice(admin_client, entry):
    make_explanation(entry)

    response = admin_client.post(change_url(Explanation.objects.get(origin="static")), form(entry, meaning="Other."))

    assert "A person has explained this error already" in response.text


def test_actions_do_what_they_say_and_are_in_the_history(admin_client, entry):
    static = Explanation.objects.get()
    for action in ("approve", "withdraw", "hide", "show", "pin_first", "unpin"):
        act(admin_client, action, static)

    assert [action for _, action, _ in history()] == [
        "approved", "withdrew approval of", "hid", "showed", "pinned", "unpinned",
    ]  # fmt: skip
    static.refresh_from_db()
    assert (static.approved_at, static.is_hidden, static.is_pinned) == (None, False, False)


def test_approval_takes_the_flag_off_and_names_who_gave_it(admin_client, entry):
    row = make_explanation(entry, is_stale=True)

    act(admin_client, "approve", row)

    row.refresh_from_db()
    assert (row.is_stale, row.approved_by) == (False, "sam")
    explain_pin(entry.first_pin_id)
    row.refresh_from_db()
    assert row.is_stale is False


def test_one_explanation_of_an_error_is_pinned_at_most(admin_client, entry):
    static, human = Explanation.objects.get(), make_explanation(entry)
    act(admin_client, "pin_first", static)
    act(admin_client, "pin_first", human)

    assert Explanation.objects.get(is_pinned=True).pk == human.pk


def test_removed_words_stay_in_the_history_and_only_a_persons_can_be_removed(admin_client, entry):
    static, human = Explanation.objects.get(), make_explanation(entry)
    delete = reverse("admin:kb_explanation_delete", args=[human.pk])
    admin_client.post(delete, {"post": "yes"})

    assert (
        admin_client.post(reverse("admin:kb_explanation_delete", args=[static.pk]), {"post": "yes"}).status_code == 403
    )
    assert Explanation.objects.get() == static
    change = ExplanationChange.objects.get()
    assert (change.action, change.body["sentences"][0]["text"]) == ("removed", "The path is missing.")
    assert "The path is missing." in admin_client.get(f"/admin/kb/explanationchange/{change.pk}/change/").text


def test_who_may_only_look_can_do_nothing(client, entry):
    user = User.objects.create(username="eve", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename="view_explanation"))
    client.force_login(user)
    static = Explanation.objects.get()

    act(client, "hide", static)
    client.post(change_url(static), form(entry, meaning="Mine."))

    assert not Explanation.objects.exclude(origin="static").exists()
    assert not Explanation.objects.get().is_hidden


@pytest.mark.parametrize("model", ["explanation", "explanationchange", "explainrun", "llmanswer", "problemreport"])
def test_list_takes_a_bounded_number_of_queries(admin_client, entry, model, django_assert_max_num_queries):
    for number in range(10):
        make_explanation(make_entry(make_pin(make_project(f"acme/p{number}"), sha=f"{number:040}")))

    with django_assert_max_num_queries(14):
        assert admin_client.get(f"/admin/kb/{model}/").status_code == 200


def test_list_is_narrowed_to_what_is_flagged(admin_client, entry):
    flagged = make_explanation(entry, is_stale=True)

    shown = admin_client.get("/admin/kb/explanation/", {"is_stale__exact": "1"}).context["cl"].result_list

    assert [row.pk for row in shown] == [flagged.pk]


def test_markup_in_words_is_shown_and_not_obeyed(admin_client, entry):
    body = {"sentences": [{"part": "meaning", "text": "<script>alert(1)</script>", "sources": []}]}
    row = make_explanation(entry, body=body)
    act(admin_client, "approve", row)

    for url in (
        change_url(row),
        "/admin/kb/explanation/",
        f"/admin/kb/explanationchange/{ExplanationChange.objects.get().pk}/change/",
    ):
        assert "<script>alert(1)" not in admin_client.get(url).text
