-- The console's work on content. A change names the revision it was made on, so that of two people at once the second
-- is told.
alter table media add column revision integer not null default 1;
alter table playlists add column revision integer not null default 1;
alter table campaigns add column revision integer not null default 1;

-- Who published a version, under the name of that day; null for an import.
alter table campaign_versions
  add column published_by_person_id uuid,
  add column published_by_name text;
create index campaign_versions_by_landscape on campaign_versions (merchant_id, landscape_playlist_id);
create index campaign_versions_by_portrait on campaign_versions (merchant_id, portrait_playlist_id);
create index campaigns_archived on campaigns (merchant_id, changed_at desc, lineage_id desc) where archived;

-- When a token was last used is written with its usage: tokens are on every node of a cluster, and are to change rarely.
alter table token_usage add column last_used_at timestamptz(3);
insert into token_usage as u (merchant_id, token_id, day, requests, refused_429, refused_403, last_used_at)
select merchant_id, id, (last_used_at at time zone 'UTC')::date, 0, 0, 0, last_used_at from tokens
where last_used_at is not null
on conflict (merchant_id, token_id, day) do update set last_used_at = excluded.last_used_at;
-- tokens.last_used_at stays, unused: instances of the release before read it while they are replaced one by one.
