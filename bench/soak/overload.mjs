// What the server carries, ten times as much, and how soon it is itself again.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { newCaller } from './caller.mjs';
import { ANSWER_MS_MAX, newClient } from './client.mjs';
import { drive, driveClosed } from './drive.mjs';
import { acts } from './mix.mjs';
import { newRecord, newTimes } from './record.mjs';
import { watchServer } from './watch.mjs';

const WARM_SECONDS = 3;
const CARRIES_SECONDS = 5;
const CARRIES_CONNECTIONS = 32;
const TIMES = 10;
const SECONDS_MAX = 60;
// As a balancer keeps them to an instance: open before the load comes. Node takes one new connection a turn of its loop,
// so that under load new ones wait in the system, where no refusal can reach them.
const CONNECTIONS = 1_000;
const WINDOW_MS = 500;
const RECOVERY_MS_MAX = 60_000;
const GOOD_MS_MAX = 1_000;
const REFUSED_P99_MS_MAX = 1_000;

export async function overload(site, options) {
  const carries = await findCarried(site);
  const seconds = Math.min(options.seconds, SECONDS_MAX);
  const stopWatching = watchServer(site, seconds);
  const loaded = await press(site, { rate: TIMES * carries, seconds });
  const backMs = await untilGood(site);
  const watched = await stopWatching();
  const after = await findCarried(site, 0);
  const { hung, unanswered, refused } = loaded;
  const isQuick = refused.p99Ms < REFUSED_P99_MS_MAX;
  const isGood = hung === 0 && unanswered === 0 && isQuick && backMs < RECOVERY_MS_MAX;
  return { kind: 'overload', carries, carriesAfter: after, ...loaded, backMs, ...watched, isGood };
}

async function findCarried(site, warmSeconds = WARM_SECONDS) {
  const record = newRecord();
  const run = async (record, seconds) =>
    driveClosed(
      { acts, callers: callersOf(site, site.client, record.note), record },
      { connections: CARRIES_CONNECTIONS, seconds },
    );
  if (warmSeconds > 0) await run(newRecord(), warmSeconds);
  const startedAt = performance.now();
  await run(record, CARRIES_SECONDS);
  return (record.toJson().statuses[200] ?? 0) / ((performance.now() - startedAt) / 1000);
}

const callersOf = ({ base, shops }, client, note) => shops.map((shop) => newCaller(client, base, shop, note));

async function press(site, { rate, seconds }) {
  const client = newClient({ connections: CONNECTIONS });
  await Promise.all(Array.from({ length: CONNECTIONS }, () => client.ask(`${site.base}/healthz`)));
  const [answered, refused] = [newTimes(), newTimes()];
  const record = newRecord();
  let unanswered = 0;
  let hung = 0;
  const note = (name, answer) => {
    record.note(name, answer);
    if (answer.ms >= ANSWER_MS_MAX) hung += 1;
    if (answer.status === 0) unanswered += 1;
    else (answer.status === 200 ? answered : refused).add(answer.ms);
  };
  // What this process itself was late with is in every time below.
  const lag = monitorEventLoopDelay({ resolution: 10 });
  lag.enable();
  const load = { acts, callers: callersOf(site, client, note), record };
  const { due, leftOut, seconds: took } = await drive(load, { rate, seconds, underWayMax: CONNECTIONS });
  lag.disable();
  client.close();
  const { statuses, faults, requests } = record.toJson();
  const sent = { wantedPerSecond: due / took, sentPerSecond: requests / took, leftOut, seconds: took };
  const times = { answered: answered.toJson(), refused: refused.toJson(), clientLag: toMs(lag) };
  return { ...sent, ...times, requests, statuses, faults, unanswered, hung };
}

const toMs = (lag) => ({ p50Ms: lag.percentile(50) / 1e6, p99Ms: lag.percentile(99) / 1e6, maxMs: lag.max / 1e6 });

// The first half second in which every answer is good and quick, counted to its beginning.
async function untilGood({ base, client, shops }) {
  const startedAt = performance.now();
  while (performance.now() - startedAt < RECOVERY_MS_MAX) {
    const windowAt = performance.now();
    let isGood = true;
    while (isGood && performance.now() - windowAt < WINDOW_MS) {
      let answer;
      const caller = newCaller(client, base, shops[0], (_, given) => (answer = given));
      await caller.integrations('listMedia', { token: shops[0].spare }).catch(() => {});
      isGood = answer.status === 200 && answer.ms < GOOD_MS_MAX;
      await sleep(20);
    }
    if (isGood) return windowAt - startedAt;
  }
  return RECOVERY_MS_MAX;
}
