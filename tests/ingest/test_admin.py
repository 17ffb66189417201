"""What whoever runs the site sees of projects, pins and jobs, and what they can have done."""

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from ingest import workers
from kb.models import IngestJob, Project
from tests.factories import make_job, make_pin, make_project

pytestmark = pytest.mark.django_db
State = IngestJob.State


@pytest.fixture
def handed(monkeypatch):
    """Ids of the jobs that went to workers."""
    ids = []
    monkeypatch.setattr(workers, "hand", lambda job_id: ids.append(job_id) or True)
    return ids


@pytest.fixture
def staff(client):
    user = User.objects.create(username="sam", is_staff=True)
    client.force_login(user)
    return user


@pytest.fixture
def admin_client(client):
    # pytest-django's own spends a second on hashing a password that no one types.
    client.force_login(User.objects.create(username="root", is_staff=True, is_superuser=True))
    return client


def allow(user, *names):
    user.user_permissions.add(*Permission.objects.filter(codename__in=names))


def act(client, model, action, *rows):
    url = reverse(f"admin:kb_{model}_changelist")
    data = {"action": action, "_selected_action": [row.pk for row in rows]}
    return client.post(url, data, follow=True)


def told(response):
    return [str(message) for message in response.context["messages"]]


def test_a_job_at_work_shows_how_far_it_is_and_the_page_stays_live(admin_client):
    make_job(state=State.EXTRACTING, done=120, total=1310)
    page = admin_client.get(reverse("admin:kb_ingestjob_changelist"))
    assert '<progress value="120" max="1310"></progress> 120 of 1,310' in page.text
    assert '<meta http-equiv="refresh"' in page.text


def test_source_of_a_job_is_short_enough_to_leave_room_for_how_it_fares(admin_client):
    make_job(source=f"github:acme/anvil@{'1f' * 20}")

    page = admin_client.get(reverse("admin:kb_ingestjob_changelist")).text

    assert "github:acme/anvil@1f1f1f1f1f</td>" in page
    assert page.index("column-state") < page.index("column-error") < page.index("column-asked")


def test_when_all_jobs_have_ended_the_page_is_at_rest(admin_client):
    make_job(state=State.FAILED, error="no such <release>", timings={"fetching": 1.5})
    page = admin_client.get(reverse("admin:kb_ingestjob_changelist"))
    assert "no such &lt;release&gt;" in page.text
    assert "1.5 s" in page.text
    assert '<meta http-equiv="refresh"' not in page.text
    assert "<progress" not in page.text


@pytest.mark.parametrize("model", ["project", "pin", "ingestjob"])
def test_lists_take_the_same_queries_however_long_they_are(
    admin_client, model, django_assert_max_num_queries, django_assert_num_queries
):
    url = reverse(f"admin:kb_{model}_changelist")

    def more(number):
        pin = make_pin(make_project(f"acme/p{number}"), sha=f"{number:040}")
        make_job(source=f"s{number}", project=pin.project, pin=pin)

    more(1)
    with django_assert_max_num_queries(12) as few:
        admin_client.get(url)
    for number in range(2, 12):
        more(number)
    with django_assert_num_queries(len(few)):
        admin_client.get(url)


@pytest.mark.parametrize("make", [make_project, make_pin, make_job])
def test_each_row_has_a_page(admin_client, make):
    row = make()
    url = reverse(f"admin:kb_{row._meta.model_name}_change", args=[row.pk])
    assert admin_client.get(url).status_code == 200


def test_a_job_can_be_asked_for(admin_client, handed):
    url = reverse("admin:kb_ingestjob_add")
    assert 'name="as_slug"' in admin_client.get(url).text
    page = admin_client.post(url, {"source": "pypi:anvil==1.0", "as_slug": "acme/anvil", "watch": "on"}, follow=True)
    job = IngestJob.objects.get()
    assert (job.source, job.options) == ("pypi:anvil==1.0", {"as": "acme/anvil", "watch": True})
    assert handed == [job.pk]
    assert f"Job {job.pk}, pypi:anvil==1.0, is with the workers." in told(page)


def test_a_source_that_cannot_be_understood_is_told(admin_client, handed):
    page = admin_client.post(reverse("admin:kb_ingestjob_add"), {"source": "nonsense:x"})
    assert "expected github:owner/name@SHA-or-tag" in page.text
    assert not IngestJob.objects.exists()
    assert handed == []


def test_a_failed_job_can_be_started_again_as_it_was(admin_client, handed):
    options = {"mirror": "/srv/git/anvil", "as": "acme/anvil", "current": True}
    failed = make_job(source="github:acme/anvil@v1", options=options, state=State.FAILED)
    act(admin_client, "ingestjob", "start_again", failed)
    again = IngestJob.objects.exclude(pk=failed.pk).get()
    assert (again.source, again.options) == (failed.source, options)
    assert handed == [again.pk]


def test_a_pin_can_be_ingested_again_and_made_current(admin_client, handed):
    pin = make_pin(source="github:acme/anvil@v1")
    make_job(pin=pin, source="x", options={"mirror": "/srv/git/anvil"}, state=State.DONE)
    act(admin_client, "pin", "make_current", pin)
    job = IngestJob.objects.get(pk=handed[0])
    assert job.options == {"mirror": "/srv/git/anvil", "as": "acme/anvil", "current": True}


def test_a_project_can_be_watched_and_left_alone(admin_client):
    project = make_pin(source="pypi:anvil==1.0").project
    act(admin_client, "project", "watch_projects", project)
    assert Project.objects.get().watch == "pypi:anvil"
    act(admin_client, "project", "unwatch_projects", project)
    assert Project.objects.get().watch == ""


def test_a_folder_cannot_be_watched_and_that_is_told(admin_client, tmp_path):
    project = make_pin(source=str(tmp_path)).project
    page = act(admin_client, "project", "watch_projects", project)
    assert told(page) == ["acme/anvil was read from a folder, which has no newer pins."]
    assert Project.objects.get().watch == ""


def test_a_worker_can_be_asked_for_a_newer_pin(admin_client, monkeypatch):
    looked = []
    monkeypatch.setattr(workers, "look", lambda project_id: looked.append(project_id) or True)
    watched, _ = make_project(watch="pypi:anvil"), make_project("acme/hammer")
    act(admin_client, "project", "look_for_newer_pins", *Project.objects.all())
    assert looked == [watched.pk]


def test_a_broker_that_is_away_is_told(admin_client, monkeypatch):
    monkeypatch.setattr(workers, "hand", lambda job_id: False)
    page = act(admin_client, "pin", "ingest_again", make_pin(source="pypi:anvil==1.0"))
    assert "starts when a worker does" in told(page)[0]


def test_one_who_may_only_look_is_offered_nothing_to_do(client, staff, handed):
    allow(staff, "view_pin", "view_project", "view_ingestjob")
    pin = make_pin(source="pypi:anvil==1.0")
    assert client.get(reverse("admin:kb_pin_changelist")).status_code == 200
    act(client, "pin", "ingest_again", pin)
    act(client, "project", "ingest_again", pin.project)
    assert client.get(reverse("admin:kb_ingestjob_add")).status_code == 403
    assert not IngestJob.objects.exists()
    assert handed == []


@pytest.mark.parametrize("model", ["project", "pin", "ingestjob"])
def test_nothing_can_be_deleted(admin_client, model):
    pin = make_pin()
    row = {"project": pin.project, "pin": pin, "ingestjob": make_job(pin=pin)}[model]
    assert admin_client.post(reverse(f"admin:kb_{model}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
