"""Explanations for people to correct: edit, approve, hide, pin, with the history of all that was done.

Saving the form writes a person's explanation, whichever one it was opened on; the program's own words stay below it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kb.admin.readonly import ReadOnly
from kb.authoring import changes
from kb.authoring.changes import Action
from kb.authoring.places import Places
from kb.authoring.text import PARTS, Misread, lines, sentences
from kb.models import ErrorEntry, Explanation, ExplanationChange

_MOST_CHANGES = 30
_HOW = "One sentence a line, code in `backticks`; what it cites at its end: [path/to/file.py:12]"
_CODE = ("example_fix", "guard_code")
_TOLD = (
    "origin", "model", "made_at", "pin", "approved_by", "approved_at", "is_stale", "is_hidden", "is_pinned", "spent",
    "history",
)  # fmt: skip


def _area(rows: int, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        widget=forms.Textarea(attrs={"rows": rows, "cols": 120}), required=False, max_length=20_000, help_text=help_text
    )


class ExplanationForm(forms.ModelForm):  # type: ignore[type-arg]
    """A body as text. `entry` is asked for where a new one is written."""

    entry = forms.CharField(max_length=16, help_text="id of the error")
    meaning = _area(4, _HOW)
    trigger = _area(3)
    situations = _area(3)
    solution = _area(5, "What to do, one thing a line.")
    example_fix = _area(6)
    guard_code = _area(4)

    class Meta:
        model = Explanation
        fields = ("entry",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = self.instance if self.instance.pk else None
        if row:
            self.fields["entry"].disabled = True
            self.initial["entry"] = row.entry_id
            self.initial.update({part: lines(row.body, part) for part in PARTS})
            self.initial.update({name: row.body.get(name, "") for name in _CODE})

    def clean_entry(self) -> ErrorEntry:
        pk = str(self.cleaned_data["entry"]).strip().lower()
        entry = ErrorEntry.objects.select_related("site__pin").filter(pk=pk).first()
        if entry is None or entry.site is None:
            raise forms.ValidationError(f"No error with the id {pk} has source to explain.")
        has_one = Explanation.objects.filter(entry=entry, origin=Explanation.Origin.HUMAN).exclude(pk=self.instance.pk)
        if has_one.exists():
            raise forms.ValidationError("A person has explained this error already: edit that one.")
        return entry

    def clean(self) -> None:
        entry = self.cleaned_data.get("entry")
        if not isinstance(entry, ErrorEntry) or entry.site is None:
            return
        places = Places(entry.site.pin)
        said: list[dict[str, Any]] = []
        for part in PARTS:
            try:
                said += sentences(self.cleaned_data.get(part, ""), part, places)
            except Misread as misread:
                self.add_error(part, str(misread))
        if not said and not self.errors:
            raise forms.ValidationError("Write at least one sentence.")
        code = {name: self.cleaned_data.get(name, "").replace("\r\n", "\n").strip() for name in _CODE}
        self.body = {"sentences": said, **{name: text for name, text in code.items() if text}}

    def _post_clean(self) -> None:
        """The row itself is written by kb.authoring, so there is nothing of it to check here."""


@admin.register(Explanation)
class ExplanationAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = ExplanationForm
    list_display = (
        "entry_id",
        "origin",
        "said",
        "model",
        "made_at",
        "is_stale",
        "approved_by",
        "is_hidden",
        "is_pinned",
    )
    list_filter = (
        "origin",
        "is_stale",
        "is_hidden",
        "is_pinned",
        ("approved_at", admin.EmptyFieldListFilter),
        "model",
        ("entry__project", admin.RelatedOnlyFieldListFilter),
    )
    list_select_related = ("entry__project", "pin__project")
    search_fields = ("=entry__id",)
    ordering: ClassVar = ("-made_at", "-id")
    list_per_page = 50
    show_full_result_count = False
    actions = ("approve", "withdraw", "hide", "show", "pin_first", "unpin")

    def get_readonly_fields(self, request: HttpRequest, obj: Explanation | None = None) -> tuple[str, ...]:
        return _TOLD if obj else ()

    def get_fields(self, request: HttpRequest, obj: Explanation | None = None) -> tuple[str, ...]:
        return ("entry", *PARTS, *_CODE, *self.get_readonly_fields(request, obj))

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        found: dict[str, Any] = super().get_actions(request)
        found.pop("delete_selected", None)  # it would leave no history
        return found

    def has_delete_permission(self, request: HttpRequest, obj: Explanation | None = None) -> bool:
        is_own = obj is None or obj.origin == Explanation.Origin.HUMAN
        return is_own and super().has_delete_permission(request, obj)

    def save_model(self, request: HttpRequest, obj: Explanation, form: ExplanationForm, change: bool) -> None:
        entry = form.cleaned_data["entry"]
        row = changes.write(entry, form.body, request.user.get_username())
        obj.pk, obj.entry_id, obj.origin = row.pk, entry.pk, row.origin

    def delete_model(self, request: HttpRequest, obj: Explanation) -> None:
        changes.remove(obj, request.user.get_username())

    def response_change(self, request: HttpRequest, obj: Explanation) -> HttpResponse:
        messages.success(request, "Saved as the explanation by a person.")
        return redirect("admin:kb_explanation_change", obj.pk)

    @admin.display(description="meaning")
    def said(self, row: Explanation) -> str:
        return lines(row.body, "meaning").partition("\n")[0][:120]

    @admin.display(description="tokens and cost")
    def spent(self, row: Explanation) -> str:
        answer = row.answer
        if answer is None:
            return "-"
        return f"{answer.tokens_in:,} in, {answer.tokens_out:,} out, cost {answer.cost.normalize():f}"

    @admin.display
    def history(self, row: Explanation) -> SafeString | str:
        done = ExplanationChange.objects.filter(entry_id=row.entry_id)[:_MOST_CHANGES]
        told = (
            (f"{change.at:%Y-%m-%d %H:%M}", reverse("admin:kb_explanationchange_change", args=[change.pk]), str(change))
            for change in done
        )
        return format_html_join("", '<div>{} <a href="{}">{}</a></div>', told) or "-"

    def _each(self, request: HttpRequest, rows: QuerySet[Explanation], do: Callable[[Explanation, str], None]) -> None:
        for row in rows:
            do(row, request.user.get_username())
        messages.success(request, f"Done with {len(rows)}.")

    @admin.action(description="Approve: it holds", permissions=["change"])
    def approve(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, changes.approve)

    @admin.action(description="Withdraw the approval", permissions=["change"])
    def withdraw(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, changes.withdraw)

    @admin.action(description="Hide from readers", permissions=["change"])
    def hide(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, lambda row, by: changes.mark(row, Action.HID, by))

    @admin.action(description="Show to readers again", permissions=["change"])
    def show(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, lambda row, by: changes.mark(row, Action.SHOWED, by))

    @admin.action(description="Pin: show it before the entry's others", permissions=["change"])
    def pin_first(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, lambda row, by: changes.mark(row, Action.PINNED, by))

    @admin.action(description="Unpin", permissions=["change"])
    def unpin(self, request: HttpRequest, rows: QuerySet[Explanation]) -> None:
        self._each(request, rows, lambda row, by: changes.mark(row, Action.UNPINNED, by))


@admin.register(ExplanationChange)
class ExplanationChangeAdmin(ReadOnly):
    list_display = ("at", "by", "action", "origin", "entry_id")
    list_filter = ("action", "origin")
    search_fields = ("=entry__id", "=by")
    ordering: ClassVar = ("-id",)
    fields = ("at", "by", "action", "origin", "entry", "text")
    readonly_fields = ("text",)

    @admin.display
    def text(self, change: ExplanationChange) -> SafeString:
        said = [f"{part}:\n{lines(change.body, part)}" for part in PARTS if lines(change.body, part)]
        said += [f"{name}:\n{change.body[name]}" for name in _CODE if change.body.get(name)]
        return format_html("<pre>{}</pre>", "\n\n".join(said))
