import type { SignedOut } from '@vitrine/contract/console/session';
import { deleteSession, deleteSessionsOf } from '../access/session-queries.js';
import type { Visitor } from '../access/visitor.js';
import type { Db } from '../db/db.js';

export async function signOut(db: Db, { sessionId }: Visitor): Promise<SignedOut> {
  return { sessions: (await deleteSession(db, sessionId)).length };
}

// Also the sessions in browsers that the person no longer has at hand.
export async function signOutEverywhere(db: Db, { personId }: Visitor): Promise<SignedOut> {
  return { sessions: (await deleteSessionsOf(db, personId)).length };
}
