-- What a person proves beside the password: codes of an app, passkeys, and codes on paper for when both are lost. They are of
-- the control plane, as people are, and begin with the person.

-- Without `confirmed_at` the app has been shown its secret and has not yet shown that it has it. `last_step` is the last half
-- minute whose code was used. `secret` is sealed where the installation has a SECRET_KEY.
create table totp_secrets (
  person_id uuid primary key references people (id) on delete cascade,
  secret bytea not null,
  last_step bigint not null,
  created_at timestamptz(3) not null,
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

-- A sign-in whose password was right and whose second factor is awaited. It belongs to the password that was looked at, and to
-- the invitation that is to be accepted with it.
create table sign_in_tickets (
  secret_hash bytea primary key,
  person_id uuid not null references people (id) on delete cascade,
  password_digest bytea not null,
  invitation_hash bytea,
  tries integer not null,
  expires_at timestamptz(3) not null
);
create index sign_in_tickets_by_person on sign_in_tickets (person_id);

-- Wrong codes of an app in a row, by a browser that the person has signed in with before; '' is all strangers together. They
-- are of the password that was known to whoever typed them: with another one they are forgotten.
create table wrong_codes (
  person_id uuid not null references people (id) on delete cascade,
  browser text not null,
  password_digest bytea not null,
  in_a_row integer not null,
  last_at timestamptz(3) not null,
  primary key (person_id, browser)
);

-- An answer of a passkey counts once. Only those that were right are kept, until their challenge is over.
create table passkey_answers (
  challenge text primary key,
  expires_at timestamptz(3) not null
);
create index passkey_answers_oldest on passkey_answers (expires_at);

alter table merchants add column requires_second_factor boolean not null default false;
