import { randomUUID } from 'node:crypto';
import { SCOPES } from '@vitrine/contract/scopes';
import { newTokenSecret } from '../../server/src/identity/token-secret.js';
import { emailKey } from '../../server/src/fold.js';
import { hashPassword } from '../../server/src/identity/password.js';
import { newPerson, newSession } from '../harness/console.js';
import { newAiKey } from '../harness/ai-keys.js';
import { newScreen } from '../harness/screens.js';
import { newWebhook } from '../harness/webhooks.js';
import { aToken, startService, type Service } from '../harness/service.js';
import { apiRows, type ApiRow } from './api-rows.js';
import { CANARY, contentOf, poolsOf } from './merchant-content.js';
import { Pools } from './pools.js';
import { exchange } from './wire.js';
import { openTickets, portOf } from './open-tickets.js';
import type { Ticket } from './stored-wire.js';

const PLENTY = 1_000_000_000;
const PASSWORD = 'a password of the fuzzer';

// The service with three merchants: one whose token is used, one whose people are, and one whose data must never be seen.
export async function openWorld() {
  const logLines: string[] = [];
  const limits = { readsPerMinute: PLENTY, writesPerMinute: PLENTY };
  const service = await startService({ limits, logLines, company: 'own' });
  const pools = new Pools();
  const shop = await openShop(service, pools);
  const office = await openOffice(service, pools);
  const other = await openOther(service, pools);
  const tickets = await openTickets(shop);
  const port = portOf(service.url);
  pools.set('host', [`127.0.0.1:${port}`]);
  pools.set('origin', [service.url]);
  pools.set('word', ['poster', '%', '_', '\\', '*', '10 % off', 'A_B', 'GRÖSSE', 'ture 1', 'window', ' ']);
  pools.set('zone', ['Europe/Paris', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC']);
  const secrets = [
    ...pools.all('token').map((secret) => ['a token', secret] as const),
    ...pools.all('ai-key').map((secret) => ['a key for an assistant', secret] as const),
    ...pools.all('screen').map((secret) => ['the key of a screen', secret] as const),
    ['a signature', signatureIn(tickets)] as const,
  ];
  return {
    service,
    pools,
    tickets,
    ports: { api: port, storage: portOf(tickets[0]?.origin ?? '') },
    isWired: await findWired(port),
    // Somebody who should be let in was not.
    state: { isKeptOut: true },
    heal: () => heal(service, pools, office),
    // Something happens in the shop.
    change: () => shop.post(`/media/${shop.mediaId}/tags`, { add: [randomUUID()] }),
    takeLog: () => logLines.splice(0).join('\n'),
    findCanary: (text: string, said: string) => findCanary(other.marks, text, said),
    marks: () => other.marks,
    // Ids of new things are the client's own: who has sent one of another merchant has a thing of that id from then on.
    forgetMark: (own: string | undefined) => void (other.marks = other.marks.filter((mark) => mark !== own)),
    findSecret: (text: string) =>
      [...secrets, ...office.secrets()].find(([, secret]) => withoutCookies(text).includes(secret))?.[0],
    close: () => service.close(),
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

const plan = { name: 'pro', endsAt: null, allowsWrites: true, storageQuotaBytes: 2 ** 50 };

async function openShop(service: Service, pools: Pools) {
  const narrow = SCOPES.map((scope) => aToken(newTokenSecret(), [scope]));
  const content = contentOf('');
  const shop = await service.newMerchant({ ...content, merchant: { plan }, tokens: narrow });
  for (const [pool, values] of poolsOf(content)) for (const value of values) pools.add(pool, value);
  const screens = [await newScreen(service, shop.id), await newScreen(service, shop.id)];
  pools.set(
    'screen',
    screens.map(({ key }) => key),
  );
  pools.set('token', [shop.secret, ...narrow.map(({ secret }) => secret)]);
  pools.add('id:merchant', shop.id);
  return { ...shop, mediaId: content.media[0]?.id };
}

async function openOffice(service: Service, pools: Pools) {
  const content = contentOf('');
  const office = await service.newMerchant(content);
  for (const [pool, values] of poolsOf(content)) for (const value of values) pools.add(pool, value);
  const people = [
    await newPerson(service, { [office.id]: 'owner' }, 'Olga Owner'),
    await newPerson(service, { [office.id]: 'admin' }, 'Adam Admin'),
    await newPerson(service, { [office.id]: 'staff' }, 'Stella Staff'),
    await newPerson(service, {}, 'Nobody'),
  ] as const;
  const hash = await hashPassword(PASSWORD);
  await service.db.rows({ text: 'update people set password_hash = $1', values: [hash] });
  pools.set('password', [PASSWORD]);
  pools.set(
    'session',
    people.map(({ secret }) => secret),
  );
  for (const { id, email } of people) {
    pools.add('id:person', id);
    pools.add('email', email);
  }
  pools.add('id:token', office.token.id);
  pools.add('id:screen', (await newScreen(service, office.id)).id);
  const webhook = await newWebhook(service, office.id);
  pools.add('id:webhook', webhook.id);
  pools.add('id:delivery', webhook.deliveryId);
  const aiKeys = [];
  for (const { id: personId } of people.slice(0, 3))
    aiKeys.push(await newAiKey(service, { merchantId: office.id, personId }));
  pools.set(
    'id:ai-key',
    aiKeys.map(({ id }) => id),
  );
  pools.set(
    'ai-key',
    aiKeys.map(({ secret }) => secret),
  );
  pools.add('id:merchant', office.id);
  const secrets = () => pools.all('session').map((secret) => ['a session', secret] as const);
  const accounts = await service.db.row<{ rows: string }>({
    text: 'select json_agg(people)::text as rows from people where id = any($1)',
    values: [people.map(({ id }) => id)],
  });
  return { id: office.id, people, secrets, accounts: accounts?.rows ?? '[]' };
}

async function openOther(service: Service, pools: Pools) {
  const content = contentOf(CANARY);
  const merchant = { name: `${CANARY} shop`, plan };
  const other = await service.newMerchant({ ...content, merchant, tokens: [] });
  const owner = await newPerson(service, { [other.id]: 'owner' }, `${CANARY} person`);
  const invited = await owner.post('/invitations', { email: `${CANARY}@example.com`, role: 'staff' });
  const ids = poolsOf(content);
  ids.set('id:merchant', [other.id]);
  ids.set('id:person', [owner.id]);
  ids.set('id:token', [other.token.id]);
  ids.set('id:screen', [(await newScreen(service, other.id, { name: `${CANARY} wall` })).id]);
  const webhook = await newWebhook(service, other.id, { name: `${CANARY} till` });
  ids.set('id:webhook', [webhook.id]);
  ids.set('id:delivery', [webhook.deliveryId]);
  ids.set('id:ai-key', [(await newAiKey(service, { merchantId: other.id, personId: owner.id }, { name: CANARY })).id]);
  ids.set('id:invitation', [String(Object(invited.json['invitation']).id)]);
  for (const [pool, values] of ids) pools.set(`other ${pool}`, values);
  const cursor = await other.get('/media?limit=1');
  pools.set('other cursor', [String(Object(cursor.body).nextCursor)]);
  return { marks: [...ids.values()].flat() };
}

// Its words never; its ids only where the request itself named them.
function findCanary(marks: readonly string[], text: string, said: string): string | undefined {
  const [folded, foldedSaid] = [text.toLowerCase(), said.toLowerCase()];
  if (folded.includes(CANARY.toLowerCase())) return CANARY;
  return marks.find((mark) => folded.includes(mark) && !foldedSaid.includes(mark));
}

const signatureIn = (tickets: readonly Ticket[]): string =>
  /X-Amz-Signature=(\w+)/.exec(tickets[0]?.target ?? '')?.[1] ?? randomUUID();

// Where a session belongs.
const withoutCookies = (text: string): string => text.replace(/^set-cookie: .*$/gim, '');

type Office = Awaited<ReturnType<typeof openOffice>>;

// People sign out, leave and lose their rights while the run goes on, and who belongs nowhere any more loses the account;
// and whoever guesses passwords is kept out, and whoever lacks a second factor that the owner has come to demand.
async function heal(service: Service, pools: Pools, { id, people, accounts }: Office): Promise<void> {
  const [owner, admin, staff] = people;
  const emails = people.map(({ email }) => emailKey(email));
  await service.db.rows({
    text: 'delete from people where email_key = any($1) and not id = any($2)',
    values: [emails, people.map((person) => person.id)],
  });
  await service.db.rows({
    text: 'insert into people select * from json_populate_recordset(null::people, $1) on conflict do nothing',
    values: [accounts],
  });
  await service.db.rows({
    text: `insert into memberships (merchant_id, person_id, role)
      select $1, person_id, role from unnest($2::uuid[], $3::text[]) as t (person_id, role)
      on conflict (merchant_id, person_id) do update set role = excluded.role`,
    values: [id, [owner.id, admin.id, staff.id], ['owner', 'admin', 'staff']],
  });
  await service.db.rows({ text: 'delete from sign_in_attempts', values: [] });
  await service.db.rows({ text: 'update merchants set requires_second_factor = false where id = $1', values: [id] });
  const sessions = await Promise.all(people.map((person) => newSession(service, person.id)));
  pools.set(
    'session',
    sessions.map(({ secret }) => secret),
  );
}

// Rows that the table has and the service not yet, found by asking: a parameter is nobody's id.
async function findWired(port: number): Promise<(row: ApiRow) => boolean> {
  const wired = new Set<ApiRow>();
  for (const row of apiRows) {
    const head = `${row.method} ${row.path.replace(/:\w+/g, randomUUID())} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
    const { answers } = await exchange({
      port,
      bytes: Buffer.from(head),
      method: row.method,
      until: 'answer',
      msMax: 60_000,
    });
    const [answer] = answers;
    if (answer?.status !== 405 && answer?.body.includes('No such endpoint.') === false) wired.add(row);
  }
  return (row) => wired.has(row);
}
