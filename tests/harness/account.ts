import { createHash } from 'node:crypto';
import { parseMerchantId } from '../../server/src/ids.js';
import { createPerson } from '../../server/src/identity/create-person.js';
import { emailKey } from '../../server/src/fold.js';
import { sendConsole } from './console.js';
import type { Service, Shop } from './service.js';

export const PASSWORD = 'correct horse battery';

let people = 0;

// As `vitrine-server person create` makes one, with an address of their own.
export async function newAccount(service: Service, shop: Shop) {
  people += 1;
  const email = `Person${people}@Example.com`;
  const order = { email, name: `Person ${people}`, role: 'owner', password: PASSWORD } as const;
  const { id } = await createPerson(service, parseMerchantId(shop.id), order);
  const address = `203.0.113.${people}`;
  const signIn = ({ password = PASSWORD, from = address, as = email, cookie = '' }: SigningIn = {}) =>
    sendConsole(service.url, 'POST', '/sign-in', {
      body: { email: as, password },
      headers: { 'x-forwarded-for': from, cookie },
    });
  return { id, email, name: order.name, address, signIn };
}

type SigningIn = { readonly password?: string; readonly from?: string; readonly as?: string; readonly cookie?: string };

// As if strangers had just guessed as often as they may for this email, from addresses all over the world.
export async function useUpGuesses({ db, clock }: Service, email: string): Promise<void> {
  const key = `email ${createHash('sha256').update(emailKey(email)).digest('base64url')}`;
  await db.rows({
    text: 'insert into sign_in_attempts (key, started_at, attempts) values ($1, $3, 10), ($2, $3, 1)',
    values: [key, `${key} turn`, new Date(clock.now()).toISOString()],
  });
}
