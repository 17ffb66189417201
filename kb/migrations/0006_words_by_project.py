import django.contrib.postgres.indexes
from django.contrib.postgres.operations import BtreeGinExtension
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("kb", "0005_project_slugs")]

    operations = [
        BtreeGinExtension(),
        migrations.RemoveIndex(model_name="searchdocument", name="document_words"),
        migrations.AddIndex(
            model_name="searchdocument",
            index=django.contrib.postgres.indexes.GinIndex(
                fastupdate=False, fields=["project", "words"], name="document_words"
            ),
        ),
    ]
