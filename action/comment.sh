#!/usr/bin/env bash
# Comments on PULL_REQUEST with what the file SUMMARY has. Edits the comment of an earlier run instead of adding another.
# Needs curl and jq.
set -euo pipefail

mark='<!-- harmony preview -->'
# A comment may have 65,536 characters. The rows that fit are the worst.
body="$(awk -v most=60000 '{ size += length($0) + 1 } size > most { exit } { print }' "$SUMMARY")"
payload="$(jq --null-input --arg body "$mark"$'\n'"$body" '{ body: $body }')"
issue="$GITHUB_API_URL/repos/$GITHUB_REPOSITORY/issues"

ask() {
  curl --silent --show-error --fail-with-body --retry 3 --max-time 60 \
    --header "Authorization: Bearer $GITHUB_TOKEN" \
    --header 'Accept: application/vnd.github+json' \
    --header 'X-GitHub-Api-Version: 2022-11-28' "$@"
}

id=''
for page in 1 2 3 4 5 6 7 8 9 10; do
  comments="$(ask "$issue/$PULL_REQUEST/comments?per_page=100&page=$page")"
  id="$(jq --raw-output --arg mark "$mark" '[.[] | select((.body // "") | startswith($mark))][0].id // empty' <<<"$comments")"
  if [ -n "$id" ] || [ "$(jq length <<<"$comments")" -lt 100 ]; then
    break
  fi
done

if [ -n "$id" ]; then
  ask --request PATCH --data "$payload" "$issue/comments/$id" >/dev/null
else
  ask --request POST --data "$payload" "$issue/$PULL_REQUEST/comments" >/dev/null
fi
