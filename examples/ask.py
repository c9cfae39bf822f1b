"""Creates a tenant, uploads a document, waits until it is ready, asks a question and prints the answer with its citations.

Needs nothing but Python 3.9 or newer.   Usage: OPERATOR_KEY=… python3 examples/ask.py FILE QUESTION
"""

import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("KNOWLEDGE_ROUTER_URL", "http://127.0.0.1:3000")


def call(path, key, body=None, content_type="application/json"):
    """One request: a POST when there is something to send, a GET otherwise."""
    headers = {"Authorization": f"Bearer {key}"}
    if body is not None:
        headers["Content-Type"] = content_type
    request = urllib.request.Request(URL + path, data=body, headers=headers)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        sys.exit(f"{path}: {error.code} {error.read().decode()}")


def call_json(path, key, value):
    return call(path, key, json.dumps(value).encode())


def upload(path, key):
    """A document as multipart/form-data, which the standard library does not write by itself."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{path.name}"\r\n\r\n'
    body = head.encode() + path.read_bytes() + f"\r\n--{boundary}--\r\n".encode()
    return call("/v1/documents", key, body, f"multipart/form-data; boundary={boundary}")["document"]


def wait_until_ready(document_id, key):
    for _ in range(300):
        document = call(f"/v1/documents/{document_id}", key)
        if document["status"] == "ready":
            return
        if document["status"] == "failed":
            sys.exit(f"The document failed: {document['error']['message']}")
        time.sleep(0.2)
    sys.exit("The document was not ready within a minute.")


def to_line(citation):
    page = f", p. {citation['pageStart']}" if citation.get("pageStart") else ""
    return f"[{citation['number']}] {citation['title']}{page} ({citation['verification']}): “{citation['quote']}”"


def main(file, question):
    # The operator creates a tenant with its first administrator, whose key is shown this once.
    slug = f"example-{time.time_ns()}"
    tenant = {"slug": slug, "name": "Example", "admin": {"email": f"admin@{slug}.example"}}
    key = call_json("/v1/tenants", os.environ["OPERATOR_KEY"], tenant)["apiKey"]

    # The upload is answered at once; the document is parsed and indexed in the background.
    wait_until_ready(upload(pathlib.Path(file), key)["id"], key)

    reply = call_json("/v1/chat", key, {"message": question})
    sys.stdout.reconfigure(encoding="utf-8")
    print("\n".join([reply["answer"], *map(to_line, reply["citations"])]))


if __name__ == "__main__":
    if len(sys.argv) != 3 or "OPERATOR_KEY" not in os.environ:
        sys.exit("Usage: OPERATOR_KEY=… python3 examples/ask.py FILE QUESTION")
    main(*sys.argv[1:])
