#!/usr/bin/env bash
# Runs tests on each supported Node, in several languages and time zones and in fixed orders of the files, because
# no result may depend on them: `tools/test-matrix.sh -- --project pure workbench`. Default: the tests without a
# database. The orders take turns; `--every-order` runs each combination in each of them. Prints a table, and the
# output of runs that fail.
set -euo pipefail
cd "$(dirname "$0")/.."

versions=(20 22 24)
languages=(C de_DE.UTF-8 pt_BR.UTF-8)
zones=(UTC America/Sao_Paulo Pacific/Apia)
seeds=(1 2 3 4 5)

everyOrder=
[ "${1:-}" != --every-order ] || { everyOrder=true && shift; }
[ "${1:-}" != -- ] || shift
[ $# -gt 0 ] || set -- --project pure

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failures=0 turn=0
row='%-10s %-12s %-18s %-5s %s\n'
printf "$row" Node LC_ALL TZ seed tests
for version in "${versions[@]}"; do
  node=$(npx --yes --package="node@$version" -- sh -c 'command -v node')
  for language in "${languages[@]}"; do
    for zone in "${zones[@]}"; do
      orders=("${seeds[turn++ % ${#seeds[@]}]}")
      [ -z "$everyOrder" ] || orders=("${seeds[@]}")
      for seed in "${orders[@]}"; do
        status=0
        env NO_COLOR=1 PATH="$(dirname "$node"):$PATH" LC_ALL="$language" TZ="$zone" TEST_SHUFFLE="$seed" \
          "$node" node_modules/vitest/vitest.mjs run "$@" >"$log" 2>&1 || status=$?
        tests=$(sed -nE 's/^ *Tests +//p' "$log")
        printf "$row" "$("$node" --version)" "$language" "$zone" "$seed" "${tests:-no tests}"
        [ "$status" = 0 ] || { failures=$((failures + 1)) && cat "$log"; }
      done
    done
  done
done
[ "$failures" = 0 ] || { echo "$failures runs failed" >&2 && exit 1; }
