"""A client of Knowledge Router: ask, stream, upload and search over the client that is generated of its OpenAPI document.

    router = KnowledgeRouter("https://YOUR-SERVER", key)
    answer = router.ask("How many days may I work from home?")
"""

import json
import random
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import httpx
from knowledge_router_client import AuthenticatedClient, models as models
from knowledge_router_client.api.chat import ask_question
from knowledge_router_client.api.documents import get_document, upload_document
from knowledge_router_client.api.search import search_passages
from knowledge_router_client.types import File, Response

Model = TypeVar("Model")

RETRIED = frozenset({429, 502, 503, 504})
CODES_NOT_RETRIED = frozenset({"quota_exceeded", "session_busy"})
LONGEST_WAIT = 60.0


class KnowledgeRouterError(Exception):
    """A refusal or a failure: the sentence of the server, its code for programs, and the id to find the request by."""

    def __init__(self, status: int, code: str, detail: str, request_id: str | None = None) -> None:
        super().__init__(f"{detail} ({status} {code})")
        self.status, self.code, self.detail, self.request_id = status, code, detail, request_id


class KnowledgeRouter:
    """Questions, uploads and searches with one key. What may be sent again is, with the same idempotency key where it changes something."""

    def __init__(self, url: str, key: str, *, timeout: float = 330, retries: int = 3, wait: float = 0.5) -> None:
        self.api = AuthenticatedClient(url.rstrip("/"), token=key, timeout=httpx.Timeout(timeout))
        self._retries, self._wait = retries, wait

    def __enter__(self) -> "KnowledgeRouter":
        return self

    def __exit__(self, *_: object) -> None:
        self.api.get_httpx_client().close()

    def ask(self, message: str, *, session_id: uuid.UUID | None = None) -> models.ChatAnswer:
        """The whole answer with its citations."""
        body, key = to_question(message, session_id), str(uuid.uuid4())
        call = lambda: ask_question.sync_detailed(client=self.api, body=body, idempotency_key=key)
        return self._expect(models.ChatAnswer, call)

    def stream(self, message: str, *, session_id: uuid.UUID | None = None) -> Iterator[models.ChatEventDelta | models.ChatAnswer]:
        """The pieces of an answer as they are written, and last the whole answer. Leaving the loop cancels the question."""
        headers = {"Accept": "text/event-stream", "Idempotency-Key": str(uuid.uuid4())}
        body = to_question(message, session_id).to_dict()
        with self.api.get_httpx_client().stream("POST", "/v1/chat", json=body, headers=headers) as answer:
            if answer.status_code != 200:
                answer.read()
                raise to_error(answer.status_code, answer.content, answer.headers.get("x-request-id"))
            for event, data in read_events(answer.iter_lines()):
                if event == "delta":
                    yield models.ChatEventDelta.from_dict({"event": event, "data": data})
                elif event == "answer":
                    yield models.ChatAnswer.from_dict(data)
                    return
                elif event == "error":
                    raise KnowledgeRouterError(data["status"], data["code"], data["detail"], data.get("requestId"))
        raise KnowledgeRouterError(502, "stream_cut", "The stream ended without an answer.")

    def upload(self, path: str | Path, *, title: str | None = None, wait: bool = True) -> models.Document:
        """Uploads a file, and waits until it can be asked about. The same file sent again is the same document."""
        key = str(uuid.uuid4())

        def send() -> Response[models.UploadedDocument | models.Problem]:
            with Path(path).open("rb") as file:
                form = models.DocumentForm(File(file, Path(path).name))
                if title is not None:
                    form.title = title
                return upload_document.sync_detailed(client=self.api, body=form, idempotency_key=key)

        document = self._expect(models.UploadedDocument, send).document
        while wait and document.status != models.DocumentStatus.READY:
            if document.error:
                raise KnowledgeRouterError(422, document.error.code, document.error.message)
            time.sleep(self._wait)
            id = document.id
            document = self._expect(models.Document, lambda: get_document.sync_detailed(id, client=self.api))
        return document

    def search(self, query: str, *, top_k: int = 5) -> list[models.SearchResult]:
        """Passages, best first."""
        body = models.SearchRequest(query, top_k=top_k)
        return self._expect(models.SearchAnswer, lambda: search_passages.sync_detailed(client=self.api, body=body)).results

    def _expect(self, kind: type[Model], call: Callable[[], Response[Any]]) -> Model:
        """The answer of that kind; a connection that breaks and a server that is busy are tried again, later each time."""
        for attempt in range(self._retries + 1):
            is_last = attempt == self._retries
            try:
                answer = call()
            except httpx.TransportError:
                if is_last:
                    raise
                self._pause(attempt, None)
                continue
            if isinstance(answer.parsed, kind):
                return answer.parsed
            error = to_error(answer.status_code, answer.content, answer.headers.get("x-request-id"))
            if is_last or error.status not in RETRIED or error.code in CODES_NOT_RETRIED:
                raise error
            self._pause(attempt, answer.headers.get("retry-after"))
        raise AssertionError("Every attempt returns or raises.")

    def _pause(self, attempt: int, retry_after: str | None) -> None:
        told = float(retry_after) if retry_after and retry_after.isdigit() else 0.0
        time.sleep(min(max(told, self._wait * 2**attempt * random.uniform(0.5, 1)), LONGEST_WAIT))


def to_question(message: str, session_id: uuid.UUID | None) -> models.ChatRequest:
    return models.ChatRequest(message) if session_id is None else models.ChatRequest(message, session_id=session_id)


def to_error(status: int, content: bytes, request_id: str | None) -> KnowledgeRouterError:
    try:
        problem = json.loads(content)
        return KnowledgeRouterError(int(status), problem["code"], problem["detail"], request_id)
    except (ValueError, KeyError, TypeError):
        return KnowledgeRouterError(int(status), "unreadable", "The server, or a proxy before it, gave no readable answer.", request_id)


def read_events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    event = ""
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            event = value
        elif name == "data":
            yield event, json.loads(value)
