"""Find projects and list them with what is known of each, in a bounded number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.db.models import CharField, Count, F, Func, IntegerField, Sum, Value
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Lower

from kb.models import Pin, Project

PAGE_SIZE: Final = 60


@dataclass(frozen=True)
class ProjectFacts:
    """A project with a published pin; `errors` counts its entries that end a call, in its own code."""

    slug: str
    owner: str
    name: str
    url: str
    repository_url: str
    homepage_url: str
    errors: int
    pin: Pin
    date: date


@dataclass(frozen=True)
class ProjectList:
    """One page of the projects by name; the totals are of all of them."""

    projects: Sequence[ProjectFacts]
    total_projects: int
    total_errors: int
    page: int
    pages: int


def find_project(owner: str, name: str) -> Project | None:
    """The project with a published pin of that name; of another case only if no name fits exactly."""
    published = Project.objects.select_related("current_pin").exclude(current_pin=None)
    exact = published.filter(owner=owner, name=name).first()
    return exact or published.filter(owner__iexact=owner, name__iexact=name).first()


def without_project(packages: Sequence[str]) -> tuple[str, ...]:
    """Those of the packages that no project with a published pin is named after, nor was released as, as far as names
    tell."""
    spellings = {name: {name.lower(), name.lower().replace("_", "-")} for name in packages}
    wanted = set().union(*spellings.values())
    named = Project.objects.exclude(current_pin=None).annotate(lower=Lower("name"))
    known = set(named.filter(lower__in=wanted).values_list("lower", flat=True))
    unpinned = Func("source", Value("=="), Value(1), function="split_part", output_field=CharField())
    released = Pin.objects.exclude(published_at=None).annotate(unpinned=unpinned)
    found = released.filter(unpinned__in=[f"pypi:{name}" for name in wanted])
    known |= {name.removeprefix("pypi:") for name in found.values_list("unpinned", flat=True)}
    return tuple(name for name, spelt in spellings.items() if not spelt & known)


def project_list(page: int = 1, size: int = PAGE_SIZE) -> ProjectList:
    """Page `page` (from 1); no projects past the last one."""
    published = Project.objects.exclude(current_pin=None)
    current_pins = Pin.objects.filter(pk=F("project__current_pin"))
    errors = Cast(KT("counts__entries"), IntegerField())
    totals = current_pins.aggregate(projects=Count("pk"), errors=Sum(errors))
    shown = published.select_related("current_pin").order_by("owner", "name")[(page - 1) * size : page * size]
    return ProjectList(
        projects=[project_facts(project) for project in shown],
        total_projects=totals["projects"],
        total_errors=totals["errors"] or 0,
        page=page,
        pages=max(1, -(-totals["projects"] // size)),
    )


def project_facts(project: Project) -> ProjectFacts:
    """`project` must come with its current pin."""
    pin = project.current_pin
    if pin is None:
        raise ValueError(f"{project.slug} has no current pin.")
    pin.project = project
    return ProjectFacts(
        slug=project.slug,
        owner=project.owner,
        name=project.name,
        url=project.get_absolute_url(),
        repository_url=project.repository_url,
        homepage_url=project.homepage_url,
        errors=pin.counts.get("entries", 0),
        pin=pin,
        date=(pin.published_at or pin.created_at).date(),
    )
