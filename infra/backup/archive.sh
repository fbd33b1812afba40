#!/usr/bin/env bash
# Archives every change of a PostgreSQL server within a second, so that `npm run restore -- DIR --until TIME`
# brings any moment of the last week back. It runs beside the worker, for as long as the server does.
# Usage: DATABASE_OWNER_URL=… DATA_DIR=… infra/backup/archive.sh DIR
set -euo pipefail
umask 077

dir=${1:?Usage: infra/backup/archive.sh DIR}
mkdir -p "$dir/wal" "$dir/ledger"
dir=$(cd "$dir" && pwd)
cd "$(dirname "$0")/../.."

slot=resq_archive
# The server deletes what an archive that is away does not fetch, once it is larger than this.
limit=${ARCHIVE_LIMIT:-10GB}
url=${DATABASE_OWNER_URL:-${DATABASE_URL:?Set DATABASE_OWNER_URL}}
# Everybody on the machine can read arguments, so the password goes through the environment.
if [[ $url =~ ^([a-z]+://[^:@/]+):([^@/]*)@(.*)$ ]]; then
  url=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
  PGPASSWORD=$(printf '%b' "${BASH_REMATCH[2]//%/\\x}")
  export PGPASSWORD
fi

sql() { psql --dbname="$url" --no-psqlrc --quiet --tuples-only --no-align --command="$1"; }

keep_slot() {
  local kept status
  kept=$(sql 'show max_slot_wal_keep_size') || return
  if [ "$kept" = -1 ]; then
    sql "alter system set max_slot_wal_keep_size = '$limit'" || return
    sql 'select pg_reload_conf()' >/dev/null || return
  fi
  status=$(sql "select wal_status from pg_replication_slots where slot_name = '$slot'") || return
  case $status in
    reserved | extended | unreserved)
      # An archive in a new folder has no base backup yet.
      [ -e "$dir/.begun" ] || touch "$dir/.begun"
      return
      ;;
    lost)
      echo 'The server no longer has what this archive lacks. A new base backup begins after the gap.' >&2
      mv "$dir/wal" "$dir/wal-$(date -u +%Y%m%dT%H%M%SZ)"
      mkdir "$dir/wal"
      sql "select pg_drop_replication_slot('$slot')" >/dev/null || return
      ;;
  esac
  sql "select pg_create_physical_replication_slot('$slot', true)" >/dev/null || return
  # A base backup from before the slot has a gap behind it.
  touch "$dir/.begun"
}

receive() {
  trap 'kill $(jobs -p) 2>/dev/null' EXIT
  trap 'exit 1' TERM
  while :; do
    if keep_slot; then
      pg_receivewal --dbname="$url" --directory="$dir/wal" --slot="$slot" --synchronous --no-loop &
      wait $! || echo 'The archive is away from the server and tries again.' >&2
    fi
    sleep 2 &
    wait $!
  done
}

has_base() {
  find "$dir" -maxdepth 2 -name manifest.json -newer "$dir/.begun" -mtime -7 | grep -q .
}

trap 'kill $(jobs -p) 2>/dev/null' EXIT
trap 'exit 1' INT TERM

receive &
while :; do
  if [ -e "$dir/.begun" ] && ! has_base; then
    node infra/local/backup/base.mjs "$dir" &
    wait $! || echo 'The base backup failed and is tried again.' >&2
  fi
  # A machine that burns takes the worker's ledger with it.
  find "${DATA_DIR:-.resq}" -maxdepth 1 -name '*.jsonl' -exec cp -p {} "$dir/ledger/" \;
  sleep 60 &
  wait $!
done
