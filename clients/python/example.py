"""Uploads a file, asks about it, streams, searches and handles an error.

Usage: KNOWLEDGE_ROUTER_KEY=... python example.py FILE QUESTION
"""

import os
import sys
import uuid

from knowledge_router import KnowledgeRouter, KnowledgeRouterError, models

url = os.environ.get("KNOWLEDGE_ROUTER_URL", "http://127.0.0.1:3000")
path, question = sys.argv[1:]

with KnowledgeRouter(url, os.environ["KNOWLEDGE_ROUTER_KEY"]) as router:
    document = router.upload(path)
    for citation in router.ask(question).citations:
        print(f"{citation.title}: {citation.quote}")
    for piece in router.stream(question):
        if isinstance(piece, models.ChatEventDelta):
            print(piece.data.text, end="")
    print("\n" + ", ".join(found.title for found in router.search(question, top_k=1)))
    try:
        router.ask(question, session_id=uuid.uuid4())
    except KnowledgeRouterError as error:
        print(f"{error.status} {error.code}")
