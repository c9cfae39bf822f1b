# mypy: disallow-any-explicit
"""Uploads a file, waits until it is ready, asks, streams, lists and handles an error, with a client made from the OpenAPI document.

Usage: KNOWLEDGE_ROUTER_KEY=... python ask.py FILE QUESTION
"""

import json
import os
import sys
import time
import uuid
from pathlib import Path

from knowledge_router_client import AuthenticatedClient, models
from knowledge_router_client.api.chat import ask_question
from knowledge_router_client.api.documents import get_document, list_documents, upload_document
from knowledge_router_client.types import File

path, message = Path(sys.argv[1]), sys.argv[2]
url = os.environ.get("KNOWLEDGE_ROUTER_URL", "http://127.0.0.1:3000")
api = AuthenticatedClient(url, token=os.environ["KNOWLEDGE_ROUTER_KEY"])
request = models.ChatRequest(message)

with path.open("rb") as file:
    uploaded = upload_document.sync(client=api, body=models.DocumentForm(File(file, path.name)))
if not isinstance(uploaded, models.UploadedDocument):
    sys.exit(f"The upload failed: {uploaded and uploaded.detail}")
document: models.Document | models.Problem | None = uploaded.document
while isinstance(document, models.Document) and document.status != models.DocumentStatus.READY:
    if document.error:
        sys.exit(f"The document failed: {document.error.message}")
    time.sleep(0.2)
    document = get_document.sync(document.id, client=api)

answer = ask_question.sync(client=api, body=request)
if isinstance(answer, models.ChatAnswer):
    for citation in answer.citations:
        print(f"{citation.title}: {citation.quote}")

stream = {"Accept": "text/event-stream"}
with api.get_httpx_client().stream("POST", "/v1/chat", json=request.to_dict(), headers=stream) as events:
    event = ""
    for line in events.iter_lines():
        name, _, value = line.partition(": ")
        event = value if name == "event" else event
        if name == "data" and event == models.ChatEventDeltaEvent.DELTA:
            delta = models.ChatEventDelta.from_dict({"event": event, "data": json.loads(value)})
            print(delta.data.text, end="")

listed = list_documents.sync(client=api, status=models.ListDocumentsStatus.READY, limit=5)
if isinstance(listed, models.DocumentList):
    print("\n" + ", ".join(item.title for item in listed.items))

missing = get_document.sync(uuid.uuid4(), client=api)
if isinstance(missing, models.Problem):
    print(f"{missing.status} {missing.code}")
