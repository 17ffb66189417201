"""What whoever runs the site sees of entries, explanations and reports, and may do about them."""

from kb.admin import entries, explanations, reports, runs
from kb.admin.readonly import ReadOnly

__all__ = ["ReadOnly", "entries", "explanations", "reports", "runs"]
