#!/usr/bin/env bash
# Releases the package and every workspace that is not private, with one version: checks, changes of versions and
# changelog, tests, commit, tag, publication. With --dry-run everything happens in a clone that is deleted, and npm
# publishes nothing; --skip-tests leaves out .ci/run. The tag is pushed by hand: docs/maintain/release.md says when.
#   tools/release.sh 0.2.0 --dry-run
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "release: $1" >&2; exit 1; }
version=${1:-}
shift || true
dry= tests=1
for option in "$@"; do
  case $option in
    --dry-run) dry=--dry-run ;;
    --skip-tests) tests= ;;
    *) fail "unknown option '$option'; --dry-run and --skip-tests are allowed" ;;
  esac
done

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "the version must be like 0.2.0; got '$version'"
[ -z "$(git status --porcelain)" ] || fail "the working tree must be clean"
[ -n "$dry" ] || [ "$(git branch --show-current)" = main ] || fail "the branch must be main"
[ -n "$dry" ] || [ -n "$tests" ] || fail "--skip-tests is only allowed with --dry-run"
! git rev-parse -q --verify "refs/tags/v$version" >/dev/null || fail "the tag v$version exists"
before=$(node -p 'require("./package.json").version')
[ "$version" != "$before" ] && [ "$(printf '%s\n' "$before" "$version" | sort -V | tail -1)" = "$version" ] ||
  fail "the version must be above $before"

if [ -n "$dry" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  git clone -q . "$folder/checkout"
  [ -n "$tests" ] || cp -r node_modules "$folder/checkout/node_modules"
  cd "$folder/checkout"
fi

echo "1. Changelog"
node - "$version" <<'SCRIPT'
const { readFileSync, writeFileSync } = require('node:fs')
const [, , version] = process.argv
const text = readFileSync('CHANGELOG.md', 'utf8')
const [, entries = ''] = /^## Unreleased\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(text) ?? []
if (!/^- /m.test(entries)) throw new Error("CHANGELOG.md must have entries in the section 'Unreleased'")
const today = new Date().toISOString().slice(0, 10)
writeFileSync('CHANGELOG.md', text.replace('## Unreleased\n', `## ${version} - ${today}\n`))
SCRIPT

echo "2. Versions"
has_workspaces=$(node -p '(require("./package.json").workspaces ?? []).length > 0')
all=()
[ "$has_workspaces" = false ] || all=(--workspaces --include-workspace-root)
npm version "$version" --no-git-tag-version --ignore-scripts "${all[@]}" >/dev/null
# Adapters work with the client of their own version.
[ "$has_workspaces" = false ] || npm pkg set "peerDependencies.corollary=^$version" --workspaces
npm install --package-lock-only --ignore-scripts --no-audit --no-fund >/dev/null

echo "3. Tests"
[ -z "$tests" ] || .ci/run

echo "4. Build"
npm run build
npm run build:adapters

echo "5. Commit and tag"
git commit -qam "Release $version"
git tag -a "v$version" -m "Version $version"

echo "6. Publication"
# npm makes a statement of provenance only in a CI service that vouches for the checkout.
provenance=()
[ -z "${ACTIONS_ID_TOKEN_REQUEST_URL:-}" ] || provenance=(--provenance)
[ ${#provenance[@]} -gt 0 ] || echo "   Without provenance: this is not a CI service that npm supports."
# npm skips private workspaces.
npm publish --access public $dry "${provenance[@]}" "${all[@]}"
echo "Version $version was $([ -n "$dry" ] && echo "tried; nothing was published" || echo "published")."
