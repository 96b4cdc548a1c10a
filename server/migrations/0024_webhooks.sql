-- Webhooks: addresses that are told of a merchant's changes. Of the content plane, beside the feed that they are told from.
create table webhooks (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  types text[] not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('person', 'gone', 'failing')),
  off_at timestamptz(3),
  -- Sealed where the installation has a key: messages are signed with it, so a hash will not do. The one before signs too
  -- until its time is over.
  secret bytea not null,
  last_four text not null,
  old_secret bytea,
  old_secret_until timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_person_id uuid,
  created_by_name text,
  -- Up to this number of the feed its messages are written.
  after_number bigint not null,
  -- One instance at a time sends to it, until then; one that died is taken over from.
  lease_id uuid,
  lease_until timestamptz(3),
  -- How it goes: failures since the last success, since when, the last of them, and until when it is left in peace.
  failures integer not null default 0,
  failing_since timestamptz(3),
  failed_at timestamptz(3),
  delivered_at timestamptz(3),
  rest_until timestamptz(3),
  -- Whether it was told that the storage is nearly full, since there was room.
  told_storage boolean not null default false,
  primary key (merchant_id, id)
);

-- A message to a webhook and what became of it. `id` is the change's own where it tells of one.
create table webhook_deliveries (
  merchant_id uuid not null,
  webhook_id uuid not null,
  id uuid not null,
  -- Where it stands in the feed; what is not of the feed comes behind what was last in it.
  place bigint not null,
  type text not null,
  at timestamptz(3) not null,
  subject_id uuid,
  -- What it carries, where that is more than the subject.
  data json,
  created_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  tries_left integer not null,
  next_at timestamptz(3) not null,
  -- Somebody waits for it: sent before the others, and while the webhook is left in peace.
  is_urgent boolean not null default false,
  attempted_at timestamptz(3),
  status_code integer,
  duration_ms integer,
  problem text,
  answer text,
  primary key (merchant_id, webhook_id, id),
  foreign key (merchant_id, webhook_id) references webhooks (merchant_id, id) on delete cascade
);
create index webhook_deliveries_waiting on webhook_deliveries (merchant_id, webhook_id, place, created_at, id)
  where state = 'waiting';
create index webhook_deliveries_next on webhook_deliveries (merchant_id, webhook_id, next_at) where state = 'waiting';
create index webhook_deliveries_urgent on webhook_deliveries (merchant_id, webhook_id, created_at)
  where state = 'waiting' and is_urgent;
create index webhook_deliveries_failed on webhook_deliveries (merchant_id, webhook_id, place, id) where state = 'failed';
create index webhook_deliveries_newest on webhook_deliveries (merchant_id, webhook_id, place, id);
create index webhook_deliveries_oldest on webhook_deliveries (merchant_id, created_at);

-- Merchants that have webhooks, and when something is to be sent for them next; null: nothing is. On the node that instances
-- connect to, as campaign_clocks is.
create table webhook_clocks (
  merchant_id uuid primary key,
  at timestamptz(3),
  touched bigint not null default 0
);
create index webhook_clocks_next on webhook_clocks (at);
