from django.contrib.postgres.indexes import GinIndex
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("kb", "0014_what_each_entry_asked")]

    operations = [
        # Not made anew: it only lets rows wait in its list from now on.
        migrations.RunSQL(
            "ALTER INDEX document_words SET (fastupdate = on)",
            "ALTER INDEX document_words SET (fastupdate = off)",
            state_operations=[
                migrations.RemoveIndex(model_name="searchdocument", name="document_words"),
                migrations.AddIndex(
                    model_name="searchdocument",
                    index=GinIndex(fields=["project", "words"], name="document_words"),
                ),
            ],
        )
    ]
