-- Spreads the schema over a Citus cluster: `vitrine-server migrate --citus`, after every migration. Tables that are spread
-- already are left as they are; Citus notes others of its own accord, which have a foreign key to one that is (partmethod
-- 'n'), and those are not spread. Not numbered: a single PostgreSQL never runs it.

-- Distributed tables have foreign keys to reference tables, which Citus makes on one connection a node.
set local citus.multi_shard_modify_mode to 'sequential';
-- What refers to a table that becomes a reference table is spread below; left to itself, Citus would note it as a local one,
-- which cannot be spread before those that refer to it.
set local citus.enable_local_reference_table_foreign_keys to off;

do $$
declare
  relation text;
begin
  -- The control plane is small: every node has all of it.
  foreach relation in array array[
    'merchants', 'people', 'memberships', 'tokens', 'ai_keys', 'screens', 'screen_pairings', 'shared_secrets', 'sessions', 'invitations',
    'company_accounts', 'account_links',
    'totp_secrets', 'recovery_codes', 'passkeys', 'sign_in_tickets', 'wrong_codes', 'passkey_answers'
  ] loop
    if not exists (select from pg_dist_partition where logicalrelid = relation::regclass and repmodel = 't') then
      perform create_reference_table(relation::regclass);
    end if;
  end loop;

  -- What indexes and searches call must be on every node before the tables are.
  perform create_distributed_function(signature::regprocedure)
  from unnest(array[
    'text_terms(uuid, text)', 'tag_terms(uuid, uuid[])', 'window_terms(uuid, timestamptz)',
    'without_accents(text)', 'wanted_text_terms(uuid, text)',
    'wanted_tag_pairs(uuid, uuid[])', 'wanted_many_tags(uuid, uuid[])', 'wanted_window_term(uuid, timestamptz, integer)'
  ]) as signature;

  -- A shard is moved by replication, which takes no table that is unlogged, as this one is on a single PostgreSQL.
  if exists (select from pg_class where oid = 'request_counts'::regclass and relpersistence = 'u') then
    if exists (select from pg_dist_partition where logicalrelid = 'request_counts'::regclass) then
      perform undistribute_table('request_counts');
    end if;
    alter table request_counts set logged;
  end if;

  -- The content plane: all rows of a merchant on one node. A table comes after those that its foreign keys name.
  foreach relation in array array[
    'storage_usage', 'request_counts', 'tags', 'tag_versions', 'media', 'playlists', 'playlist_items', 'campaigns',
    'campaign_versions', 'deleted_content', 'deleted_tags', 'deleted_tag_places', 'pending_deletions', 'upload_parts', 'activity', 'activity_objects', 'token_usage',
    'screen_states', 'plays', 'change_feeds', 'changes',
    'webhooks', 'webhook_deliveries', 'ai_key_uses', 'ai_key_days'
  ] loop
    if not exists (select from pg_dist_partition where logicalrelid = relation::regclass and partmethod = 'h') then
      perform create_distributed_table(relation::regclass, 'merchant_id',
        colocate_with => case relation when 'storage_usage' then 'none' else 'storage_usage' end);
    end if;
  end loop;
end
$$;
