#!/bin/sh
# Starts Redis with the users of users.acl; REDIS_PASSWORD is the password of resq.
# resq may use only the adapter's channels, the counters of wrong passwords, and the commands that
# both need: EVAL is among them, because a counter and its expiry change together.
# Redis only carries signals between nodes, so nothing is saved to disk.
set -eu
hash=$(printf '%s' "${REDIS_PASSWORD:?is missing}" | sha256sum | cut -d ' ' -f 1)
users=$(mktemp)
sed "s/PASSWORD_HASH/$hash/" "$(dirname "$0")/users.acl" > "$users"
exec redis-server --aclfile "$users" --save '' --appendonly no "$@"
