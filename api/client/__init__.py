"""The command `raised`: what raised an error, asked of a site from a terminal, a script, a traceback or an agent.

Needs Python alone and nothing of the site but `kb.secrets`, so that it starts fast and fits one file (`build`). What is
sent is masked first, here (`asking`), and goes to RAISED_URL only.
"""
