-- A file that comes in parts: how it is divided, the SHA-256 of each part (32 bytes after 32 bytes), what the store calls it,
-- and the key that it gets, which is no other upload's. `checked` once the whole file was read and found to be as declared.
create table upload_parts (
  merchant_id uuid not null references merchants (id) on delete cascade,
  media_id uuid not null,
  object_key text not null,
  store_upload_id text not null,
  part_bytes bigint not null check (part_bytes > 0),
  part_sha256 bytea not null,
  checked boolean not null default false,
  primary key (merchant_id, media_id)
);

-- Of an upload in parts that is given up: to be aborted together with what is deleted.
alter table pending_deletions add column store_upload_id text;
