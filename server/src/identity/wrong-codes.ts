// Six digits are soon guessed by whoever knows the password and may go on for ever, from one address after the other. So wrong
// codes in a row are counted for the account, and each next one waits longer, up to a day. Strangers wait together; a browser
// that the person has signed in with before has a count of its own, which strangers cannot use up. Passkeys and recovery
// codes, which nobody guesses, do not wait.
import {
  WRONG_CODE_WAIT_MINUTES_MAX,
  WRONG_CODE_WAIT_MINUTES_MIN,
  WRONG_CODES_FREE,
} from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import type { PersonId } from '../ids.js';
import { lockPerson } from './people-queries.js';
import { countWrongCode, findWrongCodes, type WrongCodes } from './second-factor-queries.js';
import { tooMany } from './throttle.js';

// Counted as a wrong one before it is looked at, so that guesses that come at once cannot all pass. One that has to wait was
// no guess.
export async function admitCode({ db, clock }: Deps, personId: PersonId, codes: WrongCodes): Promise<void> {
  const now = clock.now();
  await db.transaction(async (db) => {
    await lockPerson(db, personId);
    const before = await findWrongCodes(db, personId, codes);
    const free = before === undefined ? 0 : Date.parse(before.last_at) + waitAfter(before.in_a_row);
    if (now < free) throw tooMany(Math.ceil((free - now) / 1000));
    await countWrongCode(db, personId, { ...codes, at: new Date(now).toISOString() });
  });
}

function waitAfter(inARow: number): number {
  if (inARow < WRONG_CODES_FREE) return 0;
  const minutes = WRONG_CODE_WAIT_MINUTES_MIN * 2 ** (inARow - WRONG_CODES_FREE);
  return Math.min(minutes, WRONG_CODE_WAIT_MINUTES_MAX) * 60_000;
}
