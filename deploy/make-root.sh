#!/bin/sh
# Makes the folder that Matinee runs in: its code, its build, the packages it needs at run time, and Node's program.
# Usage, after npm ci && npm run build: deploy/make-root.sh /opt/matinee
set -eu
root=${1:?usage: deploy/make-root.sh <folder that does not exist yet>}
mkdir -p "$(dirname "$root")"
mkdir "$root"
root=$(cd "$root" && pwd)
cd "$(dirname "$0")/.."
test -f build/current/server/index.js || { echo "There is no build: npm run build makes it" >&2; exit 1; }

cp package.json package-lock.json "$root"
(cd "$root" && npm ci --omit=dev --prefer-offline --no-audit --no-fund)
# The package of Node also brings headers for compiling, half as large as the program.
mkdir "$root/bin"
mv "$root/node_modules/node/bin/node" "$root/bin/node"
rm -r "$root/node_modules/node" "$root/node_modules/.bin"
# Names of its functions, which debuggers read.
if command -v strip > /dev/null; then strip "$root/bin/node"; fi

# What only compilers, bundlers, other systems and the packages' authors read: 190 MB. Licences stay.
(
  cd "$root/node_modules"
  rm -rf typescript @types @opentelemetry/*/build/esm @opentelemetry/*/build/esnext @aws-sdk/*/dist-es @smithy/*/dist-es \
    webtorrent/dist tus-js-client/dist xml2js/lib/xml2js.bc.js \
    @zxing/text-encoding/umd @zxing/text-encoding/es2015 csv-*/dist/umd csv-*/dist/iife
  platform=$("$root/bin/node" -p 'process.platform + "-" + process.arch')
  find . -path '*/prebuilds/*' -type d ! -name "$platform*" -prune -exec rm -r {} +
  find . -type d \( -name test -o -name tests -o -name __tests__ \) -prune -exec rm -r {} +
  find . -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.flow' -o -name '*.md' \) \
    ! -iname '*licen[cs]e*' ! -iname '*notice*' ! -iname '*copying*' -exec rm {} +
)

# The current release alone, and the assets of earlier ones.
mkdir -p "$root/build/releases"
cp -R build/assets "$root/build"
cp -R "$(cd build/current && pwd -P)" "$root/build/releases/"
cp -P build/current "$root/build/current"
cp -R api contract demo locales scripts server server.ts LICENSE "$root"
mkdir "$root/app" "$root/docs"
cp -R app/lib app/performance "$root/app"
cp -R docs/licences docs/operations.md docs/third-party.md "$root/docs"
find "$root" -path "$root/node_modules" -prune -o -name '*.test.ts*' -exec rm {} +
