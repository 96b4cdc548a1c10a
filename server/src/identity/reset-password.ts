import type {
  AskForResetRequest,
  PasswordReset,
  ResetAsked,
  ResetFound,
  ResetPasswordRequest,
} from '@vitrine/contract/account-links';
import { LINK_MINUTES } from '@vitrine/contract/console-limits';
import type { RemovedMethods } from '@vitrine/contract/removed-methods';
import type { Queryable } from '../db/db.js';
import { requireFound } from '../errors.js';
import { emailKey } from '../fold.js';
import type { Mailer } from '../mail/mail.js';
import { resetMail } from '../mail/texts.js';
import type { Guest } from '../principal.js';
import { deleteLink, deleteLinksOf, type LinkRow } from './account-link-queries.js';
import { makeLink, requireLink, resetAddress, type MailDeps } from './account-links.js';
import { endAssistants } from './end-assistants.js';
import { requireGoodPassword } from './password-rules.js';
import type { Hashing } from './password.js';
import { findAccount, lockPerson, updateMustReview, updatePassword } from './people-queries.js';
import { proveEmail } from './prove-email.js';
import { recordEverywhere } from './record-everywhere.js';
import { deleteSessionsOf } from './session-queries.js';
import { hasMethodsToReview } from './sign-in-method-queries.js';
import { tellOfChange, tellOfRemoval } from './tell-of-change.js';
import { throttleMail } from './throttle-mail.js';

// The same answer and the same work for every email: whether it has an account is looked up when the answer is out.
export async function askForReset(
  deps: MailDeps,
  guest: Guest,
  { body }: { readonly body: AskForResetRequest },
): Promise<ResetAsked> {
  const { mail } = deps;
  const key = emailKey(body.email);
  if (mail !== undefined) {
    await throttleMail(deps, { emailKey: key, address: guest.address });
    deps.afterwards(() => sendReset(deps, mail, key));
  }
  return { mail: mail !== undefined, minutes: LINK_MINUTES };
}

// Somebody without an account gets no mail: whoever types strange addresses must not fill their boxes.
export async function sendReset(deps: MailDeps, mail: Mailer, key: string): Promise<void> {
  const account = await findAccount(deps.db, key);
  if (account === undefined) return;
  const { email: to, name } = account;
  const made = await makeLink(deps.db, account.id, { kind: 'reset', now: deps.clock.now(), mailedTo: key });
  if (made === undefined) return;
  const link = resetAddress(deps.baseUrl, made.secret);
  await mail.send(resetMail({ to, name, baseUrl: deps.baseUrl, link, minutes: LINK_MINUTES }));
}

export async function lookReset(
  { db, clock }: MailDeps,
  _guest: Guest,
  { body }: { readonly body: { readonly secret: string } },
): Promise<ResetFound> {
  const link = await requireLink(db, 'reset', body.secret, clock.now());
  return { email: link.email, expiresAt: link.expires_at, isFirstProof: isFirstProof(link) };
}

const isFirstProof = ({ mailed, email_proven_at }: LinkRow): boolean => mailed && email_proven_at === null;

// Signs nobody in: who has a second factor is asked for it as always, and a link alone opens nothing.
export async function resetPassword(
  deps: MailDeps & { readonly hashing: Pick<Hashing, 'hash'> },
  guest: Guest,
  { body }: { readonly body: ResetPasswordRequest },
): Promise<PasswordReset> {
  const { db, clock } = deps;
  const link = await requireLink(db, 'reset', body.secret, clock.now());
  requireGoodPassword(body.password, link);
  const passwordHash = await deps.hashing.hash(body.password);
  const now = clock.now();
  const removed = await db.transaction((db) =>
    choose(db, { secret: body.secret, link, passwordHash, now, requestId: guest.requestId }),
  );
  tellOfChange(deps, link, 'password');
  if (removed !== undefined) tellOfRemoval(deps, link, removed);
  return { email: link.email, removed: removed ?? null };
}

type Choice = {
  readonly secret: string;
  readonly link: LinkRow;
  readonly passwordHash: string;
  readonly now: number;
  readonly requestId: string;
};

// Ends every session: a new password is often set because somebody else knew the old one. Returns what the first proof of the
// email has removed.
async function choose(
  db: Queryable,
  { secret, link, passwordHash, now, requestId }: Choice,
): Promise<RemovedMethods | undefined> {
  const { person_id: personId, name, email } = link;
  const at = new Date(now).toISOString();
  const actor = { person: { id: personId, name }, requestId };
  await recordEverywhere(db, personId, actor, { kind: 'person.password_reset', at, details: { email } });
  // Meanwhile another may have used it, or the account may have changed: asked again with the account in hand.
  await lockPerson(db, personId);
  const { id, mailed, email_key: emailKey } = await requireLink(db, 'reset', secret, now);
  requireFound(await deleteLink(db, id), 'link');
  const removed = mailed ? await proveEmail(db, personId, { emailKey, at, actor }) : undefined;
  requireFound(await updatePassword(db, personId, passwordHash), 'person');
  await deleteLinksOf(db, personId);
  await deleteSessionsOf(db, personId);
  await endAssistants(db, personId, { at, actor });
  // Whatever is left stays out until the person has signed in with the new password and looked through it.
  if (await hasMethodsToReview(db, personId, { now: at })) await updateMustReview(db, personId, true);
  return removed;
}
