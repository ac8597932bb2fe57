#!/usr/bin/env bash
# Releases one remote, from a commit to all customers: release-remote.sh STAGE, from the root of the repository. See docs/pipeline.md of the
# portal. In a repository of its own, the remote is the root, and this is `npx portal-pipeline STAGE`.
#
#   REMOTE        mfe-hubs, …                       RELEASE_SERVICE  the release service, which knows the job by RELEASE_TOKEN;
#   RELEASE_BY    who, for the history                               without it: PORTAL_STATE (folder that holds the store), METRICS_URL
#   REASON        why, for the history; without     APPROVED_BY      the person who releases it to everybody; `full` alone
#                 it the subject of the commit
set -euo pipefail
if [ -f remote.json ]; then
  folder=.
  REMOTE=$(node -p "require('./package.json').name")
else
  folder=${REMOTE:?}
fi

if [ "${1:-}" != test ] && [ -z "${RELEASE_SERVICE:-}${STORE:-}${PORTAL_STATE:-}" ]; then
  echo "Neither a release service nor a store is named. Set RELEASE_SERVICE, or STORE or PORTAL_STATE." >&2
  exit 2
fi
[ "${1:-}" = test ] || REASON=${REASON:-$(git log -1 --format=%s)}

release() { npm run --silent release -- "$@"; }
version() { node -p "require('./$folder/package.json').version"; }
# Prints a field of the JSON document on standard input: `field release.number`.
field() { node -e "console.log('%s', JSON.parse(require('node:fs').readFileSync(0, 'utf8')).$1)"; }

# Exit code 4: somebody released another remote at the same moment, and nothing was done. Read the status again and retry.
again_when_overtaken() {
  local code
  for _ in 1 2 3 4 5; do
    code=0
    "$@" || code=$?
    [ "$code" -eq 4 ] || return "$code"
  done
  return 4
}

# Prints the number of the live release if this version is a canary in it. If somebody, or the watcher, has ended the canary meanwhile, it stays ended.
release_with_canary() {
  local status
  status=$(release status "$REMOTE" --json) || { local code=$?; echo "$status" >&2; return "$code"; }
  if [ "$(field 'parts[0].canary?.version' <<<"$status")" = "$(version)" ]; then
    field release.number <<<"$status"
  else
    release canary "$REMOTE@$(version)" judge >&2 || true # says why: everybody has it, somebody ended it, or it never was one
    return 1
  fi
}
# Only a person may release to everybody: anybody can send reports to the web server, and so make a bad version look good.
check_approved() {
  [ -n "${APPROVED_BY:-}" ] || { echo "full: a person releases to everybody. Look at the canary, then set APPROVED_BY to who you are." >&2; exit 2; }
}
promote_canary() {
  local number
  number=$(release_with_canary) || return
  release promote "$REMOTE@$(version)" --expect "$number" --by "$APPROVED_BY${RELEASE_BY:+ ($RELEASE_BY)}" --reason "$REASON"
}
end_canary() { # end_canary REASON
  local number
  number=$(release_with_canary) || return
  release canary "$REMOTE" end --expect "$number" --reason "$1"
}

# Looks until the canary can be judged, for so many minutes; without a number, once. What is clearly worse is ended at once. Anybody's
# browser can send visits, so they may only end a canary or be a reason to ask a person.
judge() {
  local code sentence until=$((SECONDS + ${1:-0} * 60))
  while true; do
    code=0
    sentence=$(release canary "$REMOTE@$(version)" judge) || code=$?
    [ "$code" -eq 75 ] && [ "$SECONDS" -lt "$until" ] || break
    sleep 20
  done
  echo "$sentence"
  [ "$code" -ne 7 ] || again_when_overtaken end_canary "$(head -n 1 <<<"$sentence")" || echo "The canary could not be ended." >&2
  return "$code"
}

case "${1:-}" in
  test) npm run --silent jest -- "$folder" && npm run build --prefix "$folder" ;;
  publish) release publish "$folder" ;;
  canary) again_when_overtaken release canary "$REMOTE@$(version)" "${2:-10}%" --reason "$REASON" ;;
  judge) judge "${2:-0}" ;;
  full) check_approved && again_when_overtaken promote_canary ;;
  abandon) again_when_overtaken end_canary "The canary of $(version) is given up: $REASON" ;;
  *) echo "release-remote.sh test|publish|canary [PERCENT]|judge [MINUTES]|full|abandon" >&2 && exit 2 ;;
esac
