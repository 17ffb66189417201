import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection


@pytest.mark.django_db
def test_every_model_change_has_its_migration():
    said = StringIO()

    call_command("makemigrations", "--check", "--dry-run", stdout=said)

    assert "No changes detected" in said.getvalue()


@pytest.mark.django_db
def test_what_is_written_by_the_thousand_has_no_index_that_nothing_asks():
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename, indexdef FROM pg_indexes WHERE tablename LIKE 'kb\\_%'")
        indexes = [
            (table, re.search(r"\((.*?)\)(?: WHERE .*| WITH .*)?$", made)[1], made) for table, made in cursor.fetchall()
        ]
    written = {"kb_entryalias", "kb_errorentry", "kb_framekey", "kb_messagetemplate", "kb_parsedblob", "kb_pinfile",
               "kb_raisesite", "kb_searchdocument", "kb_sourceblob", "kb_templateuse"}  # fmt: skip
    assert written <= {table for table, _, _ in indexes}
    plain = [(table, columns) for table, columns, made in indexes if table in written and "USING btree" in made]
    assert not [one for one in plain if "pattern_ops" in one[1]], "for LIKE, which no id is asked by"
    covered = [
        (table, columns)
        for table, columns in plain
        if any(other != columns and other.startswith(f"{columns}, ") and of == table for of, other in plain)
    ]
    assert not covered, "another one begins with the same columns"
