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

for version in "${versions[@]}"; do
  npx --yes --package="node@$version" -- sh -c 'node --version && node node_modules/vitest/vitest.mjs run "$@"' \
    sh "$@"
done
