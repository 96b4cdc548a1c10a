// The load at a set rate: a request is due when its time has come, whether or not those before it are answered.
import { setTimeout as sleep } from 'node:timers/promises';
import { RefusedError } from './caller.mjs';

const TICK_MS = 10;

// Runs acts, drawn by weight, for so long; gives how many requests they came to. `underWayMax`: what is due beyond is left out and counted.
export async function drive({ acts, callers, record }, { rate, seconds, underWayMax = Infinity }) {
  const rounds = shuffledRounds(acts);
  const underWay = new Set();
  const startedAt = performance.now();
  let due = 0;
  let leftOut = 0;
  for (let at = 0; ;) {
    const passed = (performance.now() - startedAt) / 1000;
    if (passed >= seconds) break;
    for (; due < passed * rate; at += 1) {
      const act = rounds.next();
      due += act.calls.length;
      if (underWay.size >= underWayMax) leftOut += act.calls.length;
      else begin(act, callers[at % callers.length], { underWay, record });
    }
    await sleep(TICK_MS);
  }
  const endedAt = performance.now();
  await Promise.all(underWay);
  return { due, leftOut, seconds: (endedAt - startedAt) / 1000 };
}

// So many callers, each of whom sends the next when the last is answered.
export async function driveClosed({ acts, callers, record }, { connections, seconds }) {
  const rounds = shuffledRounds(acts);
  const endsAt = performance.now() + seconds * 1000;
  const keep = async (caller) => {
    while (performance.now() < endsAt) await perform(rounds.next(), caller, record);
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => keep(callers[at % callers.length])));
}

function begin(act, caller, { underWay, record }) {
  const running = perform(act, caller, record).finally(() => underWay.delete(running));
  underWay.add(running);
}

// A refusal is noted where it was answered; anything else that goes wrong is a fault of its own.
const perform = (act, caller, record) =>
  act.run(caller).catch((error) => {
    if (!(error instanceof RefusedError)) record.fault(`${act.calls[0]}: ${error.message}`);
  });

// Each round has every act as often as its weight says, in another order.
function shuffledRounds(acts) {
  const round = acts.flatMap((act) => Array.from({ length: act.weight }, () => act));
  let left = [];
  return {
    next() {
      if (left.length === 0) left = shuffled(round);
      return left.pop();
    },
  };
}

function shuffled(list) {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [copy[at], copy[other]] = [copy[other], copy[at]];
  }
  return copy;
}
