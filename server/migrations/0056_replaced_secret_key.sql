-- False while the app's secret does not open with the installation's SECRET_KEY. Such an app still counts as a second factor.
alter table totp_secrets add column is_readable boolean not null default true;

alter table webhooks drop constraint webhooks_off_reason_check;
alter table webhooks add constraint webhooks_off_reason_check
  check (off_reason in ('person', 'gone', 'failing', 'restored', 'secret_key_replaced'));
