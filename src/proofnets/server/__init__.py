"""The server: the HTTP service and its page.

A request's sentences go to one of the two threads that have the parser, for short and for long work, together with
those of other clients; searches and pictures go to threads of their own. What is named here is public. It needs the
extra `serve`.
"""

from proofnets.server.access import Access
from proofnets.server.app import create_app
from proofnets.server.limits import Limits
from proofnets.server.serving import Logs, Serving, serve

__all__ = ["Access", "Limits", "Logs", "Serving", "create_app", "serve"]
