#!/usr/bin/env bash
# What `test-project.sh` proves with one version of Node, in the folder of the project.
set -euo pipefail
version=$1 tarball=$2
major=$(node -p 'process.versions.node.split(".")[0]')
cli=node_modules/corollary/dist/cli.js
tsc=node_modules/typescript/bin/tsc
export PLATFORM_HTTP_PORT=0 PLATFORM_LOG_LEVEL=silent

prove() { # <what> <command…>
  echo "$(node --version): $1"
  shift
  "$@" >proof.log 2>&1 || { cat proof.log; exit 1; }
}

# Sends a request, and reads the page with its script: responds <address>
responds() {
  local script
  curl -fsS -X POST "$1/api/planning/tasks/filter" -H 'Content-Type: application/json' -d '{}' || return 1
  script=$(curl -fsSL "$1" | sed -n 's/.*<script type="module" src="\([^"]*\)".*/\1/p')
  [ -n "$script" ] && curl -fsS -o page-script.log "$1$script"
}

# Starts an application, tries it, and stops it: serves <application> [options of node]
serves() {
  local app=$1 result=0
  shift
  node "$@" "$cli" start --app "$app" >start.log 2>&1 &
  local server=$!
  until grep -q "is ready at" start.log; do kill -0 $server || { cat start.log; return 1; }; sleep 0.2; done
  responds "$(sed -n 's/.* is ready at \(http[^ ]*\) .*/\1/p' start.log)" || result=1
  kill -INT $server
  wait $server || true
  return $result
}

# A hint that names tsx, without a stack: refuses <application>
refuses() {
  if node "$cli" start --app "$1" >refusal.log 2>&1; then return 1; fi
  grep -q "install tsx" refusal.log && ! grep -q "^    at " refusal.log
}

prints_version() { [ "$(node_modules/.bin/corollary --version)" = "$version" ]; }

# A front end in a package of its own, whose mistakes the types of the contracts find.
types_front() {
  node "$tsc" --build ../front
  sed 's/title: .documentation./titel: "x"/' ../front/front.ts >../front/wrong.ts
  if node "$tsc" --build ../front >wrong.log; then return 1; fi
  rm ../front/wrong.ts
  grep -q "titel" wrong.log
}

engine_strict() {
  mkdir ../strict
  npm install --engine-strict --no-audit --no-fund --prefix ../strict "$tarball"
  rm -rf ../strict
}

prove 'tests with tsx' npm test
prove 'types with module nodenext' npm run typecheck
prove 'types with module resolution bundler' node "$tsc" --module preserve --moduleResolution bundler
prove 'types in another package, with declaration and composite' types_front
prove 'a service with tsx' serves src/app.ts --import tsx
prove 'a build' npm run build
prove 'a compiled service' serves dist/app.js
prove 'corollary --version' prints_version
if [ "$major" -ge 22 ]; then
  prove 'compiled code beside the packages' test -d node_modules/.cache/corollary
  prove 'tests with type stripping' node --test 'test/*.test.ts'
  prove 'a service with type stripping' serves src/app.ts
  prove 'npm install --engine-strict' engine_strict
else
  prove 'a hint where Node cannot strip types' refuses src/app.ts
fi
