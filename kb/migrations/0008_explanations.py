import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("kb", "0007_search_server"),
    ]

    operations = [
        migrations.CreateModel(
            name="Explanation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "origin",
                    models.CharField(
                        choices=[("static", "Static"), ("llm", "Llm"), ("human", "Human")],
                        default="static",
                        max_length=10,
                    ),
                ),
                ("body", models.JSONField()),
                (
                    "evidence_hash",
                    models.CharField(help_text="Of what was read, without the lines it stands on.", max_length=16),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="explanations", to="kb.errorentry"
                    ),
                ),
                ("pin", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="kb.pin")),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("entry", "origin"), name="explained_once")],
            },
        ),
    ]
