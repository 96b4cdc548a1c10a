-- What is deleted in the console lies in the trash for 30 days. It is a state of its own, so that whatever asks for ready
-- items, and every index of them, leaves it out. Its places in playlists stay for when it comes back.
alter table media add column trashed_at timestamptz(3);
alter table media drop constraint media_state_check;
alter table media add constraint media_state_check check (state in ('awaiting', 'ready', 'trashed'));
alter table media add constraint media_trashed_check check ((state = 'trashed') = (trashed_at is not null));
create index media_trashed on media (merchant_id, trashed_at desc, id desc) where state = 'trashed';

-- The codec that the upload named, so that warnings stay with the item: empty where it named none, null where nobody was
-- asked (what is older than this, and imports). And whether a browser found the file to be no picture or video at all.
alter table media add column codec text;
alter table media add column is_broken boolean not null default false;
