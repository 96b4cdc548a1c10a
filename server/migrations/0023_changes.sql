-- What happened to a merchant's content, in the order in which it became visible. A number is taken from the merchant's one
-- row of change_feeds in the transaction that makes the change, and that row is held until it is committed: who has read up
-- to a number has missed none below it. A serial of the table would be given before the commit, and a reader would pass over
-- what commits late.
create table change_feeds (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  -- Another one whenever the merchant is put back from an archive or a backup: then no cursor of before means anything.
  id uuid not null default gen_random_uuid(),
  last_number bigint not null default 0,
  -- Up to here they are no longer kept.
  dropped_number bigint not null default 0
) with (fillfactor = 50);
insert into change_feeds (merchant_id) select id from merchants;

create table changes (
  merchant_id uuid not null references merchants (id) on delete cascade,
  number bigint not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  -- When it happened. A flight's moment may be long ago when it is told, so how long a change is kept goes by the other.
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  subject_id uuid not null,
  primary key (merchant_id, number)
);

-- What a live campaign was when the feed last told of it: its start and its end are told once, also when nobody ran at that
-- moment. Null while nothing is live, and of what was published before there was a feed, until it is looked at.
alter table campaigns add column told_status text check (told_status in ('upcoming', 'running', 'ended'));

-- When a merchant's campaigns are to be looked at next. On the node that instances connect to, so that one statement finds
-- whose turn it is; `touched` grows with every change, so that a look that was overtaken is known as such.
create table campaign_clocks (
  merchant_id uuid primary key,
  at timestamptz(3) not null,
  touched bigint not null default 0
);
create index campaign_clocks_next on campaign_clocks (at);
insert into campaign_clocks (merchant_id, at) select distinct merchant_id, now() from campaigns where live_version is not null;
