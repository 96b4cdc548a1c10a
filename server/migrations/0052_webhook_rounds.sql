alter table webhooks
  -- From the first success after a failure until the next failure: waiting messages need not wait for their next attempt.
  add column retries_early boolean not null default false,
  -- Until then the receiver has asked for no messages.
  add column retry_after_until timestamptz(3);
