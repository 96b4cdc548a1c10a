// Drives one token over both of its limits and counts what was answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '@vitrine/contract/endpoint';
import { READS_PER_MINUTE_MAX, WRITES_PER_MINUTE_MAX } from '@vitrine/contract/limits';

const MINUTE_MS = 60_000;
const BURST_MS = 15_000;
const OVER = 40;
const TRIES_MAX = 3;

// What the contract promises of the same requests.
export const EXPECTED = {
  reads: { answered: READS_PER_MINUTE_MAX, refused: OVER, others: 0, soundRetryAfter: OVER },
  writes: { answered: WRITES_PER_MINUTE_MAX, refused: OVER, others: 0, soundRetryAfter: OVER },
};

export async function checkLimits({ base, client }, { spare, ids, tags }) {
  const headers = { authorization: `Bearer ${spare}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ add: [tags[0].name] });
  const read = () => client.ask(`${base}${API_PATH}/token`, { headers });
  const write = () => client.ask(`${base}${API_PATH}/media/${ids.media[0]}/tags`, { method: 'POST', headers, body });
  for (let left = TRIES_MAX; left > 0; left -= 1) {
    await untilRoomInMinute();
    const minute = Math.floor(Date.now() / MINUTE_MS);
    const counts = {
      reads: await burst(read, READS_PER_MINUTE_MAX + OVER),
      writes: await burst(write, WRITES_PER_MINUTE_MAX + OVER),
    };
    // Counts are of a clock minute: a burst that a slow machine drew into the next says nothing.
    if (Math.floor(Date.now() / MINUTE_MS) === minute) return counts;
    await sleep(MINUTE_MS - (Date.now() % MINUTE_MS));
  }
  throw new Error('The limits could not be checked: the bursts did not fit into a minute.');
}

async function untilRoomInMinute() {
  const leftMs = MINUTE_MS - (Date.now() % MINUTE_MS);
  if (leftMs < BURST_MS) await sleep(leftMs + 50);
}

async function burst(ask, count) {
  const answers = await Promise.all(Array.from({ length: count }, ask));
  const refused = answers.filter(({ status }) => status === 429);
  const answered = answers.filter(({ status }) => status === 200);
  return {
    answered: answered.length,
    refused: refused.length,
    others: count - answered.length - refused.length,
    soundRetryAfter: refused.filter(({ headers }) => isSound(Number(headers['retry-after']))).length,
  };
}

const isSound = (seconds) => Number.isInteger(seconds) && seconds >= 1 && seconds <= 60;
