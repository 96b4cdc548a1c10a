// What the feed costs: an upload's finalize beside the same server that writes no feed; a thousand readers who wait, in
// statements while nothing happens; and from a commit to the answer of who waits, and to a webhook.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordChanges } from '../../server/dist/changes/record-changes.js';
import { systemClock } from '../../server/dist/clock.js';
import { queryable } from '../../server/dist/db/db.js';
import { createMerchant } from '../../server/dist/merchants/create-merchant.js';
import { issueToken } from '../../server/dist/identity/issue-token.js';
import { wakeSender } from '../../server/dist/webhooks/clock-queries.js';
import { insertWebhook } from '../../server/dist/webhooks/queries.js';
import { newWebhookSecret } from '../../server/dist/webhooks/webhook-secret.js';
import { SERVER } from '../processes.mjs';
import { inRounds, median, ratiosOf } from '../rounds.mjs';
import { finalizeUploads, putFiles, startUploads } from './writes.mjs';

const READERS = 1_000;
const READERS_PER_MERCHANT = 100;
const WAIT_SECONDS = 25;
const QUIET_MS = 8_000;
const WAKES = 40;

export async function benchChanges(site, { rounds }, log) {
  // PostgreSQL wakes every server that listens, for each change: so that there is one, the others are stopped, by
  // the parts that started them, or deaf.
  await site.server.stop();
  const finalizeToNoFeed = await benchFinalize(site, 2 * rounds, log);
  const server = site.keep(await site.serve('service'));
  return {
    finalizeToNoFeed,
    ...(await benchReaders({ ...site, server }, log)),
    medianWebhookMs: await benchWebhook(site, log),
  };
}

// A server whose statements are the same but for the feed's part, which a hook takes out while the module is loaded;
// so neither is in one piece.
async function benchFinalize(site, rounds, log) {
  const hook = new URL('../without-feed.mjs', import.meta.url).href;
  const shared = { DATABASE_URL: site.databaseUrl };
  const programs = [
    site.keep(await site.serve('feed', shared, SERVER)),
    site.keep(await site.serve('no-feed', { ...shared, NODE_OPTIONS: `--import=${hook}` }, SERVER)),
  ];
  log('changes: finalize with the feed and without');
  const measured = await inRounds(rounds + 1, programs, async (program) => {
    const { started, files } = await startUploads(site, program);
    await putFiles(site, started, files, program);
    const counted = await countChanges(site);
    const finalized = await finalizeUploads(site, files, program);
    const written = (await countChanges(site)) - counted;
    if (written !== (program.name === 'feed' ? files.length : 0))
      throw new Error(`${program.name} wrote ${written} changes`);
    return finalized;
  });
  // The first round warms both.
  const [feed, none] = programs.map(({ name }) => measured.get(name).slice(1));
  for (const program of programs) await program.stop();
  return ratiosOf(feed, none, ['cpuMs', 'nodeMs', 'postgresMs', 'p50Ms']);
}

const countChanges = async ({ db, targets }) =>
  (
    await db.row({
      text: 'select count(*) as count from changes where merchant_id = $1',
      values: [targets.large.merchantId],
    })
  ).count;

async function benchReaders(site, log) {
  log(`changes: ${READERS} readers who wait`);
  const shops = [];
  while (shops.length * READERS_PER_MERCHANT < READERS) shops.push(await newShop(site));
  const readers = shops.flatMap((shop) =>
    Array.from({ length: READERS_PER_MERCHANT }, () => newReader(site.server.port, shop.token)),
  );
  for (const some of inTens(readers)) await Promise.all(some.map((reader) => reader.open()));
  const beganAt = performance.now();
  const waits = [];
  // Not all in one moment: what is asked here is not how many can come at once.
  for (const some of inTens(readers)) {
    waits.push(...some.map((reader) => reader.wait()));
    await sleep(10);
  }
  await untilWaiting(site.server, READERS);
  const quietFrom = await findNow(site.db);
  await sleep(QUIET_MS);
  const asked = await selectAskedSince(site.db, quietFrom);
  const isOver = performance.now() - beganAt > WAIT_SECONDS * 1000;
  await Promise.all(waits);
  const wakes = [];
  for (let turn = 0; turn < WAKES; turn += 1)
    wakes.push(await timeWake(site, shops[turn % shops.length], readers, shops));
  agent.destroy();
  return {
    readers: READERS,
    // While nothing happens; undefined where it took too long to begin.
    quietSeconds: QUIET_MS / 1000,
    quietStatements: isOver ? undefined : asked.length,
    // From the moment the commit is sent; a hundred are woken by each.
    firstReaderMs: median(wakes.map(({ firstMs }) => firstMs)),
    medianReaderMs: median(wakes.map(({ medianMs }) => medianMs)),
    lastReaderMs: median(wakes.map(({ lastMs }) => lastMs)),
  };
}

const inTens = (readers) =>
  Array.from({ length: readers.length / 10 }, (_, at) => readers.slice(10 * at, 10 * at + 10));

async function newShop({ db }) {
  const deps = { db, clock: systemClock };
  const merchantId = await createMerchant(deps, { name: 'Readers', timeZone: 'UTC', plan: 'bench', quotaBytes: 1e9 });
  const order = { name: 'Reader', scopes: ['changes:read', 'media:read'], days: 30 };
  const { secret } = await issueToken(deps, { merchantId }, order);
  return { merchantId, token: secret };
}

// What the server's connections were last asked since then, but for what it asks by itself, as the count of who came: each
// says when that began.
const selectAskedSince = async (db, at) =>
  (
    await db.rows({
      text: `select query from pg_stat_activity
        where datname = current_database() and application_name = 'vitrine' and pid <> pg_backend_pid()
          and query_start > $1::timestamptz and query ~ 'change_feeds|changes|tokens|request_counts'
          and query !~ 'insert into token_usage'`,
      values: [at],
    })
  ).map(({ query }) => query);

const findNow = async (db) => (await db.row({ text: 'select clock_timestamp()::text as now', values: [] })).now;

async function untilWaiting({ adminPort }, count) {
  for (;;) {
    const text = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text();
    if (Number(/^vitrine_changes_waiting (\d+)$/m.exec(text)?.[1]) >= count) return;
    await sleep(50);
  }
}

// One change at one merchant, whose readers wait among all the others.
async function timeWake(site, shop, readers, shops) {
  const at = shops.indexOf(shop) * READERS_PER_MERCHANT;
  const own = readers.slice(at, at + READERS_PER_MERCHANT);
  const waits = own.map((reader) => reader.wait());
  await untilWaiting(site.server, own.length);
  const { sentAt, committed } = await sendChange(site.db, shop);
  const times = (
    await Promise.all(waits.map((wait) => wait.then((items) => [performance.now() - sentAt, items])))
  ).toSorted(([one], [other]) => one - other);
  await committed;
  if (times.some(([, items]) => items !== 1)) throw new Error('a reader was not told');
  return { firstMs: times[0][0], medianMs: times[Math.floor(times.length / 2)][0], lastMs: times.at(-1)[0] };
}

// Until the commit is on its way.
async function sendChange(db, { merchantId }) {
  const client = await db.checkOut();
  await client.query('begin');
  await recordChanges(queryable(client), merchantId, isoNow(), [{ type: 'media.ready', id: randomUUID() }]);
  const sentAt = performance.now();
  return { sentAt, committed: client.query('commit').finally(() => client.release()) };
}

const isoNow = () => new Date(systemClock.now()).toISOString();

// Until the receiver has its headers; the one that comes first warms the way.
async function benchWebhook({ db }, log) {
  log('changes: from a commit to a webhook');
  let arrive;
  const receiver = createServer((incoming, response) => {
    arrive(performance.now());
    incoming.resume().on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const shop = await newShop({ db });
  await addWebhook(db, shop, `http://127.0.0.1:${receiver.address().port}/`);
  const times = [];
  for (let turn = 0; turn <= WAKES; turn += 1) {
    const arrived = new Promise((resolve) => (arrive = resolve));
    const { sentAt, committed } = await sendChange(db, shop);
    times.push((await arrived) - sentAt);
    await committed;
  }
  receiver.close();
  return median(times.slice(1));
}

async function addWebhook(db, { merchantId }, url) {
  const [id, at] = [randomUUID(), isoNow()];
  const { sealed, lastFour } = newWebhookSecret(undefined, id);
  const maker = { created_at: at, created_by_person_id: null, created_by_name: 'Bench' };
  await db.transaction(async (db) => {
    await insertWebhook(db, merchantId, {
      id,
      name: 'Bench',
      url,
      types: ['media.ready'],
      secret: sealed,
      last_four: lastFour,
      ...maker,
    });
    await wakeSender(db, merchantId, at);
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

// Follows the feed, one wait at a time; each gives how many changes came.
function newReader(port, token) {
  let cursor;
  const ask = async (query) => {
    const page = await get(port, `/api/integrations/v1/changes?${query}`, token);
    cursor = page.nextCursor;
    return page.items.length;
  };
  return { open: () => ask('limit=1'), wait: () => ask(`wait=${WAIT_SECONDS}&cursor=${cursor}`) };
}

function get(port, path, token) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const sent = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${path}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
