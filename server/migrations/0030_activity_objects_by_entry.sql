-- outside a transaction
-- What goes with an entry of the activity that is older than it is kept.
create index concurrently activity_objects_by_entry on activity_objects (merchant_id, entry_id);
