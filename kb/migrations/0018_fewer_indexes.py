import django.db.models.deletion
from django.db import migrations, models

# Django gives each column of text that is unique or refers to one a second index, for LIKE. Only words are asked so.
_DROP_LIKE = """
DO $$
DECLARE found text;
BEGIN
    FOR found IN
        SELECT format('%I.%I', schemaname, indexname) FROM pg_indexes
        WHERE schemaname = current_schema() AND indexdef LIKE '%varchar_pattern_ops)' AND tablename IN (
            'kb_entryalias', 'kb_errorentry', 'kb_evidencetrace', 'kb_explanation', 'kb_framekey', 'kb_parsedtest',
            'kb_pinfile', 'kb_raisesite', 'kb_searchdocument', 'kb_sourceblob', 'kb_templateuse'
        )
    LOOP
        EXECUTE 'DROP INDEX ' || found;
    END LOOP;
END $$
"""


class Migration(migrations.Migration):
    dependencies = [
        ("kb", "0017_texts_handed_on"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="raisesite",
            name="site_path",
        ),
        migrations.AlterField(
            model_name="errorentry",
            name="project",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="kb.project"
            ),
        ),
        migrations.AlterField(
            model_name="messagetemplate",
            name="entry",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="templates",
                to="kb.errorentry",
            ),
        ),
        migrations.AlterField(
            model_name="parsedblob",
            name="blob",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="parsed", to="kb.sourceblob"
            ),
        ),
        migrations.AlterField(
            model_name="pinfile",
            name="pin",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="files", to="kb.pin"
            ),
        ),
        migrations.AlterField(
            model_name="raisesite",
            name="pin",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="sites", to="kb.pin"
            ),
        ),
        migrations.AlterField(
            model_name="searchdocument",
            name="project",
            field=models.ForeignKey(
                db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="kb.project"
            ),
        ),
        # They are asked for by nothing, so to go back is to leave it.
        migrations.RunSQL(_DROP_LIKE, migrations.RunSQL.noop),
    ]
