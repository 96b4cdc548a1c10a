#!/usr/bin/env python3
"""Upload files to a Vitrine media library. Python 3.8 or newer, standard library only.

    VITRINE_URL=http://127.0.0.1:8080 VITRINE_TOKEN=... python3 upload.py door.mp4 --tag Summer

Running it again is safe: the same file has the same id, and what the library has is not sent again.
"""
import argparse
import hashlib
import http.client
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from urllib.parse import urlsplit

API = os.environ.get("VITRINE_URL", "http://127.0.0.1:8080").rstrip("/") + "/api/integrations/v1"
TOKEN = os.environ.get("VITRINE_TOKEN", "")
TYPES = {
    ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".webp": "image/webp",
    ".mp4": "video/mp4", ".webm": "video/webm",
}  # fmt: skip
ATTEMPTS = 5
TAG_NAMES_PER_CALL = 10


class Refused(Exception):
    """The service said no, and would say so again."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def main():
    parser = argparse.ArgumentParser(description="Upload files to a Vitrine media library.")
    parser.add_argument("files", nargs="+", help="jpeg, png, webp, mp4 or webm")
    parser.add_argument("--tag", action="append", default=[], help="a tag for each of them; repeat it for several")
    options = parser.parse_intermixed_args()
    failed = 0
    for path in options.files:
        try:
            media_id, how = upload(path, options.tag)
            print(f"{how}  {media_id}  {path}")
        except (Refused, OSError) as error:
            print(f"failed  {path}: {error}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


def upload(path, tags):
    extension = os.path.splitext(path)[1].lower()
    if extension not in TYPES:
        raise Refused(None, f"not a type that the library takes ({', '.join(sorted(TYPES))})")
    checksum = sha256_of(path)
    request = {
        "id": str(uuid.uuid5(uuid.NAMESPACE_OID, checksum + extension)),
        "name": os.path.splitext(os.path.basename(path))[0],
        "fileName": os.path.basename(path),
        "mimeType": TYPES[extension],
        "fileSize": os.path.getsize(path),
        "checksum": checksum,
    }
    ticket = call("POST", "/media/uploads", request)
    if ticket["duplicateOf"] is None:
        put(ticket["upload"], path)
        call("POST", f"/media/uploads/{ticket['mediaId']}/finalize")
    for at in range(0, len(tags), TAG_NAMES_PER_CALL):
        call("POST", f"/media/{ticket['mediaId']}/tags", {"add": tags[at : at + TAG_NAMES_PER_CALL]})
    return ticket["mediaId"], "uploaded" if ticket["duplicateOf"] is None else "duplicate"


def sha256_of(path):
    """Piece by piece: a video may have 2 GB."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for chunk in iter(lambda: file.read(1024 * 1024), b""):
            digest.update(chunk)
    return digest.hexdigest()


def call(method, path, body=None):
    """One request of the API. 429 and 5xx are tried again: every request of the API is safe to repeat."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {TOKEN}"}
    if data is not None:
        headers["Content-Type"] = "application/json"
    for attempt in range(1, ATTEMPTS + 1):
        try:
            with urllib.request.urlopen(urllib.request.Request(API + path, data, headers, method=method)) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if (error.code != 429 and error.code < 500) or attempt == ATTEMPTS:
                raise Refused(error.code, message_of(error)) from None
            time.sleep(int(error.headers.get("Retry-After") or 2**attempt))


def message_of(error):
    try:
        return json.load(error)["message"]
    except (ValueError, KeyError):
        return f"the service answered {error.code}"


def put(target, path):
    """Straight to storage, with every header as it is. http.client sends the open file piece by piece."""
    url = urlsplit(target["url"])
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    connection = kind(url.netloc)
    with open(path, "rb") as file:
        headers = {**target["headers"], "Content-Length": str(os.path.getsize(path))}
        connection.request("PUT", f"{url.path}?{url.query}", file, headers)
        response = connection.getresponse()
        response.read()
    connection.close()
    if response.status != 200:
        raise Refused(response.status, f"storage answered {response.status}")


if __name__ == "__main__":
    sys.exit(main())
