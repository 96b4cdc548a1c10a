-- An account that the operator has shut, and how the console looks to its person: null is as the browser has it.
alter table people
  add column disabled_at timestamptz(3),
  add column date_language text,
  add column colour_scheme text check (colour_scheme in ('auto', 'light', 'dark'));

-- With what browser and from where a session was last used, how its person came in, and when they last proved who they are.
-- An instance of the release before writes none of it: then the sign-in was the proof.
alter table sessions
  add column proved_at timestamptz(3),
  add column factors text not null default 'password'
    check (factors in ('password', 'password+totp', 'passkey', 'company')),
  add column user_agent text not null default '',
  add column address text not null default '';
