import type { OwnSession, OwnSessionList } from '@vitrine/contract/account';
import type { SignedOut } from '@vitrine/contract/session';
import type { Deps } from '../db/db.js';
import { parseSessionId } from '../ids.js';
import type { Session, SessionWithGuest } from '../principal.js';
import { browserWords } from './browser-words.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import { deleteOtherSessionsOf, deleteSessionOf, selectSessionsOf, type OwnSessionRow } from './session-queries.js';
import { endOf } from './session.js';

export async function listSessions({ db, clock }: Deps, session: Session): Promise<OwnSessionList> {
  const rows = await selectSessionsOf(db, session.person.id);
  const items = rows.filter((row) => clock.now() < endOf(row)).map((row) => toOwnSession(row, session));
  return { items: items.toSorted((one, other) => Number(other.isThis) - Number(one.isThis)) };
}

const toOwnSession = (row: OwnSessionRow, { id }: Session): OwnSession => ({
  id: row.id,
  isThis: row.id === id,
  browser: browserWords(row.user_agent),
  address: row.address,
  factors: row.factors,
  signedInAt: row.created_at,
  lastUsedAt: row.last_seen_at,
  endsAt: new Date(endOf(row)).toISOString(),
});

// One of somebody else is no session of the person, and looks like one that has ended.
export const endSession = (
  deps: Deps,
  session: SessionWithGuest,
  { body }: { readonly body: { readonly id: string } },
): Promise<SignedOut> =>
  end(deps, session, (db) => deleteSessionOf(db, session.person.id, parseSessionId(body.id.toLowerCase())));

export const endOtherSessions = (deps: Deps, session: SessionWithGuest): Promise<SignedOut> =>
  end(deps, session, (db) => deleteOtherSessionsOf(db, session.person.id, session.id));

type Ending = (db: Parameters<typeof deleteSessionOf>[0]) => Promise<readonly unknown[]>;

function end({ db, clock }: Deps, { person, guest }: SessionWithGuest, ending: Ending): Promise<SignedOut> {
  const at = new Date(clock.now()).toISOString();
  return db.transaction(async (db) => {
    await holdEverywhere(db, person.id);
    const { length: sessions } = await ending(db);
    const actor = { person, requestId: guest.requestId };
    const details = { personId: person.id, name: person.name, sessions };
    if (sessions > 0) await recordEverywhere(db, person.id, actor, { kind: 'person.sessions_ended', at, details });
    return { sessions };
  });
}
