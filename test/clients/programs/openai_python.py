"""All that openai for Python does with the product, printed as one object. Arguments: base address, key, the name in its questions."""

import json
import sys

import openai

base_url, api_key, name = sys.argv[1:]
client = openai.OpenAI(base_url=base_url, api_key=api_key)
MODEL = "default"
QUESTION = "How many quokkas are allowed in a garden?"
MESSAGES = [{"role": "user", "content": QUESTION}]
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def ask():
    message = client.chat.completions.create(model=MODEL, messages=MESSAGES).choices[0].message
    return {"ask": message.content, "cites": [one.url_citation.url for one in message.annotations]}


def stream():
    with client.chat.completions.stream(model=MODEL, messages=MESSAGES) as helper:
        return {"stream": helper.get_final_completion().choices[0].message.content}


def respond():
    whole = client.responses.create(model=MODEL, input=QUESTION)
    with client.responses.stream(model=MODEL, input=QUESTION) as helper:
        streamed = helper.get_final_response().output_text
    cited = [one.type for one in whole.output[-1].content[0].annotations]
    return {"responses": whole.output_text, "responsesStream": streamed, "responsesCite": cited}


def cancel():
    waits = [{"role": "user", "content": f"Does {name} wait for ever for quokkas?"}]
    waiting = client.chat.completions.create(model=MODEL, messages=waits, stream=True)
    next(iter(waiting))
    waiting.close()
    return {"cancelled": waiting.response.is_closed}


def fail():
    try:
        client.chat.completions.create(model="gpt-4o", messages=MESSAGES)
    except openai.NotFoundError as error:
        return {"error": {"message": error.message, "code": error.code}}


def structure():
    form = {"type": "json_schema", "json_schema": {"name": "extract", "schema": SCHEMA}}
    made = client.chat.completions.create(model=MODEL, messages=MESSAGES, response_format=form)
    return {"structured": json.loads(made.choices[0].message.content)}


def embed():
    made = client.embeddings.create(model=MODEL, input=["quokka", "a garden"])
    return {"embeddings": [len(one.embedding) for one in made.data]}


def store():
    text = f"Four wombats live with {name}.".encode()
    file = client.files.create(file=(f"{name}.txt", text), purpose="assistants")
    made = client.vector_stores.create(name=name)
    added = client.vector_stores.files.create_and_poll(
        vector_store_id=made.id, file_id=file.id, attributes={"name": name}, poll_interval_ms=100
    )
    only = {"type": "eq", "key": "name", "value": name}
    found = client.vector_stores.search(made.id, query=f"wombats {name}", filters=only)
    content = client.files.content(file.id).text
    client.vector_stores.delete(made.id)
    deleted = client.files.delete(file.id).deleted
    result = {"status": added.status, "content": content, "deleted": deleted}
    return {"files": {**result, "found": next(iter(found)).content[0].text}}


report = {}
for work in (ask, stream, respond, cancel, fail, structure, embed, store):
    report.update(work())
print(json.dumps(report))
