import re

from django.core.management import call_command
from django.test import override_settings

from kb.config.static import StaticFiles


def test_modules_import_each_other_by_hashed_names(settings, tmp_path):
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "kb.config.static.StaticFiles"}}
    with override_settings(STATIC_ROOT=str(tmp_path), STORAGES=storages):
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["redoc", "admin", "*swagger*"])

    for name in ("paste", "suggest"):
        module = next(tmp_path.glob(f"kb/{name}.*.js")).read_text()
        imported = re.search(r'from "\./(mask\.\w+\.js)";', module)
        assert imported
        assert (tmp_path / "kb" / imported[1]).exists()


def test_file_that_was_not_collected_yet_keeps_its_plain_name(tmp_path):
    with override_settings(STATIC_ROOT=str(tmp_path)):
        assert StaticFiles().url("kb/icon.svg") == "/static/kb/icon.svg"
