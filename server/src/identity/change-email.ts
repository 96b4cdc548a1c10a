import type { AskForEmailRequest, EmailAsked, EmailConfirmed } from '@vitrine/contract/account-links';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { Queryable } from '../db/db.js';
import { ApiError, notFound, requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import type { Mailer } from '../mail/mail.js';
import {
  confirmEmailMail,
  emailChangedMail,
  emailChangingMail,
  emailProofMail,
  emailTakenMail,
} from '../mail/texts.js';
import type { Session, SessionWithGuest } from '../principal.js';
import { deleteLink, deleteLinksOf, type LinkRow } from './account-link-queries.js';
import { emailAddress, makeLink, requireLink, type MailDeps } from './account-links.js';
import { findAccount, lockPerson, updateEmail } from './people-queries.js';
import { proveEmailInSession } from './prove-email.js';
import { holdEverywhere, recordEverywhere } from './record-everywhere.js';
import { requireStillThere } from './session.js';
import { hasMethodsToReview, updateSessionReview } from './sign-in-method-queries.js';
import { deleteOtherSessionsOf } from './session-queries.js';
import { throttleMail } from './throttle-mail.js';

// The same answer whether the new email has an account or not: what is told goes to that email, after the answer. For the email
// that the account has already, the link confirms it.
export async function askForEmail(
  deps: MailDeps,
  session: SessionWithGuest,
  { body }: { readonly body: AskForEmailRequest },
): Promise<EmailAsked> {
  const { mail } = deps;
  const email = body.email.trim();
  if (mail !== undefined) {
    await throttleMail(deps, { emailKey: emailKey(email), address: session.guest.address });
    deps.afterwards(() => sendProof(deps, mail, session, email));
  }
  return { mail: mail !== undefined, minutes: LINK_MINUTES };
}

async function sendProof(deps: MailDeps, mail: Mailer, { person, email: old }: Session, email: string): Promise<void> {
  const { db, clock, baseUrl } = deps;
  const key = emailKey(email);
  const other = await findAccount(db, key);
  if (other !== undefined && other.id !== person.id) {
    await mail.send(emailTakenMail({ to: other.email, name: other.name, baseUrl }));
    return;
  }
  const made = await makeLink(db, person.id, { kind: 'email', now: clock.now(), newEmail: { email, key } });
  if (made === undefined) return;
  const link = emailAddress(baseUrl, made.secret);
  if (email === old) {
    await mail.send(confirmEmailMail({ to: email, name: person.name, baseUrl, link, minutes: LINK_MINUTES }));
    return;
  }
  await mail.send(emailProofMail({ to: email, name: person.name, baseUrl, link, minutes: LINK_MINUTES }));
  await mail.send(emailChangingMail({ to: old, name: person.name, baseUrl, newEmail: email }));
}

// Both are needed at once: the link, which only the new address has, and a session of the account. With the link alone
// somebody could be given an account that others can come into, under their own address.
export async function confirmEmail(
  deps: MailDeps,
  session: SessionWithGuest,
  { body }: { readonly body: { readonly secret: string } },
): Promise<EmailConfirmed> {
  const { db, clock, mail, baseUrl, afterwards } = deps;
  const now = clock.now();
  const { email: old, person } = session;
  const link = await requireOwnLink(db, session, body.secret, now);
  const newEmail = link.new_email ?? '';
  await db.transaction((db) => move(db, session, { secret: body.secret, link, now }));
  if (mail !== undefined && newEmail !== old) {
    afterwards(async () => {
      for (const to of [old, newEmail]) {
        await mail.send(emailChangedMail({ to, name: person.name, baseUrl, at: now, newEmail }));
      }
    });
  }
  return { email: newEmail };
}

async function requireOwnLink(db: Queryable, { person }: Session, secret: string, now: number): Promise<LinkRow> {
  const link = await requireLink(db, 'email', secret, now);
  if (link.person_id !== person.id) throw notFound('link');
  return link;
}

type Moving = { readonly secret: string; readonly link: LinkRow; readonly now: number };

async function move(db: Queryable, session: SessionWithGuest, { secret, link, now }: Moving): Promise<void> {
  const { person, guest, email: from } = session;
  const at = new Date(now).toISOString();
  const to = link.new_email ?? '';
  const details = { personId: person.id, name: person.name, from, to };
  const actor = { person, requestId: guest.requestId };
  if (to === from) await holdEverywhere(db, person.id);
  else await recordEverywhere(db, person.id, actor, { kind: 'person.email_changed', at, details });
  await lockPerson(db, person.id);
  const { id, new_email_key, email_proven_at } = await requireOwnLink(db, session, secret, now);
  requireFound(await deleteLink(db, id), 'link');
  await requireStillThere(db, session.id, at);
  const others = await hasMethodsToReview(db, person.id, { sessionId: session.id, now: at });
  if (email_proven_at === null && others) await updateSessionReview(db, session.id, true);
  if (to === from) {
    await proveEmailInSession(db, person.id, { emailKey: new_email_key ?? '', at, actor });
    return;
  }
  if ((await updateEmail(db, person.id, { email: to, emailKey: new_email_key ?? '', provenAt: at })) === undefined) {
    throw new ApiError('conflict', `${to} is the email of another account by now.`);
  }
  await deleteLinksOf(db, person.id);
  await deleteOtherSessionsOf(db, person.id, session.id);
}
