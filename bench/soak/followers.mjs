// Those who follow changes at merchants of their own: each asks, waits and asks again. Now and then one of those merchants
// changes something, and all who follow it are answered at once.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_SECONDS = 25;
// A token has a read's limit of 120 a minute; each of its followers makes about four.
export const FOLLOWERS_PER_TOKEN = 25;
const CHANGE_EVERY_MS = 60_000;

export function startFollowers({ base, shops }, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const tally = { followers: count, answers: 0, changes: 0, latestMs: 0, faults: [] };
  const state = { isOver: false, agent, base, tally, wokenAt: new Map() };
  const tokens = shops.flatMap((shop) => shop.secrets.map((secret) => ({ shop, secret })));
  const running = Array.from({ length: count }, (_, at) => follow(state, tokens[at % tokens.length], at));
  running.push(...shops.map((shop) => changeNowAndThen(state, shop)));
  return async () => {
    state.isOver = true;
    agent.destroy();
    await Promise.all(running);
    return tally;
  };
}

async function follow(state, { shop, secret }, at) {
  // Not all in one moment.
  await sleep(at * 2);
  const { tally } = state;
  for (let cursor = ''; !state.isOver;) {
    try {
      const page = await ask(state, 'GET', `/changes?wait=${cursor === '' ? 0 : WAIT_SECONDS}${cursor}`, secret);
      cursor = `&cursor=${page.nextCursor}`;
      tally.answers += 1;
      tally.changes += page.items.length;
      const since = performance.now() - (state.wokenAt.get(shop.id) ?? Number.NaN);
      if (page.items.length > 0) tally.latestMs = Math.max(tally.latestMs, since);
    } catch (error) {
      if (state.isOver) return;
      tally.faults.push(error.message);
      // As a client does: later each time would be better still.
      await sleep(5_000 + Math.random() * 5_000);
    }
  }
}

async function changeNowAndThen(state, shop) {
  for (let turn = 0; !state.isOver; turn += 1) {
    for (let waited = 0; waited < CHANGE_EVERY_MS && !state.isOver; waited += 500) await sleep(500);
    if (state.isOver) return;
    state.wokenAt.set(shop.id, performance.now());
    const path = `/media/${shop.ids.media[turn % shop.ids.media.length]}/tags`;
    await ask(state, 'POST', path, shop.spare, { add: [`Turn ${turn % 40}`] }).catch((error) => {
      if (!state.isOver) state.tally.faults.push(error.message);
    });
  }
}

function ask({ agent, base }, method, path, token, body) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const typed = text === undefined ? {} : { 'content-type': 'application/json', 'content-length': text.length };
    const headers = { authorization: `Bearer ${token}`, ...typed };
    const sent = request(`${base}/api/integrations/v1${path}`, { method, agent, headers }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(answer));
        else reject(new Error(`${method} ${path.split('?')[0]}: ${response.statusCode} ${answer}`));
      });
    });
    sent.on('error', reject);
    sent.end(text);
  });
}
