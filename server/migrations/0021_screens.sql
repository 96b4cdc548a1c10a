-- Screens: browsers that play what is published. Who they are is of the control plane, as tokens are: a key finds its
-- merchant. `key_hash` is null where no browser is paired, as after an import.
create table screens (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  orientation text not null check (orientation in ('landscape', 'portrait')),
  time_zone text,
  tag_ids uuid[] not null default '{}',
  key_hash bytea unique,
  is_demo boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  paired_at timestamptz(3),
  primary key (merchant_id, id)
);

-- Browsers that show a code, for ten minutes. Nobody's before the code is claimed, which takes the row away.
create table screen_pairings (
  id uuid primary key,
  code text not null unique,
  secret_hash bytea not null unique,
  expires_at timestamptz(3) not null
);
create index screen_pairings_oldest on screen_pairings (expires_at);

-- Of the content plane, because it is written all day: how each screen was when it was last heard of, and the last batch of
-- plays that was counted of it.
create table screen_states (
  merchant_id uuid not null references merchants (id) on delete cascade,
  screen_id uuid not null,
  plays_batch integer not null default 0,
  seen_at timestamptz(3),
  program_version text,
  lineage_id uuid,
  media_id uuid,
  free_bytes bigint,
  stores_files boolean,
  player_version text,
  width integer,
  height integer,
  faults json,
  primary key (merchant_id, screen_id),
  foreign key (merchant_id, screen_id) references screens (merchant_id, id) on delete cascade
);

-- How often what was shown, of all screens together. Default content is of no campaign: its lineage_id is all zeros.
create table plays (
  merchant_id uuid not null references merchants (id) on delete cascade,
  lineage_id uuid not null,
  day date not null,
  media_id uuid not null,
  plays bigint not null,
  milliseconds bigint not null,
  primary key (merchant_id, lineage_id, day, media_id)
);
create index plays_by_day on plays (merchant_id, day);

-- What screens play when nothing runs, and how many screens the plan allows; null: no limit. No foreign key: on a cluster
-- playlists are not where merchants are. One that was deleted counts as none.
alter table merchants
  add column default_playlist_id uuid,
  add column screens_max integer check (screens_max >= 0);
