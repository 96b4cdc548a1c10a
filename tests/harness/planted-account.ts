import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import { makeLink } from '../../server/src/identity/account-links.js';
import { parsePersonId } from '../../server/src/ids.js';
import { newAccount, PASSWORD } from './account.js';
import { newAiKey } from './ai-keys.js';
import { newCompanyBrowser } from './company-browser.js';
import { ORIGIN } from './authenticator.js';
import { allow, askedFor, newClientId, redeem, showTo } from './connections.js';
import { newSession, sendConsole } from './console.js';
import type { CompanyPerson, CompanyProvider } from './oidc-provider.js';
import { giveApp, givePasskey, giveRecoveryCodes, RECOVERY_CODES } from './second-factors.js';
import type { Service, Shop } from './service.js';

type Scene = { readonly service: Service; readonly provider: CompanyProvider; readonly shop: Shop };

/** Every way into an account, set up before anybody proved its email, and which of them still open it. */
export async function newPlantedAccount({ service, provider, shop }: Scene) {
  const account = await newAccount(service, shop);
  const { id, email } = account;
  const session = await newSession(service, id);
  const { secret: key } = await newAiKey(service, { merchantId: shop.id, personId: id });
  const clientId = await newClientId(service);
  const code = (await allow(session, askedFor(clientId, { resource: ORIGIN + MCP_PATH }))).get('code');
  const connection = String((await redeem(service, clientId, code)).json['access_token']);
  const passkeyId = randomUUID();
  const passkey = await givePasskey(service, id, passkeyId);
  await giveApp(service, id);
  await giveRecoveryCodes(service, id);
  const stranger: CompanyPerson = { sub: `stranger-${id}`, email: `stranger-${id}@b.example`, email_verified: true };
  await linkCompanyAccount(service, provider, { personId: id, sub: stranger.sub });
  const link = await makeLink(service.db, parsePersonId(id), { kind: 'reset', now: service.clock.now() });
  const post = (path: string, body: object) => sendConsole(service.url, 'POST', path, { body });
  const ticket = Object((await account.signIn()).json['secondFactor']).ticket;
  const ways: Readonly<Record<string, () => Promise<boolean>>> = {
    session: async () => (await session.get('/me')).status === 200,
    'assistant key': async () => (await showTo(service, key)).status === 200,
    connection: async () => (await showTo(service, connection)).status === 200,
    'link that was handed out': async () => (await post('/reset/look', { secret: link?.secret })).status === 200,
    'sign-in that waits for its code': async () =>
      (await post('/sign-in/second-factor', { ticket, code: RECOVERY_CODES[0] })).status === 200,
    password: async () => (await account.signIn({ password: PASSWORD })).status === 200,
    passkey: async () => {
      const { json } = await post('/sign-in/passkey/start', {});
      return (await post('/sign-in/passkey', passkey.answer(Object(json['options'])))).status === 200;
    },
    'single sign-on': async () => {
      provider.seat(stranger);
      const browser = newCompanyBrowser(service);
      await browser.go('/company/sign-in');
      return (await browser.get('/me')).status === 200;
    },
  };
  const openWays = async (): Promise<string[]> => {
    const open: string[] = [];
    for (const [name, isOpen] of Object.entries(ways)) if (await isOpen()) open.push(name);
    return open;
  };
  assert.equal(typeof ticket, 'string');
  return { ...account, session, passkey, passkeyId, stranger, email, ways: Object.keys(ways), openWays };
}

export type PlantedAccount = Awaited<ReturnType<typeof newPlantedAccount>>;

// As if the person had connected it.
export const linkCompanyAccount = (
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  { issuer }: Pick<CompanyProvider, 'issuer'>,
  { personId, sub }: { readonly personId: string; readonly sub: string },
) =>
  db.rows({
    text: 'insert into company_accounts (issuer, subject, person_id, linked_at) values ($1, $2, $3, $4)',
    values: [issuer, sub, personId, new Date(clock.now()).toISOString()],
  });
