#!/usr/bin/env bash
# Keeps a folder in step and asks it a question, as a job for cron would.
# Usage: KNOWLEDGE_ROUTER_URL=… KNOWLEDGE_ROUTER_API_KEY=… sync-and-ask.sh FOLDER QUESTION
set -euo pipefail
folder=$1
question=$2

# 4: some files were left aside and are named on stderr; the others are there.
knowledge-router sync "$folder" --delete --exclude '*.tmp' || [ $? -eq 4 ]
knowledge-router ask "$question"
knowledge-router documents --status ready --json | wc -l
