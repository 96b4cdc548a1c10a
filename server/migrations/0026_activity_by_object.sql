-- What happened to one thing. Its id is that of the first of these names which the details have; the expression stands as it
-- is in server/src/activity/object-queries.ts.
create index activity_by_object on activity (merchant_id, (coalesce(
  details ->> 'mediaId', details ->> 'playlistId', details ->> 'lineageId', details ->> 'tagId', details ->> 'tokenId',
  details ->> 'personId', details ->> 'screenId', details ->> 'webhookId', details ->> 'keyId')), at desc, id desc);

-- What else an entry is about: every item of an action on many, the file that was replaced.
create table activity_objects (
  merchant_id uuid not null references merchants (id) on delete cascade,
  object_id uuid not null,
  entry_id uuid not null,
  primary key (merchant_id, object_id, entry_id)
);
