// What a cluster says of itself: its nodes, which shards they have, and what the tables of a shard are called.
import { createHash } from 'node:crypto';
import type { Db } from './db.js';
import type { ShardTables } from './shard-statements.js';
import { sql } from './sql.js';

export type NodeRow = {
  readonly host: string;
  readonly port: number;
  readonly group: number;
  readonly shards: readonly string[];
};

export const COORDINATOR = 0;

export const addressOf = ({ host, port }: NodeRow): string => `${host}:${port}`;

// All content of a merchant lies beside this table's.
export function readNodes(db: Db) {
  return db.rows<NodeRow>(sql`
    select nodename as host, nodeport as port, groupid as group, array(
        select shardid::text from pg_dist_placement as placed join pg_dist_shard as shard using (shardid)
        where placed.groupid = node.groupid and logicalrelid = 'storage_usage'::regclass
      ) as shards
    from pg_dist_node as node
    where noderole = 'primary' and isactive and metadatasynced`);
}

type TableRow = { readonly shard: string; readonly named: string; readonly name: string; readonly is_shared: boolean };

// By the shard of that table whose values are the same; what every node has belongs to each. Those that are as they were are kept, and
// with them what is known by them.
export async function readTables(db: Db, before: ReadonlyMap<string, ShardTables>): Promise<Map<string, ShardTables>> {
  const rows = await db.rows<TableRow>(sql`
    select home.shardid::text as shard, spread.logicalrelid::text as named,
      shard_name(spread.logicalrelid, shard.shardid) as name,
      repmodel = 't' as is_shared
    from pg_dist_shard as home
    cross join pg_dist_shard as shard
    join pg_dist_partition as spread on spread.logicalrelid = shard.logicalrelid
    where home.logicalrelid = 'storage_usage'::regclass
      and (repmodel = 't' or shard.shardminvalue = home.shardminvalue and colocationid = (
        select colocationid from pg_dist_partition where logicalrelid = 'storage_usage'::regclass))
    order by shard, named`);
  const byShard = new Map<string, TableRow[]>();
  for (const row of rows) byShard.set(row.shard, [...(byShard.get(row.shard) ?? []), row]);
  return new Map(Array.from(byShard, ([shard, ofShard]) => [shard, toTables(shard, ofShard, before.get(shard))]));
}

function toTables(shard: string, rows: readonly TableRow[], before: ShardTables | undefined): ShardTables {
  const key = createHash('sha256').update(JSON.stringify(rows)).digest('base64url').slice(0, KEY_CHARACTERS);
  if (before?.key === key) return before;
  const namesOf = (shared: boolean): Map<string, string> =>
    new Map(rows.filter(({ is_shared }) => is_shared === shared).map(({ named, name }) => [named, name]));
  return { shard, key, content: namesOf(false), shared: namesOf(true) };
}

const KEY_CHARACTERS = 12;

export async function readShards(db: Db, merchantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ merchant_id: string; shard: string }>(sql`
    select id as merchant_id, get_shard_id_for_distribution_column('storage_usage', id)::text as shard
    from unnest(${merchantIds}::uuid[]) as id`);
  return new Map(rows.map((row) => [row.merchant_id, row.shard]));
}
