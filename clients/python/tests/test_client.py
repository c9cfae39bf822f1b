"""Asks a running server, by KNOWLEDGE_ROUTER_URL and KNOWLEDGE_ROUTER_KEY; what goes wrong on the way is played by a transport before it."""

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from knowledge_router import KnowledgeRouter, KnowledgeRouterError, models

QUESTION = "How many quokkas are allowed in a garden?"


class Proxy(httpx.BaseTransport):
    """Stands before the server: the first requests meet what is given here, the rest go through."""

    def __init__(self, *faults: httpx.Response | Exception) -> None:
        self.faults = list(faults)
        self.requests: list[httpx.Request] = []
        self.through = httpx.HTTPTransport()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if not self.faults:
            return self.through.handle_request(request)
        fault = self.faults.pop(0)
        if isinstance(fault, Exception):
            raise fault
        return fault


def busy(code: str = "too_many_parallel_chats") -> httpx.Response:
    problem = {"type": "about:blank", "title": "Busy", "status": 429, "code": code, "detail": "Later.", "requestId": "r-1"}
    headers = {"retry-after": "0", "content-type": "application/problem+json", "x-request-id": "r-1"}
    return httpx.Response(429, json=problem, headers=headers)


def connect(proxy: Proxy) -> KnowledgeRouter:
    url, key = os.environ["KNOWLEDGE_ROUTER_URL"], os.environ["KNOWLEDGE_ROUTER_KEY"]
    router = KnowledgeRouter(url, key, wait=0.05)
    headers = {"Authorization": f"Bearer {key}"}
    router.api.set_httpx_client(httpx.Client(base_url=url, headers=headers, transport=proxy, timeout=60))
    return router


@pytest.fixture
def router() -> Iterator[KnowledgeRouter]:
    with connect(Proxy()) as connected:
        yield connected


def test_an_uploaded_file_is_asked_about_streamed_and_found(router: KnowledgeRouter, tmp_path: Path) -> None:
    path = tmp_path / "zoo.txt"
    path.write_text("Seven quokkas are allowed in a garden.")

    document = router.upload(path, title="Zoo rules")
    answer = router.ask(QUESTION)
    told = list(router.stream(QUESTION))
    pieces = [piece.data.text for piece in told if isinstance(piece, models.ChatEventDelta)]
    found = router.search(QUESTION)

    assert (document.title, document.status) == ("Zoo rules", models.DocumentStatus.READY)
    assert [citation.title for citation in answer.citations] == ["Zoo rules"]
    assert isinstance(told[-1], models.ChatAnswer) and "".join(pieces) == told[-1].answer
    assert "Seven quokkas" in found[0].content


def test_a_busy_server_is_asked_again_with_the_same_key() -> None:
    proxy = Proxy(busy(), httpx.ConnectError("The connection broke."))

    answer = connect(proxy).ask(QUESTION)

    assert answer.answer
    keys = [request.headers["idempotency-key"] for request in proxy.requests]
    assert len(keys) == 3 and len(set(keys)) == 1


def test_a_used_up_quota_is_not_asked_again() -> None:
    proxy = Proxy(busy("quota_exceeded"))

    with pytest.raises(KnowledgeRouterError) as raised:
        connect(proxy).ask(QUESTION)

    assert (raised.value.status, raised.value.code, raised.value.request_id) == (429, "quota_exceeded", "r-1")
    assert len(proxy.requests) == 1


def test_a_page_of_a_proxy_is_an_error_that_says_so() -> None:
    with pytest.raises(KnowledgeRouterError, match="no readable answer"):
        list(connect(Proxy(httpx.Response(404, html="<h1>Sign in</h1>"))).stream(QUESTION))


def test_a_stream_that_breaks_off_is_no_answer() -> None:
    cut = httpx.Response(200, text='event: delta\ndata: {"text": "Seven"}\n\n')

    with pytest.raises(KnowledgeRouterError, match="ended without an answer"):
        list(connect(Proxy(cut)).stream(QUESTION))


def test_a_bad_key_is_refused_with_the_sentence_of_the_server() -> None:
    with pytest.raises(KnowledgeRouterError, match="401") as raised:
        KnowledgeRouter(os.environ["KNOWLEDGE_ROUTER_URL"], "kr_no").ask(QUESTION)

    assert raised.value.detail
