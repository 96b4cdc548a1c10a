-- Sign in with the company's accounts (OpenID Connect).

-- Which person an account of the company stands for. It is found by issuer and subject, never by an email: `email` is what
-- the company said when the two were connected, for the person to see.
create table company_accounts (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people (id) on delete cascade,
  email text,
  linked_at timestamptz(3) not null,
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- Where the browser of a session that came from the company goes to sign out there too.
alter table sessions add column company_sign_out_url text;

-- Somebody on the way to the company and back. Of the secret that the browser keeps only the hash is here, and everything
-- else that the way back must show (state, nonce, verifier) is made from that secret. Unlogged: a crash sends people who are
-- on the way to the sign-in page once more.
create unlogged table company_flows (
  secret_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'join', 'link', 'prove')),
  session_id uuid,
  invited_to uuid,
  invitation_id uuid,
  return_to text not null,
  counter text not null,
  expires_at timestamptz(3) not null
);
create index company_flows_oldest on company_flows (expires_at);
