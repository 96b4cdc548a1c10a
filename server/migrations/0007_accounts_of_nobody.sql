-- An account that lost its last merchant kept its password, and waited with it for the next merchant that the email would
-- be joined to. It goes now with the last membership; those of the past go here, with their sessions.
delete from people where not exists (select from memberships where memberships.person_id = people.id);
-- Asked at every sign-in and every removal; the key of the table begins with the merchant.
create index memberships_by_person on memberships (person_id);
