"""What whoever runs the site sees of entries, explanations and reports, and may do about them."""

from django.contrib import admin

from kb.admin import entries, explanations, reports, runs
from kb.admin.readonly import ReadOnly

admin.site.site_header = admin.site.site_title = "Raised"
admin.site.index_title = "What was read, and what is going on"

__all__ = ["ReadOnly", "entries", "explanations", "reports", "runs"]
