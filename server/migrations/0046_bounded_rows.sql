-- The items of a version in landscape, kept when its content is dropped (server/src/campaigns/publish-campaign.ts).
alter table campaign_versions add column item_count integer;

-- A person's equal entries of one minute are one row. Null: the entry is never counted together with others.
alter table activity add column repeat_key uuid;
create unique index activity_repeats on activity (merchant_id, repeat_key);
