#!/bin/sh
# Uploads one picture or video with curl alone: announce the file, PUT its bytes to storage, finalize.
# Running it again with the same ID is safe.
set -eu

API=${VITRINE_URL:-http://127.0.0.1:8080}/api/integrations/v1
: "${VITRINE_WRITE_TOKEN:?Set VITRINE_WRITE_TOKEN to a token with the scope media:write.}"
FILE=${1:?Usage: sh upload.sh FILE}
ID=${ID:-$(cat /proc/sys/kernel/random/uuid 2>/dev/null || uuidgen | tr A-Z a-z)}

case $(printf '%s' "$FILE" | tr A-Z a-z) in
  *.jpg | *.jpeg) TYPE=image/jpeg ;;
  *.png) TYPE=image/png ;;
  *.webp) TYPE=image/webp ;;
  *.mp4) TYPE=video/mp4 ;;
  *.webm) TYPE=video/webm ;;
  *) echo "$FILE: only .jpg, .png, .webp, .mp4 and .webm can be uploaded." >&2; exit 1 ;;
esac
[ -r "$FILE" ] || { echo "$FILE: this file cannot be read." >&2; exit 1; }
SIZE=$(($(wc -c < "$FILE")))
SHA256=$( (sha256sum || shasum -a 256) < "$FILE" 2>/dev/null | cut -d ' ' -f 1)

# Sends a request with the token. Prints the answer, or shows the server's message and exits.
call() {
  ANSWER=$(curl -sS --fail-with-body -H "Authorization: Bearer $VITRINE_WRITE_TOKEN" "$@") ||
    { printf '%s\n' "$ANSWER" >&2; exit 1; }
  printf '%s' "$ANSWER"
}
# Prints a string field of the JSON on standard input.
field() { grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }

# 1. Announce the file. The answer holds a signed URL, or names the item that already has these bytes.
TICKET=$(call "$API/media/uploads" -H 'Content-Type: application/json' -d "{
  \"id\": \"$ID\", \"name\": \"${NAME:-Uploaded with curl}\", \"fileName\": \"upload\",
  \"mimeType\": \"$TYPE\", \"fileSize\": $SIZE, \"checksum\": \"$SHA256\" }")
UPLOAD=$(printf '%s' "$TICKET" | grep -o '"upload":{[^}]*}[^}]*}') || { echo "Already in the library: $TICKET"; exit 0; }

# 2. PUT the bytes to storage within 15 minutes, with every header of the answer. The token is not sent there.
HEADERS=$(printf '%s' "$UPLOAD" | grep -o '"headers":{[^}]*}' | sed 's/^"headers"://' | grep -o '"[^"]*":"[^"]*"' |
  sed 's/^"//; s/":"/: /; s/"$//')
printf '%s\n' "$HEADERS" | curl -sS --fail-with-body -T "$FILE" -H @- "$(printf '%s' "$UPLOAD" | field url)"

# 3. Finalize. The item is ready.
MEDIA=$(call -X POST "$API/media/uploads/$ID/finalize")
printf '%s\n' "$MEDIA"

# With the scope media:files the answer also says where the file is.
FILE_URL=$(printf '%s' "$MEDIA" | field fileUrl) || true
if [ -n "$FILE_URL" ]; then
  curl -sS --fail-with-body "$FILE_URL" | cmp - "$FILE" && echo 'The file came back byte for byte.'
fi
