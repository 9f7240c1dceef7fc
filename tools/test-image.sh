#!/usr/bin/env bash
# Runs the steps of the Dockerfile that `corollary init` writes, without a container engine: its copies and commands in
# folders instead of layers, then the program as the image starts it: another user, no capabilities, and a file system
# that it cannot write. Needs Linux, root and DATABASE_URL; the version of Node is that of the machine.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${DATABASE_URL:?names the database of the service}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"

npm pack --silent --pack-destination "$folder" >/dev/null
npm install --silent --no-audit --no-fund --prefix "$folder/tool" "$folder"/corollary-*.tgz
(cd "$folder" && tool/node_modules/.bin/corollary init my-service >/dev/null)
context=$folder/my-service
(cd "$context" && npm install --silent --no-audit --no-fund)

declare -A variables
while read -r instruction rest; do
  read -ra words <<<"$rest"
  case $instruction in
    FROM) stage=${words[2]:-final}; root=$folder/${words[2]:-final} ;;
    WORKDIR) place=$root$rest; mkdir -p "$place" ;;
    ENV) for each in "${words[@]}"; do variables[${each%%=*}]=${each#*=}; done ;;
    COPY)
      from=$context
      if [[ ${words[0]} == --from=* ]]; then from=$folder/${words[0]#--from=}; words=("${words[@]:1}"); fi
      # Unquoted: a word may have a wildcard.
      for each in "${words[@]:0:${#words[@]}-1}"; do cp -r "$from"/$each "$place/${words[-1]}"; done
      ;;
    RUN) (cd "$place" && bash -euc "$rest") >"$folder/run.log" 2>&1 || { cat "$folder/run.log"; exit 1; } ;;
    USER) user=$rest ;;
    CMD) mapfile -t start < <(node -p "$rest.join('\n')") ;;
    EXPOSE | '' | '#') ;;
    *) echo "Unknown instruction: $instruction"; exit 1 ;;
  esac
done <"$context/Dockerfile"
[ "$stage" = final ] && [ "$user" = node ]
echo "The image has $(du -sh --apparent-size "$place" | cut -f1) beside Node."

settings=(DATABASE_URL="$DATABASE_URL" PLATFORM_HTTP_PORT=0 HOME=/nonexistent)
# Without an identity provider at hand.
settings+=(PLATFORM_AUTH_ALLOW_REMOTE_WITHOUT_AUTHENTICATION=true)
for name in "${!variables[@]}"; do settings+=("$name=${variables[$name]}"); done
# Every mounted file system becomes read-only, in a namespace of its own.
cat >"$folder/in-image.sh" <<'SCRIPT'
set -euo pipefail
mount --make-rprivate /
for point in $(findmnt -rno TARGET); do mount -o remount,bind,ro "$point" 2>/dev/null || true; done
if touch "$PWD/probe" 2>/dev/null; then echo "The file system of $PWD can be written."; exit 1; fi
exec setpriv --reuid 65534 --regid 65534 --clear-groups --bounding-set -all --no-new-privs "$@"
SCRIPT
run() { # <command…>: in the image
  (cd "$place" && env -i PATH="$PATH" "${settings[@]}" unshare --mount bash "$folder/in-image.sh" "$@")
}

run "${start[@]:0:2}" migrate --app dist/app.js
run "${start[@]}" >"$folder/start.log" 2>&1 &
server=$!
until grep -q 'is ready at' "$folder/start.log"; do
  kill -0 $server || { cat "$folder/start.log"; exit 1; }
  sleep 0.2
done
port=$(sed -n 's/.* is ready at http:\/\/[^:]*:\([0-9]*\).*/\1/p' "$folder/start.log")
curl -fsS "http://127.0.0.1:$port/health/ready" >/dev/null
curl -fsS -X POST "http://127.0.0.1:$port/api/planning/tasks/filter" -H 'Content-Type: application/json' -d '{}' >/dev/null
pkill -TERM -P $server || kill -TERM $server
wait $server
echo 'The image runs with a read-only file system, without root and capabilities.'
