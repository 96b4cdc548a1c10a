-- Assistants that a person connects with one click (OAuth 2.1). A connection is a key whose value its program replaces by
-- itself: the same row, with who the program is and what it comes back with. `value_expires_at` is the end of the value that
-- works now, `expires_at` that of the connection. Of every refresh token `grant_hash` is the part that stays and
-- `refresh_hash` the part that is new: who brings the first without the second brings an old one. `code_hash` is the code that
-- it began with: who brings that again is found too. `before_hash` is what was new before, which for some minutes gets the same
-- answer again; `turn_salt` is what that is made of, together with what is brought.
-- Columns and what is unique each by itself: on a cluster, where the table is on every node, the two do not go together.
alter table ai_keys
  add column client_id text,
  add column client_host text,
  add column value_expires_at timestamptz(3),
  add column grant_hash bytea,
  add column refresh_hash bytea,
  add column before_hash bytea,
  add column turn_salt bytea,
  add column code_hash bytea;
create unique index ai_keys_grants on ai_keys (grant_hash);
create unique index ai_keys_codes on ai_keys (code_hash);

-- Between the person's yes and the program that comes for it: a minute. Unlogged: a crash sends people who are on the way to
-- their assistant once more.
create unlogged table ai_codes (
  code_hash bytea primary key,
  merchant_id uuid not null,
  person_id uuid not null,
  client_id text not null,
  client_name text not null,
  client_host text,
  redirect_uri text not null,
  challenge text not null,
  permissions text[] not null,
  expires_at timestamptz(3) not null
);
create index ai_codes_oldest on ai_codes (expires_at);
