-- The person chose a new password by a link. Until a session that began with it has reviewed the sign-in methods, a passkey or
-- single sign-on alone does not open the account.
alter table people add column must_review_methods boolean not null default false;

-- This session shows the list of sign-in methods before anything else.
alter table sessions add column must_review_methods boolean not null default false;
