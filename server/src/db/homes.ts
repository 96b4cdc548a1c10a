// Where the content of each merchant is reached soonest. On a single PostgreSQL that is the database itself. On a cluster it is
// the merchant's shard, on the node that has it (at-shard.ts); asked anywhere else, Citus plans the statement, sends it to that node
// and passes the rows on, which costs three times as much. Whatever is known here may be out of date without harm: a node that does
// not have the shard any more says so, and the coordinator finds every row.
import type { Log } from '../log.js';
import type { MerchantId } from '../ids.js';
import { createBoundedMap } from '../bounded-map.js';
import { AT_SHARD, atShard, createRowsOnNode } from './at-shard.js';
import { addressOf, COORDINATOR, readNodes, readShards, readTables, type NodeRow } from './cluster-queries.js';
import { connectionAt } from './connection.js';
import { createDb, type Connection, type Db, type Limits, type Queryable } from './db.js';
import { findPooled } from './fit-session.js';
import { createHeldShards, type HeldShards } from './held-shards.js';
import { listen, type Listener } from './listen.js';
import { logOutages } from './log-outages.js';
import { readTogether } from './read-together.js';
import type { ShardTables } from './shard-statements.js';
import { sql } from './sql.js';

// For statements about the merchant's content, whole transactions of them too. Asks nobody and waits for nothing.
export type HomeOf = (merchantId: MerchantId) => Db;

export type Homes = {
  readonly of: HomeOf;
  // The same for counts of requests alone, which need not outlive a crash, and are given up where they wait for a lock.
  readonly countsOf: HomeOf;
  // Where counts of several merchants are made at once; undefined while that is not known.
  readonly countsNodeOf: (merchantId: MerchantId) => HomeNode | undefined;
  // Whether what is told at the merchant's home may not be heard.
  readonly isSilent: (merchantId: MerchantId) => boolean;
  // Whether merchants are spread over several nodes.
  readonly isCluster: boolean;
  // How many statements wait for a connection, on all nodes.
  readonly waiting: () => number;
  readonly close: () => Promise<void>;
};

type HomeNode = { readonly tables: ShardTables; readonly rows: RowsOnNode };
// One for each node.
export type RowsOnNode = ReturnType<typeof createRowsOnNode>;

const oneHome = (db: Db, isCluster: boolean): Homes => ({
  of: () => db,
  countsOf: () => db,
  countsNodeOf: () => undefined,
  isSilent: () => false,
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
  // Whether all nodes are listened to. Told again whenever another one is silent.
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
  const findShard = readTogether((merchantIds) => readShards(db, merchantIds));
  const asked = new Set<MerchantId>();
  let places = new Map<string, string>();
  let tables = new Map<string, ShardTables>();
  let isClosed = false;
  // Until the next look tells where it is.
  const forget = (shard: string): void => {
    places.delete(shard);
    tables.delete(shard);
  };
  const nodes = createNodes(deps, told, forget);

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
    const all = found.flatMap(({ shards }) => shards);
    // A shard that is divided is others, and so are its tables.
    if (!all.every((shard) => tables.has(shard))) tables = await readTables(db, tables);
    places = new Map(found.flatMap((node) => node.shards.map((shard) => [shard, addressOf(node)])));
    // What a look opens that is under way at the end nobody would close.
    if (!isClosed) await nodes.follow(found.filter(({ group }) => group !== COORDINATOR));
  };
  const failed = (error: unknown): void => log.warn({ err: error }, 'the nodes of the cluster cannot be read');

  await look();
  const timer = setInterval(() => void look().catch(failed), homesLookMs);
  timer.unref();
  const findHome = (merchantId: MerchantId): Home | undefined => {
    if (places.size === 0) return undefined;
    const shard = shards.get(merchantId);
    const place = shard === undefined ? undefined : places.get(shard);
    const named = shard === undefined ? undefined : tables.get(shard);
    if (place !== undefined && named !== undefined) return nodes.find(place, named);
    // Not asked yet, or its shard was divided since.
    ask(merchantId);
    return undefined;
  };
  return {
    of: (merchantId) => findHome(merchantId)?.db ?? db,
    countsOf: (merchantId) => findHome(merchantId)?.counts ?? db,
    countsNodeOf: (merchantId) => findHome(merchantId)?.countsNode,
    isSilent(merchantId) {
      findHome(merchantId);
      const place = places.get(shards.get(merchantId) ?? '');
      return place === undefined || nodes.isSilent(place);
    },
    isCluster: true,
    waiting: () => nodes.waiting() + db.pool.waitingCount,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await nodes.close();
    },
  };
}

type Home = { readonly db: Db; readonly counts: Db; readonly countsNode: HomeNode };

type Node = Pick<Home, 'db' | 'counts'> & {
  readonly rows: RowsOnNode;
  readonly group: number;
  readonly held: HeldShards;
  // As the tables of each shard there.
  readonly homes: WeakMap<ShardTables, Home>;
  readonly listener: Listener;
  isHeard: boolean;
  // Others may not listen there yet when a node is new: it is used from the second look.
  looks: number;
};

// A pool and a listening connection for each. What is listened to is there; what falls silent is left to the coordinator,
// which knows what became of it.
function createNodes({ db, connection, log }: Deps, { channels, onListening }: Told, forget: (shard: string) => void) {
  const nodes = new Map<string, Node>();
  let told: string | undefined;
  // Only what is new: what is kept is dropped by it, and who waits is woken.
  const tell = (): void => {
    const silent = Array.from(nodes).flatMap(([address, { isHeard }]) => (isHeard ? [] : [address]));
    if (silent.join() === told) return;
    told = silent.join();
    onListening(silent.length === 0);
  };

  const open = ({ host, port, group }: NodeRow): Node => {
    const at = connectionAt(connection, host, port);
    const onNode = (listening: boolean): void => {
      node.isHeard = listening;
      tell();
    };
    const listener = listen(at, { channels, onListening: onNode });
    const counts = openCounts(at, db.limits);
    const held = openHeld(at, db.limits, group);
    const node: Node = {
      db: createDb(at, db.limits, AT_SHARD),
      counts,
      rows: createRowsOnNode({ db: counts, group, held }),
      group,
      held,
      homes: new WeakMap(),
      listener,
      isHeard: false,
      looks: 0,
    };
    logOutages(node.db, log);
    return node;
  };
  const openHome = ({ rows, group, held, ...node }: Node, tables: ShardTables): Home => {
    const elsewhere = { db, onGone: () => forget(tables.shard) };
    return {
      db: atShard({ db: node.db, group, held, isForCounts: false }, tables, elsewhere),
      counts: atShard({ db: node.counts, group, held, isForCounts: true }, tables, elsewhere),
      countsNode: { tables, rows },
    };
  };
  // Statements may still be under way there, and requests that were given it; its connections end when they are idle.
  const left: { readonly close: () => Promise<void> }[] = [];
  const leave = async (address: string, node: Node): Promise<void> => {
    nodes.delete(address);
    left.push(node.db, node.counts, node.held);
    await node.listener.close();
  };
  return {
    find(address: string, tables: ShardTables): Home | undefined {
      const node = nodes.get(address);
      if (node === undefined || !node.isHeard || node.looks <= 1) return undefined;
      const home = node.homes.get(tables) ?? openHome(node, tables);
      node.homes.set(tables, home);
      return home;
    },
    isSilent: (address: string): boolean => nodes.get(address)?.isHeard === false,
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
    { ...AT_SHARD, ...IN_HASTE, synchronous_commit: 'off' },
  );

const openHeld = (connection: Connection, limits: Limits, group: number): HeldShards =>
  createHeldShards(createDb(connection, { ...limits, ...HOLDING }, { ...IN_HASTE, synchronous_commit: 'on' }), group);

// Longer than any statement it waits for; an instance that is gone without a word holds nothing for longer.
const HOLDING = { connections: 1, idleInTransactionMs: 20_000 };
// What waits longer for a lock is given up: who counts for many does not wait for one of them.
const IN_HASTE = { lock_timeout: '200' };

export async function hasCitus(db: Queryable): Promise<boolean> {
  return (await db.row(sql`select from pg_extension where extname = 'citus'`)) !== undefined;
}

async function isPooled(db: Db): Promise<boolean> {
  const client = await db.checkOut();
  client.release();
  return findPooled(client) !== undefined;
}
