import type { KeyObject } from 'node:crypto';
import { changeTypesFor, type Change, type ChangePage, type ChangeType } from '@vitrine/contract/changes';
import { CHANGE_DAYS_KEPT, PAGE_ITEMS_DEFAULT } from '@vitrine/contract/limits';
import type { Db } from '../db/db.js';
import type { Signals } from '../db/signals.js';
import { ApiError, rateLimited } from '../errors.js';
import { openCursor, sealCursor, type CursorScope } from '../http/cursor.js';
import { refuseList } from '../http/list-page.js';
import type { Fault } from '../http/faults.js';
import type { MerchantId } from '../ids.js';
import type { TokenPrincipal } from '../principal.js';
import { changesTopic } from './record-changes.js';
import { selectChanges, type ChangeRow } from './queries.js';
import type { ShareReads } from './share-reads.js';

type ListDeps = {
  readonly db: Db;
  readonly cursorKey: KeyObject;
  readonly signals: Signals;
  readonly shareReads: ShareReads<ChangeRow[]>;
};
type Query = { readonly cursor?: string; readonly limit?: number; readonly wait?: number };

// Where a reader stands: in which feed, and behind which number (undefined: behind the last one). The mark is of the change
// with that number: where a database takes over that had not heard of all, numbers are given a second time.
type Place = { readonly feedId?: string; readonly after: number | undefined; readonly mark?: string };

async function listChanges(
  deps: ListDeps,
  principal: TokenPrincipal,
  { query, faults }: { readonly query: Query; readonly faults?: readonly Fault[] },
): Promise<ChangePage> {
  const { merchantId, scopes } = principal;
  const scope = { list: 'changes', merchantId, filters: [] };
  refuseList(deps.cursorKey, scope, { query: query.cursor === OLDEST ? {} : query, faults }, NO_CURSOR);
  const wanted = { types: changeTypesFor(scopes), limit: (query.limit ?? PAGE_ITEMS_DEFAULT) + 1 };
  const place = placeOf(deps, scope, query.cursor);
  const waitMs = (query.wait ?? 0) * 1000;
  const found =
    waitMs === 0
      ? await readBehind(deps, merchantId, place, wanted)
      : await waitBehind(deps, principal, place, { ...wanted, waitMs });
  return toPage(deps, scope, found, wanted.limit - 1);
}

const OLDEST = 'oldest';

function placeOf({ cursorKey }: ListDeps, scope: CursorScope, cursor: string | undefined): Place {
  if (cursor === undefined) return { after: undefined };
  if (cursor === OLDEST) return { after: 0 };
  const [feedId, place] = openCursor(cursorKey, scope, cursor, NO_CURSOR);
  const [number, mark = ''] = place.split(' ');
  return { feedId, after: Number(number), mark };
}

const MARK_CHARACTERS = 8;
const markOf = (id: string | null): string => (id ?? '').slice(0, MARK_CHARACTERS);

const NO_CURSOR = 'is not one that this list gave. Send nextCursor unchanged, or start again without it';

type Found = {
  readonly feedId: string;
  readonly lastNumber: number;
  readonly droppedNumber: number;
  readonly lastId: string | null;
  readonly afterId: string | null;
  readonly changes: readonly ChangeRow[];
};

type Wanted = { readonly types: readonly ChangeType[]; readonly limit: number };

// Once for all who stand at one place and ask at once: those whom one change has woken come back together.
async function readBehind(
  { db, shareReads }: ListDeps,
  merchantId: MerchantId,
  place: Place,
  { types, limit }: Wanted,
): Promise<Found> {
  const wanted = { after: place.after, types, limit };
  const read = (): Promise<ChangeRow[]> => selectChanges(db, merchantId, wanted);
  return requireKept(toFound(await shareReads(JSON.stringify([merchantId, wanted]), read)), place);
}

function toFound(rows: readonly ChangeRow[]): Found {
  const [first] = rows;
  if (first === undefined) throw new Error('the merchant is no longer there');
  const { feedId, lastNumber, droppedNumber, lastId, afterId } = first;
  return { feedId, lastNumber, droppedNumber, lastId, afterId, changes: rows.filter(({ number }) => number !== null) };
}

// A cursor expires when changes after it were deleted, when the merchant was imported or restored since, and when the reader has
// seen changes that a database lost in a failover. The reader would miss changes otherwise.
function requireKept(found: Found, { feedId, after, mark = '' }: Place): Found {
  if (feedId === undefined || after === undefined) return found;
  const isThere = after >= found.droppedNumber && after <= found.lastNumber;
  const isSame = mark === '' || found.afterId === null || markOf(found.afterId) === mark;
  if (feedId === found.feedId && isThere && isSame) return found;
  throw new ApiError(
    'invalid_request',
    `cursor: has expired. Changes are kept for ${CHANGE_DAYS_KEPT} days. Read the lists again, then follow from a new cursor.`,
    'cursor_expired',
  );
}

// Until there is something that the token may see. Listens before it reads, so that nothing comes in between.
async function waitBehind(
  deps: ListDeps,
  { merchantId, call }: TokenPrincipal,
  first: Place,
  wanted: Wanted & { readonly waitMs: number },
): Promise<Found> {
  const until = performance.now() + wanted.waitMs;
  const hangUp = call.hangUp();
  const subscription = deps.signals.subscribe(changesTopic(merchantId), 'changes');
  if (subscription === undefined) throw tooManyWait();
  try {
    for (let place = first; ;) {
      const found = await readBehind(deps, merchantId, place, wanted);
      if (found.changes.length > 0) return found;
      const woken = await subscription.next(until - performance.now(), hangUp);
      // A token that was revoked meanwhile is told nothing.
      await call.readmit();
      if (woken !== 'signal') return found;
      place = { feedId: found.feedId, after: found.lastNumber, mark: markOf(found.lastId) };
    }
  } finally {
    subscription.end();
  }
}

const TOO_MANY_SECONDS = 30;

const tooManyWait = (): ApiError =>
  rateLimited(`Too many requests are waiting for changes. Try again in ${TOO_MANY_SECONDS} s.`, TOO_MANY_SECONDS);

function toPage({ cursorKey }: ListDeps, scope: CursorScope, found: Found, limit: number): ChangePage {
  const more = found.changes.length > limit;
  const shown = found.changes.slice(0, limit);
  const last = more ? shown.at(-1) : { number: found.lastNumber, id: found.lastId };
  const place = `${last?.number ?? 0} ${markOf(last?.id ?? null)}`;
  return { items: shown.map(toChange), nextCursor: sealCursor(cursorKey, scope, [found.feedId, place]), more };
}

const SUBJECTS: Readonly<Record<string, string>> = {
  media: 'mediaId',
  tag: 'tagId',
  playlist: 'playlistId',
  campaign: 'lineageId',
};

function toChange({ id, type, at, subjectId }: ChangeRow): Change {
  return asChange({ id, type, at, data: dataOf(type, subjectId) });
}

// What a change is about, as it is told.
export const dataOf = (type: string, subjectId: string): Readonly<Record<string, string>> => ({
  [SUBJECTS[type.slice(0, type.indexOf('.'))] ?? 'id']: subjectId,
});

// The type says which id it has, which the type system cannot follow over a table.
const asChange = (change: object): Change => change as Change;

export const changeHandlers = { listChanges };
