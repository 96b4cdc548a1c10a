#!/bin/sh
# The secrets of deploy/compose.yaml, made once, in deploy/secrets or in the folder that is given. What is there is kept.
set -eu
folder=${1:-$(dirname "$0")/secrets}
# Others on this machine come no further than the folder; in a container the files belong to another user, who must read
# them.
umask 077
mkdir -p "$folder"
umask 022

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
write() { [ -s "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"; }

write database-password "$(random 24)"
write database-url "postgres://vitrine:$(cat "$folder/database-password")@database:5432/vitrine"
write secret-key "$(random 32)"
# Garage takes no key of another form: GK and 12 bytes.
write storage-key-id "GK$(random 12)"
write storage-key "$(random 32)"
write storage.env "GARAGE_RPC_SECRET=$(random 32)
GARAGE_DEFAULT_ACCESS_KEY=$(cat "$folder/storage-key-id")
GARAGE_DEFAULT_SECRET_KEY=$(cat "$folder/storage-key")
"
