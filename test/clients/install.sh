#!/usr/bin/env bash
# Installs the clients of other makers that tests run: packages of npm and of PyPI, once for each state of the two lists, side by side.
# Prints the folder that holds them, outside of what linters and test runners read.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$here/../../node_modules/.cache/clients
mkdir -p "$folder/node"
folder=$(cd "$folder" && pwd)

# One at a time, for several test files need them.
if command -v flock >/dev/null; then
  exec 9>"$folder/lock"
  flock 9
fi

is_installed() { cmp -s "$here/$1" "$folder/$1.installed"; }

install_node() {
  is_installed package-lock.json && return
  cp "$here/package.json" "$here/package-lock.json" "$folder/node/"
  # The newest openai wants Node 22, which is one of the packages.
  npm ci --prefix "$folder/node" --ignore-scripts --no-audit --no-fund --loglevel error >&2
  cp "$here/package-lock.json" "$folder/package-lock.json.installed"
}

install_python() {
  is_installed requirements.txt && return
  python3 -m venv --clear "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check --require-hashes -r "$here/requirements.txt" >&2
  cp "$here/requirements.txt" "$folder/requirements.txt.installed"
}

install_node 9>&- &
node=$!
install_python 9>&-
wait "$node"
echo "$folder"
