#!/usr/bin/env bash
# Packs this package, creates a project with it in an empty folder outside the checkout, and runs it in every way
# that users do: with tsx, with Node's own type stripping, compiled; with both module systems of TypeScript; and with
# a second package that imports the types of its contracts. `tools/test-project.sh 22 24` names versions of Node.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- 20 22 24
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 711 "$folder"
npm pack --silent --pack-destination "$folder"
tarball=$(echo "$folder"/corollary-*.tgz)
version=$(node -p 'require("./package.json").version')
tools=$PWD/tools

mkdir "$folder/tool"
npm install --silent --no-audit --no-fund --prefix "$folder/tool" "$tarball"
(cd "$folder" && tool/node_modules/.bin/corollary init my-service)
cp -r "$tools/project-front" "$folder/front"
# Not a part of this project, so not named as one.
mv "$folder/front/front.ts.template" "$folder/front/front.ts"
cd "$folder/my-service"
npm install --no-audit --no-fund --silent
# The second package finds the client, and TypeScript, where a workspace would have them.
ln -s my-service/node_modules "$folder/node_modules"

for node in "$@"; do
  npx --yes --package="node@$node" -- "$tools/project-proofs.sh" "$version" "$tarball"
done
echo "The project works with Node $*."
