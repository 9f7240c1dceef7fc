#!/usr/bin/env bash
# Packs this package, creates a project with it in an empty folder outside the checkout, and runs what its
# README says: install, test, type check, build, start. `tools/test-project.sh 22 24` names versions of Node.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- 20 22 24
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 711 "$folder"
npm pack --silent --pack-destination "$folder"
tarball=$(echo "$folder"/corollary-*.tgz)

mkdir "$folder/tool"
npm install --silent --no-audit --no-fund --prefix "$folder/tool" "$tarball"
(cd "$folder" && tool/node_modules/.bin/corollary init my-service)
cd "$folder/my-service"
npm pkg set "dependencies.corollary=file:$tarball"
npm install --no-audit --no-fund

for version in "$@"; do
  npx --yes --package="node@$version" -- sh -euc '
    node --version
    npm test
    npm run typecheck
    npm run build
    export PLATFORM_HTTP_PORT=0 PLATFORM_LOG_LEVEL=silent
    for app in src/app.ts dist/app.js; do
      node --import tsx node_modules/corollary/dist/cli.js start --app "$app" >start.log 2>&1 &
      server=$!
      until grep -q "is ready at" start.log; do kill -0 $server; sleep 0.2; done
      url=$(sed -n "s/.* is ready at \(http[^ ]*\) .*/\1/p" start.log)
      curl -fsS -X POST "$url/api/planning/tasks/filter" -H "Content-Type: application/json" -d "{}"
      kill -INT $server
      wait $server || true
    done'
done
echo "The project works with Node $*."
