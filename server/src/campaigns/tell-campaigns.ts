import { selectDueClocks, findNextClock, setClock, type DueClock } from '../changes/clock-queries.js';
import type { MerchantFault } from '../changes/drop-old-changes.js';
import { recordChanges } from '../changes/record-changes.js';
import { withAdvisoryLock } from '../db/advisory-lock.js';
import type { Db, Deps, Queryable } from '../db/db.js';
import { lockFlown, selectFlown, updateTold } from './told-queries.js';
import { nextBoundary, passedSince, statusToTell } from './told-campaign.js';

const TELL_LOCK = 7_160_006;

type ToldCampaigns = {
  readonly changes: number;
  // When there is something to tell next, if ever.
  readonly nextAt: number | undefined;
  // Whose turn it stays.
  readonly faults: readonly MerchantFault[];
};

// Campaigns whose flight has begun or ended are told of, of every merchant whose turn it is; also what passed while nobody
// ran. One instance at a time: undefined when another is at it. What is told twice at once is told once, for the campaign's
// row is held and says what was told.
export function tellCampaigns({ db, clock }: Deps): Promise<ToldCampaigns | undefined> {
  return withAdvisoryLock(db, TELL_LOCK, async () => {
    const faults: MerchantFault[] = [];
    let changes = 0;
    for (const due of await selectDueClocks(db, new Date(clock.now()).toISOString())) {
      try {
        changes += await tellMerchant(db, due, clock.now());
      } catch (error) {
        faults.push({ merchantId: due.merchantId, error });
      }
    }
    const failed = faults.map(({ merchantId }) => merchantId);
    const next = await findNextClock(db, failed);
    return { changes, nextAt: next && Date.parse(next.at), faults };
  });
}

function tellMerchant(db: Db, due: DueClock, now: number): Promise<number> {
  const { merchantId } = due;
  return db.transaction(async (db) => {
    const flown = await selectFlown(db, merchantId);
    const late = flown.filter((one) => one.toldStatus !== statusToTell(one, now));
    const told = await tellLate(
      db,
      due,
      late.map(({ lineageId }) => lineageId),
      now,
    );
    const next = flown.flatMap((one) => nextBoundary(one, now) ?? []);
    await setClock(db, due, next.length === 0 ? null : new Date(Math.min(...next)).toISOString());
    return told;
  });
}

async function tellLate(
  db: Queryable,
  { merchantId }: DueClock,
  lineageIds: readonly string[],
  now: number,
): Promise<number> {
  if (lineageIds.length === 0) return 0;
  await lockFlown(db, merchantId, lineageIds);
  // Read anew: whoever held one of them may have told it, or withdrawn it.
  const flown = (await selectFlown(db, merchantId)).filter(({ lineageId }) => lineageIds.includes(lineageId));
  await updateTold(
    db,
    merchantId,
    flown.map((one) => ({ lineageId: one.lineageId, status: statusToTell(one, now) })),
  );
  const changes = flown.flatMap((one) => passedSince(one, now)).sort(byMoment);
  await recordChanges(db, merchantId, new Date(now).toISOString(), changes);
  return changes.length;
}

const byMoment = (one: { readonly at?: string }, other: { readonly at?: string }): number =>
  (one.at ?? '').localeCompare(other.at ?? '');
