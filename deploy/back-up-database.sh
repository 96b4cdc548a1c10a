#!/bin/bash
# A dump of DATABASE_URL (or of what DATABASE_URL_FILE holds) in BACKUP_DIR, named by its moment; the newest BACKUP_KEEP
# (7) stay. Whole or not at all, and no old one goes for one that failed. Needs pg_dump of the server's release or a newer
# one. The files of the bucket come after it: docs/runbooks/restore-from-backup.md.
# Where there is a pooler, DATABASE_DIRECT_URL (or its _FILE) names PostgreSQL itself and is taken: what pg_dump sets for its
# session, a pooler would hand on to the service.
set -euo pipefail
umask 077
: "${BACKUP_DIR:?says where to write}"
url=${DATABASE_DIRECT_URL:-$(cat "${DATABASE_DIRECT_URL_FILE:-/dev/null}")}
[ -n "$url" ] || url=${DATABASE_URL:-}
[ -n "$url" ] || url=$(cat "${DATABASE_URL_FILE:?or DATABASE_URL says which database}")
# TLS as the service has it (docs/configuration.md): whatever is not disable or no-verify checks authority and host.
case $url in
  *[?\&]sslmode=no-verify*) url=${url/sslmode=no-verify/sslmode=require} ;;
  *[?\&]sslmode=disable*) ;;
  *[?\&]sslmode=* | *[?\&]sslrootcert=*)
    url=$(sed -E 's/([?&]sslmode=)[a-z-]+/\1verify-full/' <<<"$url")
    export PGSSLMODE=verify-full PGSSLROOTCERT=${PGSSLROOTCERT:-/etc/ssl/certs/ca-certificates.crt}
    ;;
esac
name=vitrine-$(date -u +%Y%m%dT%H%M%SZ).dump
# The password goes by the environment: every user of a machine can read command lines.
if [[ $url =~ ^([a-z]+://[^:/@]*):([^@]*)(@.*)$ ]]; then
  url=${BASH_REMATCH[1]}${BASH_REMATCH[3]}
  encoded=${BASH_REMATCH[2]//\\/\\\\}
  PGPASSWORD=$(printf '%b' "${encoded//%/\\x}")
  export PGPASSWORD
fi
# Of one that was killed.
find "$BACKUP_DIR" -maxdepth 1 -name 'vitrine-*.dump.partial' -mmin +60 -delete
trap 'rm -f "$BACKUP_DIR/$name.partial"' EXIT
pg_dump --format=custom --no-password --dbname="$url" --file="$BACKUP_DIR/$name.partial"
# What cannot be listed cannot be restored.
pg_restore --list "$BACKUP_DIR/$name.partial" >/dev/null
mv "$BACKUP_DIR/$name.partial" "$BACKUP_DIR/$name"
ls -r "$BACKUP_DIR" | grep '^vitrine-[0-9TZ]*\.dump$' | tail -n +"$((${BACKUP_KEEP:-7} + 1))" |
  while read -r old; do rm -f "$BACKUP_DIR/$old"; done
echo "$BACKUP_DIR/$name"
