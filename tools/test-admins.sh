#!/bin/sh
# Installs the sample admins, checks their types, and drives them in a Chromium. Arguments are those
# of vitest: a file tests one admin.
set -eu
cd "$(dirname "$0")/.."

for admin in examples/admins/*/; do
  npm ci --prefix "$admin" --no-audit --no-fund
  node node_modules/typescript/bin/tsc --noEmit -p "$admin"
done
TEST_ADMINS=1 npx vitest run --project admins "$@"
