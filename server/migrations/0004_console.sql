-- The console: who is signed in, who is invited, and what tokens were used for.

-- Only the hash of a session's secret is kept. `merchant_id` is the merchant that the person chose last.
create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  merchant_id uuid references merchants (id) on delete set null,
  secret_hash bytea not null unique,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_by_person on sessions (person_id);

create table invitations (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('owner', 'admin', 'staff')),
  secret_hash bytea not null unique,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  primary key (merchant_id, id)
);

-- Failed sign-ins by email and by address. Unlogged: a crash forgives a quarter of an hour.
create unlogged table sign_in_attempts (
  key text primary key,
  started_at timestamptz(3) not null,
  attempts integer not null
);
create index sign_in_attempts_oldest on sign_in_attempts (started_at);

-- A token belongs to the merchant and outlives whoever issued it: no foreign key, and the name as it was.
-- A token with `rotated_at` has been replaced and works on until `expires_at`, which the rotation shortened.
alter table tokens
  add column created_by_person_id uuid,
  add column created_by_name text,
  add column last_used_at timestamptz(3),
  add column rotated_at timestamptz(3);

-- Written in batches some seconds after the requests, one row a token and day (UTC).
create table token_usage (
  merchant_id uuid not null references merchants (id) on delete cascade,
  token_id uuid not null,
  day date not null,
  requests bigint not null,
  refused_429 bigint not null,
  refused_403 bigint not null,
  primary key (merchant_id, token_id, day)
);

alter table activity
  add column person_id uuid,
  add column person_name text;
-- A filtered list is read in its own order too, so that a page costs the same at any depth.
create index activity_by_token on activity (merchant_id, token_id, at desc, id desc) where token_id is not null;
create index activity_by_person on activity (merchant_id, person_id, at desc, id desc) where person_id is not null;
create index activity_by_kind on activity (merchant_id, kind, at desc, id desc);
