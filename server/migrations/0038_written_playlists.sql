-- What lists and details say of a playlist, as the text that is sent: a page is passed on and not put together anew for each
-- caller. Made by the database, so that it is right for every row, also for those that imports and instances of the release
-- before write. Moments are written in UTC whatever a session's settings are, which makes it immutable.
create function written_playlist(id uuid, name text, created_at timestamptz, updated_at timestamptz) returns text
  language sql immutable strict parallel safe
as $$
  select '"id":"' || id || '","name":' || to_json(name)
    || ',"createdAt":"' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","updatedAt":"' || to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'
$$;

alter table playlists
  add column written text collate "C" generated always as (written_playlist(id, name, created_at, updated_at)) stored;
