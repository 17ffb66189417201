import pytest

from tests.factories import make_entry, make_pin, make_project, make_site, make_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries():
    pins = [make_pin(make_project(), sha=sha) for sha in ("1f" * 20, "2e" * 20)]
    found = [make_entry(pins[0], message=f"number {number}", site={"line": number + 1}) for number in range(20)]
    for entry in found:
        make_site(entry, pin=pins[1], line=99)
        make_template(entry, text="former", gone_in=pins[1])
    return found


@pytest.mark.parametrize("model", ["errorentry", "messagetemplate"])
def test_list_takes_a_bounded_number_of_queries(admin_client, entries, model, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        response = admin_client.get(f"/admin/kb/{model}/")

    assert response.context["cl"].result_count >= 20


def test_entry_takes_a_bounded_number_of_queries(admin_client, entries, django_assert_max_num_queries):
    with django_assert_max_num_queries(8):
        response = admin_client.get(f"/admin/kb/errorentry/{entries[0].pk}/change/")

    assert response.status_code == 200


def test_what_ingestion_found_cannot_be_changed(admin_client, entries):
    assert admin_client.post(f"/admin/kb/errorentry/{entries[0].pk}/change/", {"title": "x"}).status_code == 403
    assert admin_client.get("/admin/kb/errorentry/add/").status_code == 403


def test_entry_is_found_by_its_id_and_its_words(admin_client, entries):
    by_id = admin_client.get("/admin/kb/errorentry/", {"q": entries[3].pk}).context["cl"]
    by_words = admin_client.get("/admin/kb/errorentry/", {"q": "number 17"}).context["cl"]

    assert [entry.pk for entry in by_id.result_list] == [entries[3].pk]
    assert [entry.pk for entry in by_words.result_list] == [entries[17].pk]
