-- Named after what it holds. The view lets instances of the release before go on while they are replaced; it goes with the
-- next release.
alter table doomed_objects rename to pending_deletions;
alter index doomed_objects_pkey rename to pending_deletions_pkey;
create view doomed_objects as select merchant_id, object_key, reserved_bytes, delete_after from pending_deletions;
