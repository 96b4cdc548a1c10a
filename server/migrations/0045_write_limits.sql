-- Budgets of people beside those of tokens: uploads, other writes, and playlist items.
alter table request_counts drop constraint request_counts_budget_check;
alter table request_counts add constraint request_counts_budget_check
  check (budget in ('read', 'write', 'upload', 'item'));

-- Playlists in the trash count toward the limit on playlist items.
alter table deleted_content
  add column item_count integer generated always as (coalesce(json_array_length(content -> 'items'), 0)) stored;
