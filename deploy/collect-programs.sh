#!/bin/sh
# Copies programs, the libraries they are linked with and their licences, and nothing else of their packages, into
# another root. Usage, on Debian: deploy/collect-programs.sh /out ffmpeg ffprobe
set -eu
root=${1:?usage: deploy/collect-programs.sh <root> <program>...}
shift
files=$(
  for name in "$@"; do
    program=$(command -v "$name")
    echo "$program"
    ldd "$program" | grep -o '/[^ ]*'
  done | sort -u
)
for path in $files; do
  # Debian's /lib is a link to /usr/lib, which a copied folder would replace.
  to=$root/usr/${path#/usr/}
  case $path in /usr/*) ;; *) to=$root/usr$path ;; esac
  mkdir -p "${to%/*}"
  # Some libraries are links to an alternative: the file itself is copied, by the name that programs ask for.
  cp -L "$path" "$to"
done

# A package knows its files by the one path or the other, and not by that of an alternative.
(
  for path in $files; do readlink -f "$path"; readlink -f "$path" | sed 's#^/usr##'; done
) | xargs dpkg-query -S 2>/dev/null | sed 's/:.*//' | sort -u | while read -r package; do
  mkdir -p "$root/usr/share/doc/$package"
  cp -L "/usr/share/doc/$package/copyright" "$root/usr/share/doc/$package/"
done
