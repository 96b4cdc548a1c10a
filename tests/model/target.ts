import { randomUUID } from 'node:crypto';
import { SCOPES } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { beginSession } from '../../server/src/identity/session.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import type { Clock } from '../../server/src/clock.js';
import type { Db } from '../../server/src/db/db.js';
import { parseMerchantId, parsePersonId } from '../../server/src/ids.js';
import { emailKey } from '../../server/src/fold.js';
import { insertPerson, insertMembership } from '../../server/src/identity/people-queries.js';
import { DROP_AFTER_MS } from '../../server/src/storage/drop-after.js';
import type { ObjectStore } from '../../server/src/storage/object-store.js';
import { dropAbandoned } from '../../server/src/uploads/drop-abandoned.js';
import { cookieOf, GUEST } from '../harness/console.js';
import { aTag } from '../harness/content.js';
import { aMerchant, aToken, startService } from '../harness/service.js';
import { FIRST_TAGS } from './model.js';
import type { Kill } from './operations.js';

// What the model is compared with. After a crash the address is the same and the database another connection.
export type Target = {
  readonly url: () => string;
  readonly db: () => Db;
  readonly newMerchant: (quotaBytes: number) => Promise<Merchant>;
  // A day passes; only where time is the test's.
  readonly night?: () => Promise<void>;
  // Ends it without a word; then it is started again.
  readonly kill?: (what: Kill['what']) => Promise<void>;
  readonly restart?: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type Merchant = {
  readonly merchantId: string;
  readonly secret: string;
  readonly cookie: string;
  readonly tagIds: Readonly<Record<string, string>>;
};

// The whole service in this process, on one instance or several, with a clock that stands still between nights.
export async function openService(instances = 1): Promise<Target> {
  const service = await startService({ isShared: instances > 1 });
  const urls = [service.url];
  while (urls.length < instances) urls.push(await service.newInstance());
  return {
    url: inTurns(urls),
    db: () => service.db,
    newMerchant: (quotaBytes) => newMerchant(service, quotaBytes),
    night: async () => {
      service.clock.advance(DROP_AFTER_MS + 1_000);
      // In the morning everybody shows who they are.
      const at = new Date(service.clock.now()).toISOString();
      await service.db.rows({ text: 'update sessions set proved_at = $1', values: [at] });
      await dropAbandoned(service);
    },
    close: () => service.close(),
  };
}

// One after the other.
export function inTurns(urls: readonly string[]): () => string {
  let at = 0;
  return () => urls[(at += 1) % urls.length] ?? '';
}

const DAY_MS = 86_400_000;

type Deps = { readonly db: Db; readonly store: ObjectStore; readonly clock: Clock };

// A merchant with two tags, a token of every scope and an owner who is signed in.
export async function newMerchant({ db, store, clock }: Deps, quotaBytes: number): Promise<Merchant> {
  const secret = newTokenSecret();
  const now = clock.now();
  const base = aMerchant();
  const merchant = { ...base, plan: { ...base.plan, storageQuotaBytes: quotaBytes } };
  const createdAt = new Date(now).toISOString();
  const expiresAt = new Date(now + 90 * DAY_MS).toISOString();
  const token = { ...aToken(secret, SCOPES), name: 'main', createdAt, expiresAt };
  const tags = FIRST_TAGS.map(aTag);
  await importArchive({ db, store, clock }, { format: 'vitrine-merchant/1', merchant, tokens: [token], tags });
  const personId = parsePersonId(randomUUID());
  const email = `${personId}@example.com`;
  await insertPerson(db, { id: personId, email, email_key: emailKey(email), name: 'Ada', password_hash: null });
  await insertMembership(db, parseMerchantId(merchant.id), personId, 'owner');
  const session = await db.transaction((db) =>
    beginSession(db, personId, { now, merchantId: null, guest: GUEST, factors: 'password' }),
  );
  const tagIds = Object.fromEntries(tags.map(({ id, name }) => [name, id]));
  return { merchantId: merchant.id, secret, cookie: cookieOf(session), tagIds };
}
