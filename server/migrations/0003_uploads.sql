-- While its file is awaited: what is reserved for it, and when its last URLs were handed out.
alter table media
  add column reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  add column ticketed_at timestamptz(3);
create index media_awaiting on media (merchant_id, ticketed_at) where state = 'awaiting';

-- Objects that no row names any more, to be deleted once no URL can write them again. Their reservation lasts until then.
create table doomed_objects (
  merchant_id uuid not null references merchants (id) on delete cascade,
  object_key text not null,
  reserved_bytes bigint not null check (reserved_bytes >= 0),
  delete_after timestamptz(3) not null,
  primary key (merchant_id, object_key)
);

-- Who did what: written in the same transaction as what was done, with names as they were then.
create table activity (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  token_id uuid,
  token_name text,
  token_last_four text,
  details json not null,
  request_id text,
  primary key (merchant_id, id)
);
create index activity_newest on activity (merchant_id, at desc, id desc);
