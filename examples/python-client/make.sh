#!/usr/bin/env bash
# Makes a client of the OpenAPI document of $KNOWLEDGE_ROUTER_URL, with packages that requirements.txt pins, and checks the program with mypy.
set -euo pipefail
cd "$(dirname "$0")"
if ! cmp -s requirements.txt .venv/installed.txt; then
  python3 -m venv --clear .venv
  .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
  cp requirements.txt .venv/installed.txt
fi
.venv/bin/openapi-python-client generate --url "${KNOWLEDGE_ROUTER_URL:-http://127.0.0.1:3000}/v1/openapi.json" \
  --config config.yaml --meta none --output-path knowledge_router_client --overwrite --fail-on-warning
.venv/bin/mypy --strict ask.py knowledge_router_client
