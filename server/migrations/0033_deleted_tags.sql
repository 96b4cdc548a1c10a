-- Tags that were deleted or merged, for 30 days, and where each of them was. A tag is among them from the moment that it is
-- taken off the first item until it is back on the last one: whatever is cut off in between can be gone on with.
create table deleted_tags (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- The tag that took its place, where it was merged.
  merged_into uuid,
  trashed_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index deleted_tags_newest on deleted_tags (merchant_id, trashed_at desc, id desc);

create table deleted_tag_places (
  merchant_id uuid not null,
  tag_id uuid not null,
  -- A campaign may be in the trash itself.
  kind text not null check (kind in ('media', 'campaign', 'screen')),
  id uuid not null,
  -- The tag that it got instead and did not carry before.
  given_id uuid,
  primary key (merchant_id, tag_id, kind, id),
  foreign key (merchant_id, tag_id) references deleted_tags (merchant_id, id) on delete cascade
);
