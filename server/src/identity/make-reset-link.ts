import type { HandedLink } from '@vitrine/contract/account-links';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import { MINUTE_MS } from '@vitrine/contract/time-units';
import { recordActivity } from '../activity/queries.js';
import type { Deps, Queryable } from '../db/db.js';
import { ApiError, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import { parsePersonId, type ById, type PersonId } from '../ids.js';
import type { PersonPrincipal } from '../principal.js';
import { makeLink, resetAddress, type MailDeps } from './account-links.js';
import { findMember, findPerson, selectMerchantsOf, type MemberRow } from './people-queries.js';
import { requireMayManage } from './people.js';
import { recordEverywhere } from './record-everywhere.js';
import { sendReset } from './reset-password.js';
import { throttleMail } from './throttle-mail.js';

// By mail it goes to the person alone. Without mail whoever asks gets it, to hand it over: then only for somebody who
// belongs to this merchant and no other, because the link opens the whole account.
export async function makeResetLink(deps: MailDeps, principal: PersonPrincipal, { params }: ById): Promise<HandedLink> {
  const { mail, clock, baseUrl } = deps;
  const now = clock.now();
  const personId = parsePersonId(params.id);
  if (mail === undefined) {
    const { secret, expiresAt } = await deps.db.transaction(async (db) => {
      const { role } = await requireManaged(db, principal, personId, now);
      await requireNowhereElse(db, personId);
      const made = { merchantId: principal.merchantId, by: principal.person.id, role };
      return requireFound(await makeLink(db, personId, { kind: 'reset', now, made }), 'person');
    });
    return { link: resetAddress(baseUrl, secret), sentTo: null, expiresAt };
  }
  const { email } = await deps.db.transaction((db) => requireManaged(db, principal, personId, now));
  await throttleMail(deps, { emailKey: emailKey(email) });
  deps.afterwards(() => sendReset(deps, mail, emailKey(email)));
  return { link: null, sentTo: email, expiresAt: new Date(now + LINK_MINUTES * MINUTE_MS).toISOString() };
}

async function requireManaged(
  db: Queryable,
  principal: PersonPrincipal,
  personId: PersonId,
  now: number,
): Promise<MemberRow> {
  await requireMayManage(db, principal, []);
  const member = requireFound(await findMember(db, principal.merchantId, personId), 'person');
  await requireMayManage(db, principal, [member.role]);
  // Who has forgotten their own is asked for it as always: a browser that was left open must not be enough.
  if (personId === principal.person.id)
    throw new ApiError('conflict', 'Change your own password on your account page.');
  const details = { personId, name: member.name, email: member.email };
  const at = new Date(now).toISOString();
  await recordActivity(db, principal, { kind: 'person.reset_link_made', at, details });
  return member;
}

// An account that joins another merchant later ends the link (account-link-queries.ts).
async function requireNowhereElse(db: Queryable, personId: PersonId): Promise<void> {
  if ((await selectMerchantsOf(db, personId)).length === 1) return;
  throw new ApiError(
    'conflict',
    'No link can be made for this account here, because it is not of this merchant alone. Whoever runs this service can make one.',
  );
}

// In the operator's name, for anybody.
export async function makeOperatorLink({ db, clock }: Deps, personId: PersonId, baseUrl: string) {
  const now = clock.now();
  return db.transaction(async (db) => {
    const person = requireFound(await findPerson(db, personId), 'person');
    const { email, name } = person;
    const at = new Date(now).toISOString();
    const details = { personId, name, email };
    await recordEverywhere(db, personId, {}, { kind: 'person.reset_link_made', at, details });
    const made = requireFound(await makeLink(db, personId, { kind: 'reset', now }), 'person that is not disabled');
    return { id: personId, email, name, link: resetAddress(baseUrl, made.secret), expiresAt: made.expiresAt };
  });
}
