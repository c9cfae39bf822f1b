"""All that LangChain for Python does with the product, printed as one object. Arguments: base address, key, the name in its questions."""

import json
import sys

import openai
from langchain_openai import ChatOpenAI, OpenAIEmbeddings

base_url, api_key, name = sys.argv[1:]
access = {"model": "default", "base_url": base_url, "api_key": api_key}
chat = ChatOpenAI(**access)
responses = ChatOpenAI(**access, use_responses_api=True)
QUESTION = "How many quokkas are allowed in a garden?"
SCHEMA = {
    "title": "extract",
    "description": "An answer.",
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def ask():
    return {"ask": chat.invoke(QUESTION).text}


def stream():
    return {"stream": "".join(chunk.text for chunk in chat.stream(QUESTION))}


def respond():
    whole = responses.invoke(QUESTION)
    streamed = "".join(chunk.text for chunk in responses.stream(QUESTION))
    cited = [one for part in whole.content for one in part.get("annotations", [])]
    return {
        "responses": whole.text,
        "responsesStream": streamed,
        "responsesCite": [one["type"] for one in cited],
        "cites": [one["url"] for one in cited if "url" in one],
    }


def cancel():
    waiting = chat.stream(f"Does {name} wait for ever for quokkas?")
    next(waiting)
    waiting.close()
    return {"cancelled": True}


def fail():
    try:
        ChatOpenAI(**{**access, "model": "quokka-4o"}).invoke(QUESTION)
    except openai.NotFoundError as error:
        return {"error": {"message": error.message, "code": error.code}}


def structure():
    return {"structured": chat.with_structured_output(SCHEMA).invoke(QUESTION)}


def embed():
    embeddings = OpenAIEmbeddings(**access, check_embedding_ctx_length=False)
    return {"embeddings": [len(one) for one in embeddings.embed_documents(["quokka", "a garden"])]}


report = {}
for work in (ask, stream, respond, cancel, fail, structure, embed):
    report.update(work())
print(json.dumps(report))
