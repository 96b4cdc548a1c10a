// Where the content of each merchant is reached soonest. On a single PostgreSQL that is the database itself. On a cluster it is
// the node that has the merchant's shard: asked there, Citus answers in the session that asks; asked anywhere else, it plans the
// statement, sends it to that node and passes the rows on, which costs three times as much. Whatever is known here may be
// out of date without harm, since every node finds every row.
import type { Log } from '../log.js';
import type { MerchantId } from '../ids.js';
import { createBoundedMap } from '../bounded-map.js';
import { connectionAt } from './connection.js';
import { createDb, type Connection, type Db, type Limits, type Queryable } from './db.js';
import { findPooled } from './fit-session.js';
import { listen, type Listener } from './listen.js';
import { readTogether } from './read-together.js';
import { sql } from './sql.js';

/** For statements about the merchant's content, whole transactions of them too. Asks nobody and waits for nothing. */
export type HomeOf = (merchantId: MerchantId) => Db;

export type Homes = {
  readonly of: HomeOf;
  /** The same for counts of requests alone, which need not outlive a crash. */
  readonly countsOf: HomeOf;
  /** Whether merchants are spread over several nodes. */
  readonly isCluster: boolean;
  /** How many statements wait for a connection, on all nodes. */
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
};

const oneHome = (db: Db, isCluster: boolean): Homes => ({
  of: () => db,
  countsOf: () => db,
  isCluster,
  waiting: () => db.pool.waitingCount,
  close: async () => {},
});

type Deps = {
  readonly db: Db;
  readonly connection: Connection;
  readonly isShared: boolean;
  readonly log: Log;
  // How often a cluster is asked what is where.
  readonly homesLookMs?: number | undefined;
};

// What is told with NOTIFY on a node is heard on that node alone: each is listened to.
type Told = {
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  // Whether all nodes are listened to.
  readonly onListening: (listening: boolean) => void;
};

const LOOK_MS = 5_000;
// Some 160,000 merchants.
const MERCHANTS_BYTES_MAX = 32 * 1024 * 1024;
const MERCHANT_BYTES = 200;

export async function openHomes(deps: Deps, told: Told): Promise<Homes> {
  const { db, log, homesLookMs = LOOK_MS } = deps;
  // The embedded one is this machine's own.
  const isCluster = deps.isShared && (await hasCitus(db));
  // Behind a pooler the addresses of nodes would lead past it.
  if (!isCluster || (await isPooled(db))) return oneHome(db, isCluster);
  const shards = createBoundedMap<MerchantId, string>(MERCHANTS_BYTES_MAX, () => MERCHANT_BYTES);
  const nodes = createNodes(deps, told);
  const findShard = readTogether((merchantIds) => readShards(db, merchantIds));
  const asked = new Set<MerchantId>();
  let places: ReadonlyMap<string, string> = new Map();

  const ask = (merchantId: MerchantId): void => {
    if (asked.has(merchantId)) return;
    asked.add(merchantId);
    const learn = (shard: string | undefined): void => void (shard !== undefined && shards.set(merchantId, shard));
    // Asked again by the next request.
    const done = (): void => void asked.delete(merchantId);
    findShard(merchantId).then(learn).then(done, done);
  };
  const look = async (): Promise<void> => {
    const found = await readNodes(db);
    places = new Map(found.flatMap((node) => node.shards.map((shard) => [shard, addressOf(node)])));
    await nodes.follow(found.filter((node) => !node.is_coordinator));
  };
  const failed = (error: unknown): void => log.warn({ err: error }, 'the nodes of the cluster cannot be read');

  await look();
  const timer = setInterval(() => void look().catch(failed), homesLookMs);
  timer.unref();
  const findNode = (merchantId: MerchantId): Node | undefined => {
    if (places.size === 0) return undefined;
    const shard = shards.get(merchantId);
    const place = shard === undefined ? undefined : places.get(shard);
    if (place !== undefined) return nodes.find(place);
    // Not asked yet, or its shard was divided since.
    ask(merchantId);
    return undefined;
  };
  return {
    of: (merchantId) => findNode(merchantId)?.db ?? db,
    countsOf: (merchantId) => findNode(merchantId)?.counts ?? db,
    isCluster: true,
    waiting: () => nodes.waiting() + db.pool.waitingCount,
    async close() {
      clearInterval(timer);
      await nodes.close();
    },
  };
}

type Node = {
  readonly db: Db;
  readonly counts: Db;
  readonly listener: Listener;
  isHeard: boolean;
  // Others may not listen there yet when a node is new: it is used from the second look.
  looks: number;
};

// A pool and a listening connection for each. What is listened to is there; what falls silent is left to the coordinator,
// which knows what became of it.
function createNodes({ db, connection }: Deps, { channels, onListening }: Told) {
  const nodes = new Map<string, Node>();
  let told: boolean | undefined;
  // Only what is new: what is kept is dropped by it, and who waits is woken.
  const tell = (): void => {
    const all = [...nodes.values()].every(({ isHeard }) => isHeard);
    if (all !== told) onListening((told = all));
  };

  const open = ({ host, port }: NodeRow): Node => {
    const at = connectionAt(connection, host, port);
    const onNode = (listening: boolean): void => {
      node.isHeard = listening;
      tell();
    };
    const listener = listen(at, { channels, onListening: onNode });
    const nodeDb = createDb(at, db.limits, { atHome: true });
    const node: Node = { db: nodeDb, counts: openCounts(at, db.limits), listener, isHeard: false, looks: 0 };
    return node;
  };
  // Statements may still be under way there, and requests that were given it; its connections end when they are idle.
  const left: Db[] = [];
  const leave = async (address: string, node: Node): Promise<void> => {
    nodes.delete(address);
    left.push(node.db, node.counts);
    await node.listener.close();
  };
  return {
    find(address: string): Node | undefined {
      const node = nodes.get(address);
      return node !== undefined && node.isHeard && node.looks > 1 ? node : undefined;
    },
    async follow(found: readonly NodeRow[]): Promise<void> {
      const there = new Set(found.map(addressOf));
      for (const row of found) if (!nodes.has(addressOf(row))) nodes.set(addressOf(row), open(row));
      // One that is new is not listened to yet.
      tell();
      await Promise.all(Array.from(nodes.values(), ({ listener }) => listener.ready));
      for (const node of nodes.values()) node.looks += 1;
      for (const [address, node] of nodes) if (!there.has(address)) await leave(address, node);
      tell();
    },
    waiting: () =>
      Array.from(nodes.values(), (node) => node.db.pool.waitingCount + node.counts.pool.waitingCount).reduce(
        (sum, each) => sum + each,
        0,
      ),
    async close(): Promise<void> {
      for (const [address, node] of nodes) await leave(address, node);
      await Promise.all(left.map((each) => each.close()));
    },
  };
}

// On a single PostgreSQL counts are in a table without a log, which a cluster could not move. Here they have one, and nobody waits
// for it.
const openCounts = (connection: Connection, limits: Limits): Db =>
  createDb(
    connection,
    { ...limits, connections: Math.ceil(limits.connections / 2) },
    { atHome: true, session: { synchronous_commit: 'off' } },
  );

type NodeRow = {
  readonly host: string;
  readonly port: number;
  readonly is_coordinator: boolean;
  readonly shards: readonly string[];
};

const addressOf = ({ host, port }: NodeRow): string => `${host}:${port}`;

// All content of a merchant lies beside this table's.
function readNodes(db: Db) {
  return db.rows<NodeRow>(sql`
    select nodename as host, nodeport as port, groupid = 0 as is_coordinator, array(
        select shardid::text from pg_dist_placement as placed join pg_dist_shard as shard using (shardid)
        where placed.groupid = node.groupid and logicalrelid = 'storage_usage'::regclass
      ) as shards
    from pg_dist_node as node
    where noderole = 'primary' and isactive and metadatasynced`);
}

async function readShards(db: Db, merchantIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.rows<{ merchant_id: string; shard: string }>(sql`
    select id as merchant_id, get_shard_id_for_distribution_column('storage_usage', id)::text as shard
    from unnest(${merchantIds}::uuid[]) as id`);
  return new Map(rows.map((row) => [row.merchant_id, row.shard]));
}

export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select from pg_extension where extname = 'citus'`)) !== undefined;
}

async function isPooled(db: Db): Promise<boolean> {
  const client = await db.checkOut();
  client.release();
  return findPooled(client) !== undefined;
}
