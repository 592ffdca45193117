#!/usr/bin/env bash
# Publishes FILES, one per line, and writes the results to the summary of the job. Sets the outputs `url` and `summary`.
set -euo pipefail

if [ -z "$HARMONY_CI_TOKEN" ]; then
  echo "::notice::Nothing was published: there is no CI token, as in a pull request from a fork."
  exit 0
fi
files=()
while IFS= read -r file; do
  if [ -n "$file" ]; then files+=("$file"); fi
done <<<"$FILES"
summary="$RUNNER_TEMP/harmony-preview.md"
: >"$summary"
# A file that can't be read is left out, and was reported by the check; the link has the others.
url="$("$HARMONY" preview --keep "$KEEP" --summary "$summary" -- "${files[@]}")" || [ -n "$url" ]
cat "$summary" >>"$GITHUB_STEP_SUMMARY"
{
  echo "url=$url"
  echo "summary=$summary"
} >>"$GITHUB_OUTPUT"
