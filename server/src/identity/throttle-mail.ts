import { createHash } from 'node:crypto';
import { MAILS_PER_ADDRESS_MAX, MAILS_PER_EMAIL_MAX } from '@vitrine/contract/console-limits';
import type { Deps } from '../db/db.js';
import { rateLimited } from '../errors.js';
import { countAgainst } from './throttle.js';

type Asked = { readonly emailKey: string; readonly address?: string };

// So many mails that somebody asks for go to one email in a quarter of an hour, and so many are asked for from one address.
// Counted by what was typed, so that an email without an account is refused like one with.
export async function throttleMail(deps: Deps, { emailKey, address }: Asked): Promise<void> {
  // What strangers type into the field is nothing that we keep.
  const byEmail = `mail ${createHash('sha256').update(emailKey).digest('base64url')}`;
  const byAddress = address === undefined ? undefined : `mail address ${address}`;
  const seconds = await countAgainst(deps, [
    [byEmail, MAILS_PER_EMAIL_MAX],
    [byAddress, MAILS_PER_ADDRESS_MAX],
  ]);
  if (seconds === undefined) return;
  throw rateLimited(
    `Mail was asked for too often. Look for what has come already, also under spam, or try again in ${Math.ceil(seconds / 60)} min.`,
    seconds,
  );
}
