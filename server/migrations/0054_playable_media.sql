-- False when finalize found that a file is none of the types that screens play.
alter table media add column is_playable boolean not null default true;
