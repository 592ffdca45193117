#!/usr/bin/env bash
# Checks FILES, one per line, with an annotation for each deviation. Sets the output `status`; a later step fails the job,
# after the results were published.
set -euo pipefail

files=()
while IFS= read -r file; do
  if [ -n "$file" ]; then files+=("$file"); fi
done <<<"$FILES"
status=0
"$HARMONY" check --format github -- "${files[@]}" || status=$?
echo "status=$status" >>"$GITHUB_OUTPUT"
