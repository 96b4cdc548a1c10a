-- The control plane: small, read often; reference tables on a cluster.

create table merchants (
  id uuid primary key,
  name text not null,
  time_zone text not null,
  suspended boolean not null default false,
  default_item_seconds double precision not null default 10 check (default_item_seconds > 0),
  plan_name text not null,
  plan_ends_at timestamptz(3),
  plan_allows_writes boolean not null,
  storage_quota_bytes bigint not null check (storage_quota_bytes >= 0),
  screen_codecs text[] not null,
  screen_max_width integer not null check (screen_max_width > 0),
  screen_max_height integer not null check (screen_max_height > 0),
  created_at timestamptz(3) not null default now()
);

create table people (
  id uuid primary key,
  email text not null,
  email_key text not null unique,
  name text not null,
  password_hash text,
  created_at timestamptz(3) not null default now()
);

create table memberships (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'staff')),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, person_id)
);

create table tokens (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (merchant_id, id)
);

-- Keys that every instance must share, such as the one that seals cursors.
create table shared_secrets (
  name text primary key,
  value bytea not null
);

-- The content plane: large; distributed by merchant_id on a cluster, so the merchant is the first column of every key.

create table tags (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  name_key text collate "C" not null,
  primary key (merchant_id, id),
  unique (merchant_id, name_key)
);

-- Bumped with every change of a merchant's tags, so that a page can tell whether a cached dictionary is still exact.
create table tag_versions (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  version bigint not null
);

create table media (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  state text not null check (state in ('awaiting', 'ready')),
  type text not null check (type in ('image', 'video', 'web')),
  name text not null,
  description text,
  search_text text collate "C" not null,
  width integer,
  height integer,
  duration_seconds double precision,
  tag_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  file_name text,
  mime_type text,
  size_bytes bigint,
  sha256 bytea,
  object_key text,
  thumbnail_key text,
  thumbnail_size_bytes bigint,
  page_url text,
  primary key (merchant_id, id),
  check ((type = 'web') = (page_url is not null)),
  check ((type = 'web') = (object_key is null))
);

create table playlists (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  search_text text collate "C" not null,
  shared boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (merchant_id, id)
);

create table playlist_items (
  merchant_id uuid not null,
  playlist_id uuid not null,
  position integer not null,
  media_id uuid not null,
  duration_seconds double precision check (duration_seconds > 0),
  primary key (merchant_id, playlist_id, position),
  foreign key (merchant_id, playlist_id) references playlists (merchant_id, id) on delete cascade,
  foreign key (merchant_id, media_id) references media (merchant_id, id) on delete cascade
);
create index playlist_items_by_media on playlist_items (merchant_id, media_id);

create table campaigns (
  merchant_id uuid not null references merchants (id) on delete cascade,
  lineage_id uuid not null,
  name text not null,
  search_text text collate "C" not null,
  archived boolean not null default false,
  changed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  tag_ids uuid[] not null default '{}',
  live_version integer,
  primary key (merchant_id, lineage_id)
);

create table campaign_versions (
  merchant_id uuid not null,
  lineage_id uuid not null,
  version integer not null check (version > 0),
  flight_start text,
  flight_end text,
  landscape_playlist_id uuid,
  portrait_playlist_id uuid,
  published_at timestamptz(3),
  content json,
  primary key (merchant_id, lineage_id, version),
  foreign key (merchant_id, lineage_id) references campaigns (merchant_id, lineage_id) on delete cascade
);

-- Apart from merchants, because it is written with every upload.
create table storage_usage (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0)
);

-- One row a token and budget. A new minute overwrites the old one, so there is nothing to sweep; unlogged, because
-- a count that a crash forgets is one minute's count.
create unlogged table request_counts (
  merchant_id uuid not null,
  token_id uuid not null,
  budget text not null check (budget in ('read', 'write')),
  minute bigint not null,
  requests integer not null,
  primary key (merchant_id, token_id, budget)
);
