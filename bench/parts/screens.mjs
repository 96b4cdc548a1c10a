// A thousand screens that wait: what they cost while nothing happens, against the same server without them and against a bare
// node:http that holds as many requests, and how long it takes from the request that publishes to the answers of who waits.
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../server/dist/clock.js';
import { insertMembership, insertPerson } from '../../server/dist/identity/people-queries.js';
import { beginSession } from '../../server/dist/identity/session.js';
import { hashSecret, newScreenSecret } from '../../server/dist/identity/token-secret.js';
import { createMerchant } from '../../server/dist/merchants/create-merchant.js';
import { insertScreen } from '../../server/dist/screens/queries.js';
import { startFloor } from '../processes.mjs';
import { cpuSecondsBelow, rssMegabytes } from '../proc.mjs';

const SCREENS = 1_000;
// As many as the largest merchant has.
const SCREENS_PER_MERCHANT = 500;
const WAIT_SECONDS = 25;
const MINUTE_SECONDS = 60;

export async function benchScreens(site, { screenSeconds, rounds }, log) {
  log(`${SCREENS} screens that wait`);
  const shops = [];
  for (let at = 0; at < SCREENS; at += SCREENS_PER_MERCHANT) shops.push(await newShop(site));
  const { server, postmaster } = site;
  const options = { seconds: screenSeconds, rounds: 2 * rounds };
  const idle = await measureMinute([server.pid, postmaster], screenSeconds);
  const listed = await timeList(shops[0]);
  const service = await measure(
    {
      ...server,
      pids: [server.pid, postmaster],
      keys: shops.flatMap(({ keys }) => keys),
      prepare: (round) => prepareChange(shops[0], round),
      publish: (planned) => publish(shops[0], planned),
    },
    options,
  );
  const floor = await startWaits(server.port, shops[0].keys[0]);
  const bare = await measure(floor, options);
  await floor.stop();
  const toFloor = Object.fromEntries(RATIOS.map((name) => [name, service[name] / bare[name]]));
  return { screens: SCREENS, cpuMsAMinuteIdle: idle, ...service, floor: bare, toFloor, ...listed };
}

const RATIOS = ['cpuMsAMinuteWaiting', 'cpuMsAMinuteWithBeats', 'medianScreenMs', 'lastScreenMs'];

// The same of a program that answers as the service does.
async function measure({ port, pid, pids, keys, prepare, publish }, { seconds, rounds }) {
  const memoryBefore = rssMegabytes(pid);
  const screens = keys.map((key) => newScreen(port, key));
  await Promise.all(screens.map((screen) => screen.begin()));
  const waiting = await measureMinute(pids, seconds);
  const beating = await measureMinute(pids, seconds, () => sendBeats(screens, seconds));
  const memory = rssMegabytes(pid) - memoryBefore;
  const published = [];
  for (let round = 0; round < rounds; round += 1) {
    published.push(await timePublish({ planned: await prepare(round), publish }, screens));
  }
  screens.forEach((screen) => screen.end());
  const median = (name) =>
    published.map((one) => one[name]).toSorted((a, b) => a - b)[Math.floor(published.length / 2)];
  return {
    // Of a minute of one core.
    cpuMsAMinuteWaiting: waiting,
    cpuMsAMinuteWithBeats: beating,
    kilobytesEach: (memory * 1000) / SCREENS,
    // From the moment the request to publish is sent.
    publishAnsweredMs: median('publishMs'),
    firstScreenMs: median('firstMs'),
    medianScreenMs: median('medianMs'),
    lastScreenMs: median('lastMs'),
    screensWoken: SCREENS_PER_MERCHANT,
    othersWoken: published.reduce((sum, one) => sum + one.others, 0),
  };
}

// Sends what the service sends, byte for byte but for the version.
async function startWaits(port, key) {
  const headers = { authorization: `Bearer ${key}` };
  const { json: program } = await send(port, { method: 'GET', path: '/api/screens/v1/program', headers });
  const floor = await startFloor('waits', { program });
  const keys = Array.from({ length: SCREENS }, (_, at) => String(Math.floor(at / SCREENS_PER_MERCHANT)));
  const publishAll = () =>
    send(floor.port, { method: 'POST', path: '/publish', headers: { authorization: 'Bearer 0' }, body: {} });
  return { ...floor, pids: [floor.pid], keys, prepare: () => sleep(500), publish: publishAll };
}

// The console's list of a merchant's screens, which is read every few seconds while somebody looks at it.
async function timeList({ ask }) {
  const times = [];
  for (let at = 0; at < 15; at += 1) {
    const startedAt = performance.now();
    const { items } = await ask('GET', '/screens');
    if (items.length !== SCREENS_PER_MERCHANT) throw new Error(`${items.length} screens are listed`);
    times.push(performance.now() - startedAt);
  }
  return { listOf500Ms: times.toSorted((a, b) => a - b)[7] };
}

async function measureMinute(pids, seconds, work = () => sleep(seconds * 1000)) {
  const read = () => pids.reduce((sum, pid) => sum + cpuSecondsBelow(pid), 0);
  const [before, startedAt] = [read(), performance.now()];
  await work();
  const elapsed = (performance.now() - startedAt) / 1000;
  return ((read() - before) * 1000 * MINUTE_SECONDS) / elapsed;
}

// A merchant with a live campaign, somebody who may publish it, and screens.
async function newShop({ db, server }) {
  const merchantId = await createMerchant(
    { db, clock: systemClock },
    { name: 'Bench screens', timeZone: 'Europe/Paris', plan: 'bench', quotaBytes: 1e9 },
  );
  const personId = randomUUID();
  const email = `${personId}@example.com`;
  await insertPerson(db, { id: personId, email, email_key: email, name: 'Bench', password_hash: null });
  await insertMembership(db, merchantId, personId, 'owner');
  const guest = { address: '127.0.0.1', userAgent: 'bench' };
  const session = await db.transaction((db) =>
    beginSession(db, personId, { now: systemClock.now(), merchantId, guest, factors: 'password' }),
  );
  const ask = personAt(server.port, session);
  const [mediaId, playlistId, lineageId] = [randomUUID(), randomUUID(), randomUUID()];
  await ask('POST', '/media/pages', { id: mediaId, name: 'Menu', url: 'https://example.com/menu' });
  const items = [{ mediaId, ownSeconds: null }];
  await ask('POST', '/playlists', { id: playlistId, name: 'Bench', items });
  await ask('POST', '/campaigns', { lineageId, name: 'Bench', landscapePlaylistId: playlistId });
  const keys = [];
  const at = new Date(systemClock.now()).toISOString();
  for (let number = 0; number < SCREENS_PER_MERCHANT; number += 1) {
    const key = newScreenSecret();
    await insertScreen(db, merchantId, {
      id: randomUUID(),
      name: `Screen ${number}`,
      orientation: number % 2 === 0 ? 'landscape' : 'portrait',
      time_zone: null,
      tag_ids: [],
      key_hash: hashSecret(key),
      is_demo: false,
      created_at: at,
      paired_at: at,
    });
    keys.push(key);
  }
  const shop = { ask, lineageId, keys, revision: 1 };
  await publish(shop, await preview(shop));
  return shop;
}

const personAt = (port, session) => async (method, path, body) => {
  const { status, json } = await send(port, {
    method,
    path: `/api/console/v1${path}`,
    headers: { cookie: `vitrine_session=${session}`, origin: `http://127.0.0.1:${port}` },
    body,
  });
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(json)}`);
  return json;
};

const preview = ({ ask, lineageId }) => ask('GET', `/campaigns/${lineageId}/publish`);

async function publish(shop, { revision, contentHash }) {
  const published = await shop.ask('POST', `/campaigns/${shop.lineageId}/publish`, { revision, contentHash });
  shop.revision = published.revision;
}

// Another end of the flight, published: each screen of the shop gets another program, and nobody else's does.
async function prepareChange(shop, round) {
  const flight = { start: null, end: `2099-12-${String(1 + (round % 28)).padStart(2, '0')}` };
  const changed = await shop.ask('PATCH', `/campaigns/${shop.lineageId}`, { revision: shop.revision, flight });
  shop.revision = changed.revision;
  const planned = await preview(shop);
  // What the change of the draft has woken waits again.
  await sleep(500);
  return planned;
}

async function timePublish({ planned, publish }, screens) {
  const own = screens.slice(0, SCREENS_PER_MERCHANT);
  const programs = screens.slice(SCREENS_PER_MERCHANT).map((screen) => screen.programs());
  const answers = own.map((screen) => screen.next());
  const startedAt = performance.now();
  const since = () => performance.now() - startedAt;
  const publishing = publish(planned).then(since);
  const times = (await Promise.all(answers.map((answer) => answer.then(since)))).toSorted((a, b) => a - b);
  const others = screens.slice(SCREENS_PER_MERCHANT).filter((screen, at) => screen.programs() !== programs[at]).length;
  return {
    publishMs: await publishing,
    firstMs: times[0],
    medianMs: times[Math.floor(times.length / 2)],
    lastMs: times.at(-1),
    others,
  };
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

// Asks, waits and asks again, as the player does.
function newScreen(port, key) {
  const headers = { authorization: `Bearer ${key}` };
  let version;
  let programs = 0;
  let isOver = false;
  let tell = () => {};
  const ask = async (wait) => {
    const known = version === undefined ? {} : { 'if-none-match': `"${version}"` };
    const path = `/api/screens/v1/program?wait=${wait}`;
    const { status, json } = await send(port, { method: 'GET', path, headers: { ...headers, ...known } });
    if (status !== 200 && status !== 304) throw new Error(`a program: ${status} ${JSON.stringify(json)}`);
    if (status === 304) return;
    version = json.version;
    programs += 1;
    tell();
  };
  return {
    async begin() {
      await ask(0);
      void (async () => {
        while (!isOver) await ask(WAIT_SECONDS);
      })().catch((error) => {
        if (!isOver) throw error;
      });
    },
    beat: () =>
      send(port, {
        method: 'POST',
        path: '/api/screens/v1/beats',
        headers,
        body: { ...BEAT, programVersion: version },
      }),
    next: () => new Promise((resolve) => (tell = resolve)),
    programs: () => programs,
    end: () => {
      isOver = true;
      agent.destroy();
    },
  };
}

const BEAT = {
  lineageId: null,
  mediaId: null,
  freeBytes: 1e9,
  storesFiles: true,
  playerVersion: 'bench',
  width: 1920,
  height: 1080,
  faults: [],
};

// One a minute for each screen, spread over the time.
async function sendBeats(screens, seconds) {
  const share = Math.round((screens.length * seconds) / MINUTE_SECONDS);
  const pauseMs = (seconds * 1000) / share;
  const startedAt = performance.now();
  for (let at = 0; at < share; at += 1) {
    await screens[at % screens.length].beat();
    await sleep(Math.max(0, startedAt + (at + 1) * pauseMs - performance.now()));
  }
}

function send(port, { method, path, headers = {}, body }) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const typed =
      text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
    const sent = request(
      { host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...typed } },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          resolve({ status: response.statusCode, json: answer === '' ? undefined : JSON.parse(answer) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
