#!/usr/bin/env bash
# Creates a tenant, uploads a document, waits until it is ready, asks a question and prints the answer with its citations.
# Needs curl, and node to read JSON.   Usage: OPERATOR_KEY=… examples/ask.sh FILE QUESTION
set -euo pipefail

URL=${KNOWLEDGE_ROUTER_URL:-http://127.0.0.1:3000}
FILE=$1
QUESTION=$2

# json EXPRESSION: what the expression makes of the JSON on standard input, which it calls `it`.
json() { node -e 'const it = JSON.parse(fs.readFileSync(0)); console.log(eval(process.argv[1]))' "$1"; }

# The operator creates a tenant with its first administrator, whose key is shown this once.
SLUG="example-$(date +%s)-$$"
KEY=$(curl -sS --fail-with-body "$URL/v1/tenants" -H "Authorization: Bearer $OPERATOR_KEY" -H 'Content-Type: application/json' \
  -d "{\"slug\": \"$SLUG\", \"name\": \"Example\", \"admin\": {\"email\": \"admin@$SLUG.example\"}}" | json it.apiKey)

# The upload is answered at once; the document is parsed and indexed in the background.
ID=$(curl -sS --fail-with-body "$URL/v1/documents" -H "Authorization: Bearer $KEY" -F "file=@$FILE" | json it.document.id)

for _ in $(seq 300); do # At most a minute.
  DOCUMENT=$(curl -sS --fail-with-body "$URL/v1/documents/$ID" -H "Authorization: Bearer $KEY")
  STATUS=$(json it.status <<<"$DOCUMENT")
  if [ "$STATUS" = ready ] || [ "$STATUS" = failed ]; then break; fi
  sleep 0.2
done
if [ "$STATUS" != ready ]; then
  echo "The document failed: $(json 'it.error?.message ?? "it was not ready within a minute"' <<<"$DOCUMENT")" >&2
  exit 1
fi

# jsonText TEXT: the text as a JSON string, whatever quotes it holds.
jsonText() { node -p 'JSON.stringify(process.argv[1])' -- "$1"; }

curl -sS --fail-with-body "$URL/v1/chat" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \
  -d "{\"message\": $(jsonText "$QUESTION")}" |
  json '[it.answer, ...it.citations.map((c) =>
    `[${c.number}] ${c.title}${c.pageStart ? `, p. ${c.pageStart}` : ""} (${c.verification}): “${c.quote}”`)].join("\n")'
