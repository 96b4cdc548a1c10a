-- The whole schema, table by table. Read it to understand the data.
--
-- On a Citus cluster citus.sql distributes the tables. It knows three kinds:
--   * every node: small tables that are read often, such as merchants, people and tokens (reference tables).
--   * by merchant: content and everything that grows with use, with all rows of a merchant on one node. Each key of such a
--     table starts with merchant_id, so one node can answer every statement.
--   * one node: clocks and short-lived rows that only the node the servers connect to needs.
-- Each section below says which kind its tables are.
--
-- Times are UTC with milliseconds, as the API shows them. Secrets are stored as SHA-256 hashes unless the comment says that
-- they are encrypted. A column that ends in _name beside an id holds the name at that time, so that it stays readable after
-- a rename or deletion. Columns named revision count changes: a request to change the row names the revision it saw.


-- Merchants ---------------------------------------------------------------------------------------- on every node

create table merchants (
  id uuid primary key,
  name text not null,
  time_zone text not null,
  suspended boolean not null default false,
  -- How long a playlist item is shown when neither the item nor its media has a duration.
  default_item_seconds double precision not null default 10 check (default_item_seconds > 0),
  plan_name text not null,
  plan_ends_at timestamptz(3),
  plan_allows_writes boolean not null,
  storage_quota_bytes bigint not null check (storage_quota_bytes >= 0),
  -- Null: the plan does not limit screens.
  screens_max integer check (screens_max >= 0),
  -- What the merchant's screens can play. Uploads outside these limits get a warning.
  screen_codecs text[] not null,
  screen_max_width integer not null check (screen_max_width > 0),
  screen_max_height integer not null check (screen_max_height > 0),
  -- The playlist that screens play when no campaign runs. No foreign key: on a cluster playlists are on another node.
  default_playlist_id uuid,
  requires_second_factor boolean not null default false,
  created_at timestamptz(3) not null default now()
);


-- People and sign-in ------------------------------------------------------------------------------- on every node

create table people (
  id uuid primary key,
  email text not null,
  -- The email in the form that is compared.
  email_key text not null unique,
  name text not null,
  -- Null: the person signs in with passkeys or single sign-on only.
  password_hash text,
  -- When the operator disabled the account.
  disabled_at timestamptz(3),
  -- When the person proved that the mailbox is theirs, by a mailed secret or by single sign-on with the same verified email.
  -- Null again after the operator sets another email.
  email_proven_at timestamptz(3),
  -- The person chose a new password by a link. Until a session that began with it has reviewed the sign-in methods, a passkey
  -- or single sign-on alone does not open the account.
  must_review_methods boolean not null default false,
  -- How the console looks; null: as the browser has it.
  date_language text,
  colour_scheme text check (colour_scheme in ('auto', 'light', 'dark')),
  created_at timestamptz(3) not null default now()
);

create table memberships (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null references people (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'staff')),
  created_at timestamptz(3) not null default now(),
  primary key (merchant_id, person_id)
);
create index memberships_by_person on memberships (person_id);

create table invitations (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  email text not null,
  email_key text not null,
  role text not null check (role in ('owner', 'admin', 'staff')),
  -- The secret of the link that is shown to the inviter, and that of the mailed link, which proves the mailbox.
  secret_hash bytea not null unique,
  mailed_secret_hash bytea,
  created_by uuid not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  primary key (merchant_id, id)
);
create unique index invitations_mailed_secrets on invitations (mailed_secret_hash);

create table sessions (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- The merchant that the person chose last.
  merchant_id uuid references merchants (id) on delete set null,
  secret_hash bytea not null unique,
  -- How the person signed in, and when they last proved who they are. Null: at the sign-in.
  factors text not null default 'password'
    check (factors in ('password', 'password+totp', 'passkey', 'company')),
  proved_at timestamptz(3),
  -- This session shows the list of sign-in methods before anything else.
  must_review_methods boolean not null default false,
  -- Where the browser goes to sign out of single sign-on too.
  company_sign_out_url text,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sessions_by_person on sessions (person_id);

-- Links that work once: to choose a new password, or to prove a new email.
create table account_links (
  id uuid primary key,
  person_id uuid not null references people (id) on delete cascade,
  kind text not null check (kind in ('reset', 'email')),
  secret_hash bytea not null unique,
  -- A hash of the account's password and email. After a change of either the link no longer works.
  account_seal bytea not null,
  -- The address to prove.
  email text,
  email_key text,
  -- The merchant whose owner or admin made the link, and the person's role there. Null: the person asked for it by mail, or
  -- the operator made it.
  merchant_id uuid references merchants (id) on delete cascade,
  made_by uuid,
  role text,
  -- Only a link that was mailed proves the mailbox.
  mailed boolean not null default false,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check ((kind = 'email') = (email is not null and email_key is not null)),
  check ((merchant_id is null) = (made_by is null) and (merchant_id is null) = (role is null))
);
create index account_links_by_person on account_links (person_id);

-- The authenticator app of a person.
create table totp_secrets (
  person_id uuid primary key references people (id) on delete cascade,
  -- Encrypted with SECRET_KEY.
  secret bytea not null,
  -- False while the secret cannot be decrypted with the installation's SECRET_KEY. The app still counts as a second factor.
  is_readable boolean not null default true,
  -- The half minute of the last code used, so that no code works twice.
  last_step bigint not null,
  created_at timestamptz(3) not null,
  -- Null until the app has produced its first right code.
  confirmed_at timestamptz(3)
);

create table recovery_codes (
  person_id uuid not null references people (id) on delete cascade,
  code_hash bytea not null,
  primary key (person_id, code_hash)
);

create table passkeys (
  person_id uuid not null references people (id) on delete cascade,
  id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  primary key (person_id, id)
);

-- Right answers of passkeys, kept until their challenge expires, so that none is accepted twice.
create table passkey_answers (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
create index passkey_answers_oldest on passkey_answers (expires_at);

-- Sign-ins whose password was right and whose second factor is missing.
create table sign_in_tickets (
  secret_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  -- The password that was checked: with another one the ticket no longer works.
  password_digest bytea not null,
  -- The invitation to accept after the sign-in.
  invitation_hash bytea,
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index sign_in_tickets_by_person on sign_in_tickets (person_id);

-- Wrong codes in a row, by a browser that the person has signed in with before; '' stands for all other browsers.
create table wrong_codes (
  person_id uuid not null references people (id) on delete cascade,
  browser text not null,
  -- The count starts again with another password.
  password_digest bytea not null,
  in_a_row integer not null,
  last_at timestamptz(3) not null,
  primary key (person_id, browser)
);

-- Single sign-on (OpenID Connect): the account of a person at their company. It is found by issuer and subject, never by
-- email.
create table company_accounts (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people (id) on delete cascade,
  -- What the company said when the account was connected, shown to the person.
  email text,
  linked_at timestamptz(3) not null,
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- Single sign-ons under way. State, nonce and verifier are derived from the secret that the browser holds. On one node.
-- Unlogged: after a crash the person starts again.
create unlogged table company_flows (
  secret_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'join', 'link', 'prove')),
  session_id uuid,
  invited_to uuid,
  invitation_id uuid,
  -- The invitation was opened by its mailed link.
  invitation_mailed boolean not null default false,
  return_to text not null,
  -- The rate-limit keys that this start counted for, one for each network of the address.
  counters text[] not null,
  expires_at timestamptz(3) not null
);
create index company_flows_oldest on company_flows (expires_at);

-- Failed sign-ins by email and by network. On one node. Unlogged: a crash forgets the last quarter of an hour.
create unlogged table sign_in_attempts (
  key text primary key,
  started_at timestamptz(3) not null,
  attempts integer not null
);
create index sign_in_attempts_oldest on sign_in_attempts (started_at);

-- Links that a start without any merchant prints, to create the first one. On one node. Unlogged: the next start prints
-- another.
create unlogged table first_run_links (
  secret_hash bytea primary key,
  expires_at timestamptz(3) not null
);

-- Keys that all instances share, such as the one that encrypts cursors.
create table shared_secrets (
  name text primary key,
  value bytea not null
);


-- Tokens of integrations --------------------------------------------------------------------------- on every node

create table tokens (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  scopes text[] not null,
  secret_hash bytea not null unique,
  last_four text not null,
  -- No foreign key: a token outlives the person who created it.
  created_by_person_id uuid,
  created_by_name text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Another token replaced this one, which works until expires_at.
  rotated_at timestamptz(3),
  revoked_at timestamptz(3),
  -- How many days before its end the owners and admins were last warned by mail.
  warned_days integer,
  primary key (merchant_id, id)
);

-- Requests by token and UTC day, written in batches. By merchant.
create table token_usage (
  merchant_id uuid not null references merchants (id) on delete cascade,
  token_id uuid not null,
  day date not null,
  requests bigint not null,
  refused_429 bigint not null,
  refused_403 bigint not null,
  last_used_at timestamptz(3),
  primary key (merchant_id, token_id, day)
);

-- Rate limits: one row for each token (or person) and budget. A new minute overwrites the old one, so nothing needs cleaning
-- up. By merchant. Unlogged: a crash forgets one minute's count.
create unlogged table request_counts (
  merchant_id uuid not null,
  token_id uuid not null,
  -- 'upload' and 'item' (playlist items) are budgets of people.
  budget text not null check (budget in ('read', 'write', 'upload', 'item')),
  minute bigint not null,
  requests integer not null,
  -- Changes whenever the merchant's access changes. A process that counts a request sees by it whether the token it has cached
  -- still holds. Null until a process asks for it.
  access uuid,
  primary key (merchant_id, token_id, budget)
);


-- Assistants --------------------------------------------------------------------------------------- on every node

-- Keys by which an assistant works for a person at a merchant. A key ends with the membership. A connection (OAuth 2.1) is a
-- key whose value the program renews by itself.
create table ai_keys (
  merchant_id uuid not null,
  person_id uuid not null,
  id uuid not null,
  name text not null,
  permissions text[] not null,
  days integer not null,
  -- The current value. Replacing it keeps the row.
  secret_hash bytea not null unique,
  last_four text not null,
  created_at timestamptz(3) not null,
  rotated_at timestamptz(3),
  -- Of a connection: when the connection ends; value_expires_at is the end of the access token.
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- The columns below are null unless the row is a connection.
  client_id text,
  client_host text,
  value_expires_at timestamptz(3),
  -- A refresh token has a part that stays the same (grant) and a part that is new each time (refresh). The right grant with a
  -- wrong refresh part is an old token.
  grant_hash bytea,
  refresh_hash bytea,
  -- The previous refresh part: for some minutes it gets the same answer again, which is derived from it and turn_salt.
  before_hash bytea,
  turn_salt bytea,
  -- The authorization code that the connection began with, to notice when it is used again.
  code_hash bytea,
  primary key (merchant_id, person_id, id),
  foreign key (merchant_id, person_id) references memberships (merchant_id, person_id) on delete cascade
);
create unique index ai_keys_grants on ai_keys (grant_hash);
create unique index ai_keys_codes on ai_keys (code_hash);

-- OAuth authorization codes, valid for a minute. On one node. Unlogged: after a crash the person consents again.
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

-- When each key was last used, and the name of the program. By merchant.
create table ai_key_uses (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz(3) not null,
  client text not null,
  primary key (merchant_id, person_id, key_id),
  foreign key (merchant_id, person_id, key_id) references ai_keys (merchant_id, person_id, id) on delete cascade
);

-- Messages by key and day, and how many the rate limit refused. By merchant.
create table ai_key_days (
  merchant_id uuid not null references merchants (id) on delete cascade,
  person_id uuid not null,
  key_id uuid not null,
  day date not null,
  messages bigint not null,
  refused bigint not null,
  primary key (merchant_id, person_id, key_id, day),
  foreign key (merchant_id, person_id, key_id) references ai_keys (merchant_id, person_id, id) on delete cascade
);


-- Search ------------------------------------------------------------------------------------------------------------
--
-- A filtered list is read by terms: 64-bit hashes of everything a filter can ask for, each salted with the merchant, in one
-- GIN index (docs/adr/0006-search-by-salted-terms.md). A term only says where to look: statements also test the text and the
-- tags themselves, so two things with one hash cost a row that is read in vain.
-- These functions call only built-ins, because indexes are built with an empty search_path. Their high cost makes the
-- planner choose the index, however many rows it expects.

-- Returns the text without accents, like foldSearch in server/src/fold.ts. ASCII text is returned as it is.
create function without_accents(content text) returns text
  language sql immutable strict parallel safe
as $$
  select case when octet_length(content) = length(content) then content
    else normalize(regexp_replace(normalize(content, NFD),
      '([a-z\u00df-\u02af\u0370-\u052f\u1c80-\u1c8f\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua640-\ua69f\ua720-\ua7ff\uab30-\uab6f])[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff]+',
      '\1', 'g'), NFC) end
$$;

-- Returns the terms of every run of one, two and three characters.
create function text_terms(merchant uuid, content text) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  terms bigint[] := '{}';
  one text collate "C";
  two text collate "C" := '';
  three text collate "C" := '';
begin
  foreach one in array string_to_array(content, null) loop
    terms := terms || hashtextextended(one, salt) || hashtextextended(two || one, salt) || hashtextextended(three || one, salt);
    three := two || one;
    two := one;
  end loop;
  return terms;
end
$$;

-- Returns the terms of every tag and, up to 16 tags, of every pair of tags: two common tags that no item combines have no
-- term in common. Above 16 tags a mark takes the place of the pairs, whose number grows with the square.
create function tag_terms(merchant uuid, tags uuid[]) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  has_pairs constant boolean := cardinality(tags) <= 16;
  terms bigint[] := '{}';
  earlier bigint[] := '{}';
  tag uuid;
  other bigint;
begin
  foreach tag in array tags loop
    terms := terms || uuid_hash_extended(tag, salt);
    if has_pairs then
      foreach other in array earlier loop
        terms := terms || (other # uuid_hash_extended(tag, salt));
      end loop;
      earlier := earlier || uuid_hash_extended(tag, salt);
    end if;
  end loop;
  return case when has_pairs then terms else terms || hashint8extended(16, salt) end;
end
$$;

-- Returns the terms of a moment in windows of 2^19 seconds (6 days) and 2^22 (48 days). A moment is in its own window and in
-- the next one, so the window of any moment reaches back between one and two lengths.
create function window_terms(merchant uuid, moment timestamptz) returns bigint[]
  language plpgsql immutable strict parallel safe cost 100000
as $$
declare
  salt constant bigint := uuid_hash_extended(merchant, 0);
  seconds constant bigint := floor(extract(epoch from moment));
begin
  return array[
    hashint8extended(seconds >> 19, salt # 19), hashint8extended((seconds >> 19) + 1, salt # 19),
    hashint8extended(seconds >> 22, salt # 22), hashint8extended((seconds >> 22) + 1, salt # 22)];
end
$$;

-- Returns the terms that an item must have to match the search; none for an empty search. Some sixteen places of a long
-- search are enough to find the few items that are then tested.
create function wanted_text_terms(merchant uuid, search text) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select array(
    select hashtextextended(substr(search, at, 3) collate "C", uuid_hash_extended(merchant, 0))
    from generate_series(1, greatest(length(search) - 2, least(length(search), 1)), 1 + length(search) / 16) as at)
$$;

-- Returns the terms that an item with up to 16 tags must have; a single tag finds items with any number of tags.
create function wanted_tag_pairs(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select case when cardinality(tags) = 1 then array[uuid_hash_extended(tags[1], uuid_hash_extended(merchant, 0))]
    else array(
      select uuid_hash_extended(a, uuid_hash_extended(merchant, 0)) # uuid_hash_extended(b, uuid_hash_extended(merchant, 0))
      from unnest(tags) with ordinality as one (a, i), unnest(tags) with ordinality as other (b, k)
      where i < k) end
$$;

-- Returns the terms that an item with more than 16 tags must have; null, which nothing contains, where pairs find all.
create function wanted_many_tags(merchant uuid, tags uuid[]) returns bigint[]
  language sql immutable strict parallel safe
as $$
  select case when cardinality(tags) > 1 then array(
      select uuid_hash_extended(tag, uuid_hash_extended(merchant, 0)) from unnest(tags) as tag)
    || hashint8extended(16, uuid_hash_extended(merchant, 0)) end
$$;

create function wanted_window_term(merchant uuid, moment timestamptz, length_bits integer) returns bigint
  language sql immutable strict parallel safe
  return hashint8extended(floor(extract(epoch from moment))::bigint >> length_bits,
                          uuid_hash_extended(merchant, 0) # length_bits);


-- Storage and tags ---------------------------------------------------------------------------------- by merchant

-- Written with every upload. Locking this row locks the merchant's library (server/src/media/ledger-queries.ts).
create table storage_usage (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  used_bytes bigint not null default 0 check (used_bytes >= 0),
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0)
);

create table tags (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- Two names with one key are the same tag: the name after NFC and case folding.
  name_key text collate "C" not null,
  -- What searches read: the name after NFKC and case folding, then without accents.
  search_text text collate "C" not null,
  plain_text text collate "C" not null generated always as (without_accents(search_text)) stored,
  primary key (merchant_id, id),
  unique (merchant_id, name_key)
);

-- Grows with every change of a merchant's tags, so that a process can tell whether its cached tags are current.
create table tag_versions (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  version bigint not null
);


-- Media --------------------------------------------------------------------------------------------- by merchant

create table media (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  -- 'awaiting': the upload is not finished. 'trashed': deleted, for 30 days; playlists keep the item for when it comes back.
  state text not null check (state in ('awaiting', 'ready', 'trashed')),
  type text not null check (type in ('image', 'video', 'web')),
  name text not null,
  description text,
  -- What searches read: name and description, folded, then without accents.
  search_text text collate "C" not null,
  plain_text text collate "C" not null generated always as (without_accents(search_text)) stored,
  width integer,
  height integer,
  duration_seconds double precision,
  tag_ids uuid[] not null default '{}',
  created_at timestamptz(3) not null,
  trashed_at timestamptz(3),
  revision integer not null default 1,
  -- A file has an object in the store; a web page has an address.
  file_name text,
  mime_type text,
  size_bytes bigint,
  sha256 bytea,
  object_key text,
  thumbnail_key text,
  thumbnail_size_bytes bigint,
  page_url text,
  -- The codec that the upload named; empty: it named none; null: an import.
  codec text,
  -- A browser found that the file is no picture or video.
  is_broken boolean not null default false,
  -- False: finalize found that the file has none of the types that screens play.
  is_playable boolean not null default true,
  -- While the item is awaiting: the storage reserved for it, and when its last upload URLs were issued.
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  ticketed_at timestamptz(3),
  -- Null: unknown, as for an import.
  added_by_kind text,
  added_by_id uuid,
  added_by_name text,
  primary key (merchant_id, id),
  check ((type = 'web') = (page_url is not null)),
  check ((type = 'web') = (object_key is null)),
  constraint media_trashed_check check ((state = 'trashed') = (trashed_at is not null)),
  constraint media_added_by check (
    num_nulls(added_by_kind, added_by_id, added_by_name) in (0, 3) and added_by_kind in ('person', 'token'))
);
-- Lists are read in the order of these indexes: a page costs the same at any depth (docs/query-plans.md).
create index media_newest on media (merchant_id, created_at desc, id desc) where state = 'ready';
create index media_trashed on media (merchant_id, trashed_at desc, id desc) where state = 'trashed';
create index media_awaiting on media (merchant_id, ticketed_at) where state = 'awaiting';
-- The name without the description behind the separator, cut to the length that a cursor holds.
create index media_by_name on media (merchant_id, (left(split_part(plain_text, chr(8195), 1), 60)), id) where state = 'ready';
create index media_by_size on media (merchant_id, (coalesce(size_bytes, 0)), id) where state = 'ready';
create index media_by_adder on media (merchant_id, added_by_id, created_at desc, id desc)
  where state = 'ready' and added_by_id is not null;
-- Finds duplicates: the oldest ready item with the same file.
create index media_by_file on media (merchant_id, sha256, size_bytes) where state = 'ready';
-- Without the pending list, which every search would read from end to end. Statistics of terms would cost seconds in every
-- analyze, and nothing uses them.
create index media_plain_terms on media
  using gin ((text_terms(merchant_id, plain_text) || tag_terms(merchant_id, tag_ids) || window_terms(merchant_id, created_at)))
  with (fastupdate = off) where state = 'ready';
alter index media_plain_terms alter column 1 set statistics 0;

-- Uploads in parts, until they are finalized.
create table upload_parts (
  merchant_id uuid not null references merchants (id) on delete cascade,
  media_id uuid not null,
  object_key text not null,
  store_upload_id text not null,
  part_bytes bigint not null check (part_bytes > 0),
  -- The SHA-256 of each part, 32 bytes after 32 bytes.
  part_sha256 bytea not null,
  -- Room for the parts beside the whole file, in a store that may hold both at once.
  reserved_bytes bigint not null default 0 check (reserved_bytes >= 0),
  -- The server has read the whole file and found it as declared.
  checked boolean not null default false,
  primary key (merchant_id, media_id)
);

-- Objects that no row names any more. They are deleted once no upload URL can write them again; until then their reservation
-- stays.
create table pending_deletions (
  merchant_id uuid not null references merchants (id) on delete cascade,
  object_key text not null,
  reserved_bytes bigint not null check (reserved_bytes >= 0),
  delete_after timestamptz(3) not null,
  -- The upload in parts to abort.
  store_upload_id text,
  primary key (merchant_id, object_key)
);


-- Playlists ----------------------------------------------------------------------------------------- by merchant

create table playlists (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  search_text text collate "C" not null,
  plain_text text collate "C" not null generated always as (without_accents(search_text)) stored,
  -- False: the playlist belongs to one campaign and is not listed.
  shared boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  revision integer not null default 1,
  -- Items and duration, as measured at measured_revision (server/src/playlists/measure-queries.ts). Items without a duration
  -- of their own or of their media are counted in measured_defaults: each takes the merchant's default.
  measured_revision integer,
  measured_items integer,
  measured_microseconds bigint,
  measured_defaults integer,
  primary key (merchant_id, id)
);
create index playlists_newest on playlists (merchant_id, updated_at desc, id desc) where shared;

create table playlist_items (
  merchant_id uuid not null,
  playlist_id uuid not null,
  position integer not null,
  media_id uuid not null,
  -- Null: the media's own duration, or the merchant's default.
  duration_seconds double precision check (duration_seconds > 0),
  primary key (merchant_id, playlist_id, position),
  foreign key (merchant_id, playlist_id) references playlists (merchant_id, id) on delete cascade,
  foreign key (merchant_id, media_id) references media (merchant_id, id) on delete cascade
);
create index playlist_items_by_media on playlist_items (merchant_id, media_id);


-- Campaigns ----------------------------------------------------------------------------------------- by merchant

create table campaigns (
  merchant_id uuid not null references merchants (id) on delete cascade,
  lineage_id uuid not null,
  name text not null,
  search_text text collate "C" not null,
  plain_text text collate "C" not null generated always as (without_accents(search_text)) stored,
  archived boolean not null default false,
  changed_at timestamptz(3) not null,
  withdrawn_at timestamptz(3),
  tag_ids uuid[] not null default '{}',
  -- The version that screens play; null: none.
  live_version integer,
  revision integer not null default 1,
  -- The status that the feed last reported, so that start and end are reported once. Null while nothing is live.
  told_status text check (told_status in ('upcoming', 'running', 'ended')),
  primary key (merchant_id, lineage_id)
);
create index campaigns_newest on campaigns (merchant_id, changed_at desc, lineage_id desc) where not archived;
create index campaigns_archived on campaigns (merchant_id, changed_at desc, lineage_id desc) where archived;

-- Returns a short text that is equal for two versions that play the same media for the same durations.
create function played_key(side json) returns text
  language sql immutable strict parallel safe
as $$
  select md5(coalesce(string_agg(
    lower(item ->> 'mediaId') || ' ' || floor(1000000 * (item ->> 'durationSeconds')::double precision + 0.5)::bigint,
    ',' order by place), ''))
  from json_array_elements(side -> 'items') with ordinality as entry (item, place)
$$;

-- Returns the ids of the media that a version plays, each once.
create function played_media(content json) returns uuid[]
  language sql immutable strict parallel safe
as $$
  select array(
    select distinct (item ->> 'mediaId')::uuid
    from json_each(content) as side (name, played)
    cross join lateral json_array_elements(
      case when json_typeof(played -> 'items') = 'array' then played -> 'items' else '[]' end) as item
    where json_typeof(played) = 'object')
$$;

create table campaign_versions (
  merchant_id uuid not null,
  lineage_id uuid not null,
  version integer not null check (version > 0),
  -- Local days or times in the merchant's time zone.
  flight_start text,
  flight_end text,
  landscape_playlist_id uuid,
  portrait_playlist_id uuid,
  -- Null: a draft.
  published_at timestamptz(3),
  published_by_person_id uuid,
  published_by_name text,
  -- What the playlists played when the version was published. It is dropped once the version is no longer live
  -- (server/src/campaigns/publish-campaign.ts); item_count, the items in landscape, is kept.
  content json,
  item_count integer,
  -- Read instead of content, which takes long to parse: whether the playlists have changed since, and which media are in use.
  landscape_key text collate "C" generated always as (played_key(content -> 'landscape')) stored,
  portrait_key text collate "C" generated always as (
    case when json_typeof(content -> 'portrait') = 'object' then played_key(content -> 'portrait') end) stored,
  played_media uuid[] generated always as (played_media(content)) stored,
  primary key (merchant_id, lineage_id, version),
  foreign key (merchant_id, lineage_id) references campaigns (merchant_id, lineage_id) on delete cascade
);
create index campaign_versions_by_landscape on campaign_versions (merchant_id, landscape_playlist_id);
create index campaign_versions_by_portrait on campaign_versions (merchant_id, portrait_playlist_id);

-- When a merchant's campaigns next start or end. On one node, so that one statement finds what is due. touched grows with
-- every change: a check that finds another number than before starts again.
create table campaign_clocks (
  merchant_id uuid primary key,
  at timestamptz(3) not null,
  touched bigint not null default 0
);
create index campaign_clocks_next on campaign_clocks (at);


-- Trash --------------------------------------------------------------------------------------------- by merchant

-- Deleted playlists and campaigns, for 30 days, as JSON to create them again. In tables of their own, so that no list or
-- search can show them. Tags are a column, so that merging tags reaches them.
create table deleted_content (
  merchant_id uuid not null references merchants (id) on delete cascade,
  kind text not null check (kind in ('playlist', 'campaign')),
  id uuid not null,
  name text not null,
  tag_ids uuid[] not null default '{}',
  content json not null,
  -- Playlists in the trash count toward the limit on playlist items.
  item_count integer generated always as (coalesce(json_array_length(content -> 'items'), 0)) stored,
  trashed_at timestamptz(3) not null,
  primary key (merchant_id, kind, id)
);
create index deleted_content_newest on deleted_content (merchant_id, trashed_at desc, id desc);

-- Tags that were deleted or merged, for 30 days. A tag has a row here from the moment it is taken off the first item until it
-- is back on the last one, so that an interrupted deletion or restore can continue.
create table deleted_tags (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- The tag that replaced it, where it was merged.
  merged_into uuid,
  trashed_at timestamptz(3) not null,
  primary key (merchant_id, id)
);
create index deleted_tags_newest on deleted_tags (merchant_id, trashed_at desc, id desc);

-- Where a deleted tag was. A campaign may be in the trash itself.
create table deleted_tag_places (
  merchant_id uuid not null,
  tag_id uuid not null,
  kind text not null check (kind in ('media', 'campaign', 'screen')),
  id uuid not null,
  -- The tag that the item got instead and did not carry before.
  given_id uuid,
  primary key (merchant_id, tag_id, kind, id),
  foreign key (merchant_id, tag_id) references deleted_tags (merchant_id, id) on delete cascade
);


-- Screens ------------------------------------------------------------------------------------------ on every node

create table screens (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  orientation text not null check (orientation in ('landscape', 'portrait')),
  -- Null: the merchant's.
  time_zone text,
  tag_ids uuid[] not null default '{}',
  -- Null: no browser is paired, as after an import.
  key_hash bytea unique,
  is_demo boolean not null default false,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  paired_at timestamptz(3),
  primary key (merchant_id, id)
);

-- Browsers that show a pairing code, for ten minutes. Claiming the code deletes the row.
create table screen_pairings (
  id uuid primary key,
  code text not null unique,
  secret_hash bytea not null unique,
  -- When 10,000 codes are alive, a new one replaces a code that no device polls, or a code of the network that has the most.
  network text not null,
  polled_until timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index screen_pairings_oldest on screen_pairings (expires_at);

-- The last heartbeat of each screen. By merchant.
create table screen_states (
  merchant_id uuid not null references merchants (id) on delete cascade,
  screen_id uuid not null,
  -- The last batch of plays that was counted, so that a repeated one is not counted again.
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

-- How often all screens together played an item, by day. Default content has a lineage_id of zeros. By merchant.
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


-- The feed of changes ------------------------------------------------------------------------------- by merchant

-- One row for each merchant. A transaction that changes content takes the next number from it and holds the row until it
-- commits, so changes become visible in the order of their numbers. A sequence would not do: a reader could pass over a
-- number that commits late.
create table change_feeds (
  merchant_id uuid primary key references merchants (id) on delete cascade,
  -- Replaced when the merchant is restored from an archive or a backup: earlier cursors are then refused.
  id uuid not null default gen_random_uuid(),
  last_number bigint not null default 0,
  -- Changes up to this number are no longer kept.
  dropped_number bigint not null default 0
) with (fillfactor = 50);

create table changes (
  merchant_id uuid not null references merchants (id) on delete cascade,
  number bigint not null,
  id uuid not null default gen_random_uuid(),
  type text not null,
  -- When it happened. A campaign's start may be recorded much later; recorded_at decides how long the row is kept.
  at timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  subject_id uuid not null,
  primary key (merchant_id, number)
);


-- Webhooks ------------------------------------------------------------------------------------------ by merchant

create table webhooks (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  types text[] not null,
  is_on boolean not null default true,
  off_reason text check (off_reason in ('person', 'gone', 'failing', 'restored', 'secret_key_replaced')),
  off_at timestamptz(3),
  -- Encrypted with SECRET_KEY. The previous secret signs messages too, until old_secret_until.
  secret bytea not null,
  last_four text not null,
  old_secret bytea,
  old_secret_until timestamptz(3),
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  created_by_person_id uuid,
  created_by_name text,
  -- The number in the feed up to which messages are written.
  after_number bigint not null,
  -- One instance at a time sends to a webhook. Another may take over when the lease has expired.
  lease_id uuid,
  lease_until timestamptz(3),
  -- Failures since the last success, since when, and until when no message is sent.
  failures integer not null default 0,
  failing_since timestamptz(3),
  failed_at timestamptz(3),
  delivered_at timestamptz(3),
  rest_until timestamptz(3),
  -- From the first success after a failure until the next failure: waiting messages need not wait for their next attempt.
  retries_early boolean not null default false,
  -- The receiver asked for no messages until then.
  retry_after_until timestamptz(3),
  -- The webhook was told that the storage is nearly full, and it still is.
  told_storage boolean not null default false,
  primary key (merchant_id, id)
);

create table webhook_deliveries (
  merchant_id uuid not null,
  webhook_id uuid not null,
  -- The id of the change, where the message reports one.
  id uuid not null,
  -- The number in the feed; a message that reports no change has the last number before it.
  place bigint not null,
  type text not null,
  at timestamptz(3) not null,
  subject_id uuid,
  -- The body, where it holds more than the subject.
  data json,
  created_at timestamptz(3) not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  tries_left integer not null,
  next_at timestamptz(3) not null,
  -- A person waits for it: it is sent before the others, and even while the webhook rests.
  is_urgent boolean not null default false,
  -- The last attempt.
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
create index webhook_deliveries_latest on webhook_deliveries (merchant_id, webhook_id, place, created_at, id);
create index webhook_deliveries_latest_failed on webhook_deliveries (merchant_id, webhook_id, place, created_at, id)
  where state = 'failed';
create index webhook_deliveries_oldest on webhook_deliveries (merchant_id, created_at);

-- When the next message of a merchant is due; null: none is. On one node, like campaign_clocks.
create table webhook_clocks (
  merchant_id uuid primary key,
  at timestamptz(3),
  touched bigint not null default 0
);
create index webhook_clocks_next on webhook_clocks (at);


-- Activity ------------------------------------------------------------------------------------------ by merchant

-- Who did what, written in the same transaction, with names as they were then.
create table activity (
  merchant_id uuid not null references merchants (id) on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  kind text not null,
  -- A token or a person; neither: the operator or the server.
  token_id uuid,
  token_name text,
  token_last_four text,
  person_id uuid,
  person_name text,
  -- The assistant through which the person did it: name and last four characters of the key, and the program.
  through json,
  details json not null,
  request_id text,
  -- Equal entries of a person within a minute share one row. Null: the entry always has its own row.
  repeat_key uuid,
  primary key (merchant_id, id)
);
-- A filtered list is read in its own order too, so that a page costs the same at any depth.
create index activity_newest on activity (merchant_id, at desc, id desc);
create index activity_by_token on activity (merchant_id, token_id, at desc, id desc) where token_id is not null;
create index activity_by_person on activity (merchant_id, person_id, at desc, id desc) where person_id is not null;
create index activity_by_kind on activity (merchant_id, kind, at desc, id desc);
create unique index activity_repeats on activity (merchant_id, repeat_key);
-- What happened to one thing: the first of these ids that the details have. server/src/activity/object-queries.ts repeats
-- the expression.
create index activity_by_object on activity (merchant_id, (coalesce(
  details ->> 'mediaId', details ->> 'playlistId', details ->> 'lineageId', details ->> 'tagId', details ->> 'tokenId',
  details ->> 'personId', details ->> 'screenId', details ->> 'webhookId', details ->> 'keyId')), at desc, id desc);

-- The other things that an entry is about: every item of an action on many, or the file that was replaced.
create table activity_objects (
  merchant_id uuid not null references merchants (id) on delete cascade,
  object_id uuid not null,
  entry_id uuid not null,
  primary key (merchant_id, object_id, entry_id)
);
create index activity_objects_by_entry on activity_objects (merchant_id, entry_id);
