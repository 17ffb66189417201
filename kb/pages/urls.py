"""Addresses of the pages, each with an example above it."""

from django.urls import URLPattern, URLResolver, path, re_path, register_converter

from kb.pages import project_views, reporting, views
from kb.pages.converters import EntryId, Name, Sha
from kb.pages.crawlers import feeds, sitemaps, twins

register_converter(EntryId, "entry_id")
register_converter(Name, "name")
register_converter(Sha, "sha")

urlpatterns: list[URLPattern | URLResolver] = [
    # /
    path("", views.home, name="home"),
    # /search?q=tensor+size
    path("search", views.search, name="search"),
    # /suggest?q=tensor+si&project=hiyouga/LlamaFactory
    path("suggest", views.suggestions, name="suggest"),
    path("robots.txt", sitemaps.robots, name="robots"),
    path("llms.txt", twins.guide, name="guide"),
    path("sitemap.xml", sitemaps.index, name="sitemap"),
    path("sitemaps/projects.xml", sitemaps.projects, name="sitemap-projects"),
    # /sitemaps/errors-d4.xml
    re_path(r"^sitemaps/errors-(?P<prefix>[0-9a-f]{0,4})\.xml$", sitemaps.errors, name="sitemap-errors"),
    # /errors/d460de83d1a08d54.md
    path("errors/<entry_id:entry_id>.md", twins.as_markdown, name="entry-markdown"),
    path("errors/<entry_id:entry_id>/card.png", twins.as_picture, name="entry-card"),
    # /errors/d460de83d1a08d54/
    path("errors/<entry_id:entry_id>/", views.entry, name="entry"),
    path("errors/<entry_id:entry_id>/report", reporting.report, name="report"),
    # /hiyouga/LlamaFactory/
    path("<name:owner>/<name:name>/", project_views.project, name="project"),
    path("<name:owner>/<name:name>/feed.atom", feeds.new_errors, name="project-feed"),
    # /hiyouga/LlamaFactory/classes/
    path("<name:owner>/<name:name>/classes/", project_views.classes, name="classes"),
    # /hiyouga/LlamaFactory/files/?folder=src/llamafactory/
    path("<name:owner>/<name:name>/files/", project_views.files, name="files"),
    # /hiyouga/LlamaFactory/pins/ca75f1edf3.../diff/f28afaf635.../
    path("<name:owner>/<name:name>/pins/<sha:before>/diff/<sha:after>/", project_views.diff, name="diff"),
    # /hiyouga/LlamaFactory/pins/f28afaf635.../
    path("<name:owner>/<name:name>/pins/<sha:sha>/", project_views.pin, name="pin"),
]
