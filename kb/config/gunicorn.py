"""How gunicorn serves the site: `gunicorn -c kb/config/gunicorn.py kb.config.wsgi`."""

from kb.config import environment as env

bind = f"{env.bind()}:{env.port()}"
workers = env.whole("RAISED_WEB_WORKERS", 2, least=1)
worker_class = "gthread"
# Each thread may hold a database connection: no more threads than RAISED_DATABASE_POOL.
threads = 4
timeout = 60
graceful_timeout = 20
accesslog = "-"
# It would lie in the home folder, where a second copy finds it taken.
control_socket_disable = True
