-- When the person showed that the mailbox is theirs: by a secret that was mailed to it, or by a single sign-on with the same
-- verified email. Null until then, and again after the operator has set another email.
alter table people add column email_proven_at timestamptz(3);

-- Whether a link for a new password was mailed. A link that an admin or the operator hands out proves nothing.
alter table account_links add column mailed boolean not null default false;

-- The secret of the mailed link. It differs from the link that is shown to the inviter, so that it proves the mailbox.
alter table invitations add column mailed_secret_hash bytea;
create unique index invitations_mailed_secrets on invitations (mailed_secret_hash);

-- Whether the invitation that a single sign-on accepts was opened by its mailed link.
alter table company_flows add column invitation_mailed boolean not null default false;
