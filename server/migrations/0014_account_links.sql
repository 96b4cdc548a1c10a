-- Links that open something of one account, once: to choose a new password, or to prove a new email. Only the hash of a
-- link's secret is kept.
create table account_links (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('reset', 'email')),
  secret_hash bytea not null unique,
  -- Of the account's password and email as they were: after a change of either the link is dead, whoever changed it.
  account_seal bytea not null,
  -- The address that is to be proved.
  email text,
  email_key text,
  -- Made by an owner or admin of this merchant, for somebody who is this there; null for whoever asked by mail, and for the
  -- operator.
  merchant_id uuid references merchants (id) on delete cascade,
  made_by uuid,
  role text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check ((kind = 'email') = (email is not null and email_key is not null)),
  check ((merchant_id is null) = (made_by is null) and (merchant_id is null) = (role is null))
);
create index account_links_by_person on account_links (person_id);

-- The last number of days before its end at which owners and admins were told by mail.
alter table tokens add column warned_days integer;
