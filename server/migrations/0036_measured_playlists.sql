-- How long a playlist plays and what of it, as measured at one of its revisions (server/src/playlists/measure-queries.ts). Of
-- another revision it says nothing: what instances of the release before write makes it out of date by itself.
alter table playlists
  add column measured_revision integer,
  add column measured_items integer,
  -- Of items with a time of their own, or of their media; how many others take the merchant's is beside it.
  add column measured_microseconds bigint,
  add column measured_defaults integer;
