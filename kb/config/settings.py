"""Settings, all from the environment; the only module that reads it. docker/.env.example names each one.

Without DATABASE_URL, CELERY_BROKER_URL or MEILISEARCH_URL the embedded servers under RAISED_DATA are used
(`manage.py services`), and search runs on PostgreSQL. A malformed value stops the start.
"""

import os
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from kb import VERSION
from kb.config import environment as env
from kb.config.logs import logging_config
from kb.config.servers.places import Places
from kb.display.paste_limit import MOST_BODY_BYTES

BASE_DIR = env.ROOT
RAISED_DATA = env.data()
PLACES = Places(RAISED_DATA)

# Who may reach us, and how

LOCAL_HOSTS = ("localhost", "127.0.0.1", "[::1]")
LOCAL_KEY = "django-insecure-only-for-a-machine-of-your-own"

DEBUG = env.flag("RAISED_DEBUG", default=False)
SECRET_KEY = env.text("RAISED_SECRET_KEY", LOCAL_KEY)
PORT = env.port()
BIND = env.bind()
SITE_URL = env.site_url()
IS_SITE_URL_TOLD = env.is_site_url_told()
IS_HTTPS = SITE_URL.startswith("https://")
_HOST = urlsplit(SITE_URL).hostname or ""
ALLOWED_HOSTS = [*LOCAL_HOSTS, f"[{_HOST}]" if ":" in _HOST else _HOST, *env.words("RAISED_ALLOWED_HOSTS")]
CSRF_TRUSTED_ORIGINS = [SITE_URL.rstrip("/")]
# How many proxies of ours stand in front: whose word counts for the client's address and for https.
PROXIES = env.whole("RAISED_PROXIES", 1 if IS_HTTPS else 0)

if SECRET_KEY == LOCAL_KEY and not set(ALLOWED_HOSTS) <= set(LOCAL_HOSTS):
    raise ImproperlyConfigured(
        "RAISED_SECRET_KEY must be set to a long random value where RAISED_SITE_URL or RAISED_ALLOWED_HOSTS "
        "names a host other than this machine."
    )
if IS_HTTPS and not PROXIES:
    raise ImproperlyConfigured("RAISED_PROXIES must be at least 1 where RAISED_SITE_URL is https: TLS ends at a proxy.")

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_SSL_REDIRECT = IS_HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = env.whole("RAISED_HSTS_SECONDS", 30 * 24 * 3600) * IS_HTTPS
# Speaking for subdomains and asking for preload is up to whoever owns the domain.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_HTTPS
X_FRAME_OPTIONS = "DENY"

# What runs

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
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "kb",
    "api",
    "ingest",
]

MIDDLEWARE = [
    "kb.config.requests.told",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "kb.config.compression.brotli",
    "corsheaders.middleware.CorsMiddleware",
    "kb.config.admin_only.Sessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "kb.config.admin_only.Authentication",
    "kb.config.admin_only.Messages",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "kb.config.headers.restricted",
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
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Where rows, queued work and counters are kept

_DATABASE = env.database("DATABASE_URL")
USES_EMBEDDED_DATABASE = _DATABASE is None
DATABASES = {
    "default": _DATABASE
    or {
        "NAME": "raised",
        "USER": "raised",
        "HOST": str(PLACES.sockets),
        "PORT": "5432",
    }
}
# An unreachable server shows after `timeout` seconds; without it a page hangs for 30.
DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
    "min_size": 1,
    "max_size": env.whole("RAISED_DATABASE_POOL", 8, least=1),
    "timeout": 5,
    # While the server is away each attempt waits twice as long as the last; given up, the next request begins anew.
    "reconnect_timeout": 5,
}
# Which looks after connections that have died in the pool by itself.
DATABASES["default"]["ENGINE"] = "kb.config.postgresql"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

_BROKER = env.url("CELERY_BROKER_URL", schemes=("redis", "rediss", "redis+socket", "amqp", "amqps"))
USES_EMBEDDED_BROKER = not _BROKER
CELERY_BROKER_URL = _BROKER or f"redis+socket://{PLACES.redis_socket}?virtual_host=0"
# Counters of the API's throttles, which must be one for all processes. Never the broker's own database number,
# since clearing a cache empties its database.
_CACHE = env.url("RAISED_CACHE_URL", schemes=("redis", "rediss", "unix"))
if _BROKER and not _CACHE:
    raise ImproperlyConfigured(
        "RAISED_CACHE_URL must be set beside CELERY_BROKER_URL: a Redis database of its own, such as redis://host:6379/1."
    )
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": _CACHE or f"unix://{PLACES.redis_socket}?db=1",
        "KEY_PREFIX": "raised",
    }
}

# Ingestion

# Names, addresses and networks that sources may be fetched from though they are not public.
PRIVATE_HOSTS = env.words("RAISED_PRIVATE_HOSTS")
# How much of what was downloaded is kept, so that a job that was killed does not download it again.
SOURCE_CACHE_BYTES = env.whole("RAISED_SOURCE_CACHE_MB", 4096) * 1024**2

CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_CONCURRENCY = env.whole("RAISED_WORKERS", min(os.cpu_count() or 1, 8), least=1)
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SOFT_TIME_LIMIT = env.whole("RAISED_TASK_SECONDS", 3000, least=60)
CELERY_TASK_TIME_LIMIT = CELERY_TASK_SOFT_TIME_LIMIT + 300
# A task that is not acknowledged by then is given to another worker, so it must outlast the longest task.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": CELERY_TASK_TIME_LIMIT + 300}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = TIME_ZONE
CELERY_BEAT_SCHEDULE = {
    "take up jobs that no one is at": {"task": "ingest.tasks.resume", "schedule": 30},
    "look for newer pins of watched projects": {"task": "ingest.tasks.repin", "schedule": 6 * 3600},
    "send the search server what it has missed": {"task": "kb.search.tasks.heal", "schedule": 60},
}

# The LLM explainer: any server that speaks OpenAI's chat completions. Without both of these, explanations are static.

LLM_URL = env.url("RAISED_LLM_URL", schemes=("http", "https"))
LLM_MODEL = env.text("RAISED_LLM_MODEL")
LLM_KEY = env.text("RAISED_LLM_KEY")
# How many requests are under way at once, and how long each may take in all.
LLM_REQUESTS = env.whole("RAISED_LLM_REQUESTS", 4, least=1, most=64)
LLM_SECONDS = env.whole("RAISED_LLM_SECONDS", 120, least=1)
LLM_ANSWER_TOKENS = env.whole("RAISED_LLM_ANSWER_TOKENS", 1500, least=100)
# What a run may spend at most: tokens in and out, and money, if prices per million tokens are known (0 = no bound).
LLM_RUN_TOKENS = env.whole("RAISED_LLM_RUN_TOKENS", 2_000_000, least=1)
LLM_RUN_COST = env.amount("RAISED_LLM_RUN_COST")
LLM_PRICE_IN = env.amount("RAISED_LLM_PRICE_IN")
LLM_PRICE_OUT = env.amount("RAISED_LLM_PRICE_OUT")
if bool(LLM_URL) != bool(LLM_MODEL):
    raise ImproperlyConfigured("RAISED_LLM_URL and RAISED_LLM_MODEL must be set together.")
if LLM_RUN_COST and not (LLM_PRICE_IN or LLM_PRICE_OUT):
    raise ImproperlyConfigured("RAISED_LLM_RUN_COST needs RAISED_LLM_PRICE_IN and RAISED_LLM_PRICE_OUT to count by.")

# Search

MEILISEARCH_URL = env.url("MEILISEARCH_URL", schemes=("http", "https"))
# Pages need a key that may only search; workers one that may write. `manage.py searchkeys` makes both.
MEILISEARCH_KEY = env.text("MEILISEARCH_KEY")
MEILISEARCH_SEARCH_KEY = env.text("MEILISEARCH_SEARCH_KEY") or MEILISEARCH_KEY
MEILISEARCH_INDEX = env.text("MEILISEARCH_INDEX", "entries")

# Pages and API

# Where reports of problems lead, with {id}, {url} and {title} of the error filled in. Without it, problems of a page
# are reported to this site (and judged in the admin), issues to the project that the page is about.
REPORT_URL = env.url("RAISED_REPORT_URL", schemes=("http", "https"))
STATIC_URL = "/static/"
STATIC_ROOT = env.folder("RAISED_STATIC", RAISED_DATA / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "kb.config.static.StaticFiles"},
}
# Without a manifest, as before the first collectstatic, files keep their plain names.
WHITENOISE_MANIFEST_STRICT = False
DATA_UPLOAD_MAX_MEMORY_SIZE = MOST_BODY_BYTES
CORS_URLS_REGEX = r"^/api/"
# What a page of another site may read of an answer beside its body.
CORS_EXPOSE_HEADERS = [
    "ETag", "Link", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "Retry-After", "X-Request-ID",
]  # fmt: skip
CORS_ALLOW_ALL_ORIGINS = True
# A match is a read as well, of a paste that is too long for an address.
CORS_ALLOW_METHODS = ["GET", "HEAD", "OPTIONS", "POST"]
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.BoundedJSONParser"],
    "EXCEPTION_HANDLER": "api.errors.answer",
    "NON_FIELD_ERRORS_KEY": "body",
    "DEFAULT_THROTTLE_CLASSES": ["api.throttles.AnonThrottle"],
    "DEFAULT_THROTTLE_RATES": {
        "anon": env.rate("RAISED_API_RATE", "300/min"),
        "match": env.rate("RAISED_MATCH_RATE", "60/min"),
        "report": env.rate("RAISED_REPORT_RATE", "10/hour"),
    },
    # Read by anyone, known to no one: no session, so no CSRF token for programs either.
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "NUM_PROXIES": PROXIES,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Raised",
    "DESCRIPTION": "The errors that open-source code raises, and a match for the one you have.",
    "VERSION": VERSION,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}

# What is said while it runs

LOGGING = logging_config(
    env.choice("RAISED_LOG_LEVEL", "INFO", among=("DEBUG", "INFO", "WARNING", "ERROR")),
    env.choice("RAISED_LOG_FORMAT", "line", among=("line", "json")),
)
# What a Prometheus server sends as "Authorization: Bearer …" to have /metrics; without it there are none.
METRICS_TOKEN = env.text("RAISED_METRICS_TOKEN")
