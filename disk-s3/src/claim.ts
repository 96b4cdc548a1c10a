// A lock that processes with the same folder share: its holder has made a file there and touches it again and again. A holder
// that was killed does not, and the next one takes over.
import { utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readNames, remove } from './disk-objects.js';
import { errorCode } from './errors.js';
import { createFile } from './same-owner.js';
import { modifiedMs } from './temp-files.js';

const CLAIM = /^claim-(\d+)$/;
const TOUCH_MS = 1000;
// A busy disk keeps touches waiting, too. Two holders cost room, and no bytes: what is put together appears whole.
const UNTOUCHED_MS_MAX = 30_000;
const LOOK_MS = 100;

/** Runs the work alone in the folder, after those that came before. */
export async function withClaim<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const claim = await takeClaim(folder);
  const touching = setInterval(() => touch(claim), TOUCH_MS);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await removeClaims(folder, claim);
  }
}

// Claims are numbered, and the highest counts: that of a dead process stays where it is, and of those that would take over
// one alone can make the next. Were it taken away first, the second to do so would take away the claim of the first.
// Whether its holder is dead is told by what changes, not by what time it says: clocks are set, and machines sleep.
async function takeClaim(folder: string): Promise<string> {
  let seen = { claim: '', touchedMs: 0, sinceMs: 0 };
  for (;;) {
    const last = Math.max(0, ...(await readNames(folder)).map(numberOf));
    const claim = claimOf(folder, last);
    const touchedMs = last === 0 ? 0 : await modifiedMs(claim, 0);
    const now = performance.now();
    if (seen.claim !== claim || seen.touchedMs !== touchedMs) seen = { claim, touchedMs, sinceMs: now };
    if (last === 0 || now - seen.sinceMs > UNTOUCHED_MS_MAX) {
      const next = claimOf(folder, last + 1);
      if (await make(next)) return next;
    } else await sleep(LOOK_MS);
  }
}

// Those of killed holders first: the highest that is left counts.
async function removeClaims(folder: string, own: string): Promise<void> {
  const last = numberOf(basename(own));
  for (const name of await readNames(folder)) {
    if (CLAIM.test(name) && numberOf(name) < last) await remove(join(folder, name));
  }
  await remove(own);
}

const numberOf = (name: string): number => Number(CLAIM.exec(name)?.[1] ?? 0);
const claimOf = (folder: string, number: number): string => join(folder, `claim-${number}`);

async function make(claim: string): Promise<boolean> {
  try {
    await (await createFile(claim)).close();
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

// A touch that fails only makes the claim look older.
function touch(claim: string): void {
  const now = new Date();
  utimes(claim, now, now).catch(() => undefined);
}
