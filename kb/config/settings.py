"""Settings, all from the environment; the only module that reads it.

Without DATABASE_URL, CELERY_BROKER_URL or MEILISEARCH_URL the embedded servers under RAISED_DATA are used
(`manage.py services`), and search runs on PostgreSQL. A malformed value stops the start.
"""

from pathlib import Path

import environ

from kb.config.servers.places import Places

env = environ.Env()
BASE_DIR = Path(__file__).resolve().parents[2]
RAISED_DATA = Path(env("RAISED_DATA", default=str(BASE_DIR / ".data"))).resolve()

DEBUG = env.bool("RAISED_DEBUG", default=False)
SECRET_KEY = env("RAISED_SECRET_KEY", default="not-secret-only-for-a-machine-of-your-own")
ALLOWED_HOSTS = env.list("RAISED_ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "corsheaders",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "kb",
    "api",
    "ingest",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "kb.config.urls"
WSGI_APPLICATION = "kb.config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

PLACES = Places(RAISED_DATA)
USES_EMBEDDED_DATABASE = not env("DATABASE_URL", default="")
DATABASES = {
    "default": env.db_url("DATABASE_URL")
    if not USES_EMBEDDED_DATABASE
    else {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "raised",
        "USER": "raised",
        "HOST": str(PLACES.sockets),
        "PORT": "5432",
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USES_EMBEDDED_BROKER = not env("CELERY_BROKER_URL", default="")
CELERY_BROKER_URL = env("CELERY_BROKER_URL", default=f"redis+socket://{PLACES.redis_socket}?virtual_host=0")
MEILISEARCH_URL = env("MEILISEARCH_URL", default="")

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
REST_FRAMEWORK = {"DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema"}
