"""Addresses of the pages, each with an example above it."""

from django.urls import URLPattern, URLResolver, path, register_converter

from kb.pages import views
from kb.pages.converters import EntryId, Name, Sha

register_converter(EntryId, "entry_id")
register_converter(Name, "name")
register_converter(Sha, "sha")

urlpatterns: list[URLPattern | URLResolver] = [
    # /
    path("", views.home, name="home"),
    # /search?q=tensor+size
    path("search", views.search, name="search"),
    # /errors/d460de83d1a08d54/
    path("errors/<entry_id:entry_id>/", views.entry, name="entry"),
    # /hiyouga/LlamaFactory/
    path("<name:owner>/<name:name>/", views.project, name="project"),
    # /hiyouga/LlamaFactory/pins/f28afaf635.../
    path("<name:owner>/<name:name>/pins/<sha:sha>/", views.pin, name="pin"),
]
