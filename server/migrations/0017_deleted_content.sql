-- Playlists and campaigns that were deleted, each as what it takes to make it anew for 30 days. They are taken out of their
-- own tables, so that no list, search or check can meet them; tags are a column, so that merging tags reaches them.
create table deleted_content (
  merchant_id uuid not null references merchants (id) on delete cascade,
  kind text not null check (kind in ('playlist', 'campaign')),
  id uuid not null,
  name text not null,
  tag_ids uuid[] not null default '{}',
  content json not null,
  trashed_at timestamptz(3) not null,
  primary key (merchant_id, kind, id)
);
create index deleted_content_newest on deleted_content (merchant_id, trashed_at desc, id desc);
