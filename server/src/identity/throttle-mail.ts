import { createHash } from 'node:crypto';
import { MAILS_PER_ADDRESS_MAX, MAILS_PER_EMAIL_MAX } from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import { rateLimited } from '../errors.js';
import { countAgainst, limitNetworks } from './throttle.js';

type Asked = { readonly emailKey: string; readonly address?: string };

// Limits the mails that are requested for one email and from one address. Counts the email as typed, so that the answer
// does not tell whether it has an account. The address comes first: what it may not request must not use up the email's mails.
export async function throttleMail(deps: Deps, { emailKey, address }: Asked): Promise<void> {
  // Strangers type anything into the email field. We do not keep it.
  const byEmail = `mail ${createHash('sha256').update(emailKey).digest('base64url')}`;
  const byAddress = address === undefined ? [] : limitNetworks('mail address', address, MAILS_PER_ADDRESS_MAX);
  const seconds = await countAgainst(deps, [...byAddress, [byEmail, MAILS_PER_EMAIL_MAX]]);
  if (seconds === undefined) return;
  throw rateLimited(
    `Mail was asked for too often. Look for what has come already, also under spam, or try again in ${Math.ceil(seconds / 60)} min.`,
    seconds,
  );
}
