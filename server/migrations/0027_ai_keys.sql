-- Keys by which an assistant works for a person at a merchant. They are of the control plane, as tokens are: a key finds its
-- merchant. Who leaves the merchant takes them along. `secret_hash` and `expires_at` are those of the secret that works now:
-- replacing it keeps the row, its name and what it may do.
create table ai_keys (
  merchant_id uuid not null,
  person_id uuid not null,
  id uuid not null,
  name text not null,
  permissions text[] not null,
  days integer not null,
  secret_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz(3) not null,
  rotated_at timestamptz(3),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (merchant_id, person_id, id),
  foreign key (merchant_id, person_id) references memberships (merchant_id, person_id) on delete cascade
);

-- Of the content plane, because it is written all day: when each was last used, and what the program called itself.
create table ai_key_uses (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz(3) not null,
  client text not null,
  primary key (merchant_id, person_id, key_id),
  foreign key (merchant_id, person_id, key_id) references ai_keys (merchant_id, person_id, id) on delete cascade
);

-- Of the content plane too: how many messages each sent, by day, and how many of them were refused as too many.
create table ai_key_days (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null,
  key_id uuid not null,
  day date not null,
  messages bigint not null,
  refused bigint not null,
  primary key (merchant_id, person_id, key_id, day),
  foreign key (merchant_id, person_id, key_id) references ai_keys (merchant_id, person_id, id) on delete cascade
);

-- What a person did through an assistant: the key under its name of that day, its last four characters, the program.
alter table activity add column through json;
