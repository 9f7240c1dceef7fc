#!/usr/bin/env bash
# Runs tests on several versions of Node, which npm downloads: `tools/test-on-node.sh 22 24 -- test/http`.
# Default: the supported versions, and the tests that depend most on Node.
set -euo pipefail
cd "$(dirname "$0")/.."

versions=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do versions+=("$1") && shift; done
[ $# -gt 0 ] && shift
[ ${#versions[@]} -gt 0 ] || versions=(20 22 24)
# Commands in processes of their own, sockets, time zones, streams, files; the client; markers.
[ $# -gt 0 ] || set -- test/server test/docs test/faults/streams test/http/columns/zone-days \
  test/http/protocol/pipelining test/http/export test/access/key-server test/client test/contract/actions/markers src

# Every user must be able to run it: some tests start the service as an ordinary user.
nodes=$(mktemp -d)
chmod 755 "$nodes"
trap 'rm -rf "$nodes"' EXIT
for version in "${versions[@]}"; do
  npm install --silent --no-audit --no-fund --prefix "$nodes/$version" "node@$version"
  PATH="$nodes/$version/node_modules/node/bin:$PATH" sh -c \
    'node --version && node node_modules/vitest/vitest.mjs run "$@"' sh "$@"
done
