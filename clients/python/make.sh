#!/usr/bin/env bash
# Makes the client of the OpenAPI document of $KNOWLEDGE_ROUTER_URL and checks it with mypy. $PYTHON has the packages of test/clients/requirements.in.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-python3}
"$python" -m openapi_python_client generate --url "${KNOWLEDGE_ROUTER_URL:-http://127.0.0.1:3000}/v1/openapi.json" \
  --config config.yaml --meta none --output-path knowledge_router_client --overwrite --fail-on-warning
"$python" -m mypy --strict knowledge_router.py "$@"
