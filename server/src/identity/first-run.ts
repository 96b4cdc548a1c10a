// The first merchant and its owner, made in the console by whoever can read what the start printed.
import { randomUUID } from 'node:crypto';
import { FIRST_RUN_HOURS } from '@vitrine/contract/console-limits';
import type { FinishFirstRunRequest, FirstRunFound } from '@vitrine/contract/first-run';
import { HOUR_MS } from '@vitrine/contract/time-units';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { requireTimeZone } from '../http/require-time-zone.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { addMerchant, USUAL_PLAN } from '../merchants/create-merchant.js';
import { hasMerchants } from '../merchants/queries.js';
import type { Actor, Guest } from '../principal.js';
import type { MailDeps } from './account-links.js';
import { openSession, type SignedIn } from './complete-sign-in.js';
import { deleteFirstRunLinks, findFirstRunLink, insertFirstRunLink, lockFirstRun } from './first-run-queries.js';
import { requireGoodPassword } from './password-rules.js';
import { insertMembership, insertPerson, type AccountRow } from './people-queries.js';
import { hashSecret, newSecret } from './token-secret.js';
import type { PasswordDeps } from './try-password.js';

// Undefined once there is a merchant. Each start makes one, and each works on every instance. Behind the #, which browsers
// send to nobody: no log and no Referer has it.
export async function makeFirstRunAddress({ db, clock }: Deps, baseUrl: string): Promise<string | undefined> {
  if (await hasMerchants(db)) return undefined;
  const secret = newSecret();
  const [now = '', end = ''] = [0, FIRST_RUN_HOURS * HOUR_MS].map((ms) => new Date(clock.now() + ms).toISOString());
  await insertFirstRunLink(db, hashSecret(secret), { now, end });
  return `${baseUrl}/first-run#${secret}`;
}

export async function lookFirstRun(
  deps: Deps,
  _guest: Guest,
  { body }: { readonly body: { readonly secret: string } },
): Promise<FirstRunFound> {
  return { expiresAt: (await requireAddress(deps, body.secret)).expires_at };
}

// Expired, never printed, and printed before a merchant was made by a command look the same.
async function requireAddress({ db, clock }: Deps, secret: string) {
  const link = await findFirstRunLink(db, hashSecret(secret), new Date(clock.now()).toISOString());
  return requireFound(link !== undefined && (await hasMerchants(db)) ? undefined : link, 'address');
}

export async function finishFirstRun(
  deps: PasswordDeps & MailDeps,
  guest: Guest,
  { body }: { readonly body: FinishFirstRunRequest },
): Promise<SignedIn> {
  await requireAddress(deps, body.secret);
  requireTimeZone(body.timeZone);
  requireGoodPassword(body.password, body);
  const account = {
    id: parsePersonId(randomUUID()),
    email: body.email.trim(),
    name: body.name.trim(),
    password_hash: await deps.hashing.hash(body.password),
    email_proven_at: null,
    must_review_methods: false,
  };
  const merchantId = parseMerchantId(randomUUID());
  const actor = { merchantId, person: { id: account.id, name: account.name }, requestId: guest.requestId };
  const at = new Date(deps.clock.now()).toISOString();
  return openSession(deps, guest, { account, factors: 'password', merchantId, isNew: true }, async (db) => {
    await lockFirstRun(db);
    if (await hasMerchants(db)) throw somebodyWasFaster();
    await keep(db, actor, { account, body, at });
    await deleteFirstRunLinks(db);
  });
}

const somebodyWasFaster = (): ApiError =>
  new ApiError(
    'conflict',
    'Somebody else has set this up at the same moment. Sign in with what was chosen there, or ask them to invite you.',
  );

type Chosen = { readonly account: AccountRow; readonly body: FinishFirstRunRequest; readonly at: string };

// Who has no merchant is nobody's account, and makes way.
async function keep(db: Queryable, actor: Actor, { account, body, at }: Chosen): Promise<void> {
  const { merchantName: name, timeZone } = body;
  await addMerchant(db, actor, { ...USUAL_PLAN, name, timeZone }, at);
  await insertPerson(db, { ...account, email_key: emailKey(account.email) });
  await insertMembership(db, actor.merchantId, account.id, 'owner');
  await recordActivity(db, actor, { kind: 'person.joined', at, details: { email: account.email, role: 'owner' } });
}
