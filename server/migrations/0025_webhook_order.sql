-- Messages are listed as they are sent: those of one place in the feed by when they were made, not by ids that are drawn.
create index webhook_deliveries_latest on webhook_deliveries (merchant_id, webhook_id, place, created_at, id);
create index webhook_deliveries_latest_failed on webhook_deliveries (merchant_id, webhook_id, place, created_at, id)
  where state = 'failed';
drop index webhook_deliveries_newest;
drop index webhook_deliveries_failed;

-- Those of a copy call nobody until somebody says so.
alter table webhooks drop constraint webhooks_off_reason_check;
alter table webhooks add constraint webhooks_off_reason_check
  check (off_reason in ('person', 'gone', 'failing', 'restored'));
