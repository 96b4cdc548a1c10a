-- Addresses that a start without any merchant prints, for whoever makes the first one. Only the hash of each secret is kept.
-- Unlogged: the next start prints another.
create unlogged table first_run_links (
  secret_hash bytea primary key,
  expires_at timestamptz(3) not null
);
