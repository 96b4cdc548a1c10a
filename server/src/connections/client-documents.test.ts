// Programs whose id is the address of a document about themselves: what is read, what is believed, and where nobody looks.
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { allow, askedFor, redeem, REDIRECT } from '../../../tests/harness/connections.js';
import { openDocumentSite, type DocumentSite } from '../../../tests/harness/client-documents.js';
import { newPerson, type TestPerson } from '../../../tests/harness/console.js';
import { startService, type Service } from '../../../tests/harness/service.js';

let site: DocumentSite;
let service: Service;
let shopId: string;
let visitor: TestPerson;

beforeAll(async () => {
  site = await openDocumentSite([REDIRECT]);
  service = await startService({ outside: site.outside });
  shopId = (await service.newMerchant()).id;
  visitor = await newColleague();
});
afterAll(async () => {
  await service.close();
  site.close();
});

const newColleague = (): Promise<TestPerson> => newPerson(service, { [shopId]: 'staff' }, 'Stella Staff');
const look = async (person: TestPerson, clientId: string) =>
  (await person.post('/connections/asked', { asked: askedFor(clientId) })).json;
const answer = (path: string, body: unknown, headers: Record<string, string> = {}, status = 200): void =>
  void site.answers.set(path, (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

test('a program is known by its document, and the person sees the host that it lies at', async () => {
  const person = await newColleague();
  const clientId = site.at('/client.json');
  const json = await look(person, clientId);
  const { host } = new URL(clientId);
  assert.deepEqual(json['program'], { name: 'Claude', host, returnsTo: 'claude.example' });
  const code = (await allow(person, askedFor(clientId))).get('code');
  assert.equal((await redeem(service, clientId, code)).status, 200);
  // Between the page and the yes it is what the person was shown.
  assert.deepEqual(site.asked, ['/client.json']);
  const [row] = Object((await person.get('/me/ai-keys')).body).items;
  assert.deepEqual([row.name, row.connection], ['Claude', { host }]);
  service.clock.advance(10 * 60_000);
  await look(person, clientId);
  assert.equal(site.asked.length, 2);
});

describe('nothing is shown, and nothing leads back, where', () => {
  const documentAt = (path: string, more: object = {}) => ({
    client_id: site.at(path),
    client_name: 'Claude',
    redirect_uris: [REDIRECT],
    ...more,
  });
  const cases: readonly [string, string, () => void][] = [
    ['the document is another program’s', '/other', () => answer('/other', documentAt('/client.json'))],
    ['it names no program', '/unnamed', () => answer('/unnamed', { redirect_uris: [REDIRECT] })],
    ['a secret is in it', '/secret', () => answer('/secret', documentAt('/secret', { client_secret: 'x' }))],
    [
      'it wants a shared secret',
      '/shared',
      () => answer('/shared', documentAt('/shared', { token_endpoint_auth_method: 'client_secret_post' })),
    ],
    [
      'the answer would go to an address that it does not name',
      '/uris',
      () => answer('/uris', documentAt('/uris', { redirect_uris: ['https://other.example/'] })),
    ],
    [
      'the address that it names is a script',
      '/script',
      () => answer('/script', documentAt('/script', { redirect_uris: ['javascript:alert(1)'] })),
    ],
    ['the addresses are no list', '/text', () => answer('/text', documentAt('/text', { redirect_uris: REDIRECT }))],
    ['it is not there', '/gone', () => answer('/gone', documentAt('/gone'), {}, 404)],
    ['it leads elsewhere', '/moved', () => answer('/moved', '', { location: site.at('/client.json') }, 302)],
    ['it is a page', '/page', () => answer('/page', '<html>', { 'content-type': 'text/html' })],
    ['it is not JSON', '/broken', () => answer('/broken', '{')],
    ['it is huge', '/huge', () => answer('/huge', documentAt('/huge', { pad: 'x'.repeat(6_000) }))],
    ['it is nothing', '/null', () => answer('/null', 'null')],
  ];
  test.each(cases)('%s', async (_, path, prepare) => {
    prepare();
    const json = await look(visitor, site.at(path));
    assert.deepEqual([json['program'], json['back']], [null, null]);
    assert.ok(site.asked.includes(path));
    const yes = await visitor.post('/connections', { asked: askedFor(site.at(path)), permissions: ['look'] });
    assert.equal(yes.status, 409);
  });

  test('a document that speaks of private keys is one of a program like others', async () => {
    answer(
      '/signed',
      documentAt('/signed', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://claude.example/k' }),
    );
    const json = await look(visitor, site.at('/signed'));
    assert.equal(Object(json['program'])['name'], 'Claude');
  });
});

describe('nobody is asked at', () => {
  const PATH = '/client.json';
  test.each<[string, () => string]>([
    ['a name that leads into the private network', () => site.at(PATH, 'inside.example')],
    ['a private address', () => site.at(PATH, '10.0.0.7')],
    ['this machine', () => site.at(PATH, '127.0.0.1')],
    ['this machine, by IPv6', () => site.at(PATH, '[::1]')],
    ['the cloud’s metadata', () => site.at('/latest/meta-data', '169.254.169.254')],
    ['a number', () => site.at(PATH, '2130706433')],
    ['a host that webhooks may call', () => site.at(PATH, 'loop.example')],
    ['the port of mail', () => 'https://claude.example:25/client.json'],
    ['the top of a site', () => site.at('/')],
    ['a site without a path', () => site.at('')],
    ['a path with a way up', () => site.at('/a/../client.json')],
    ['a path with a fragment', () => site.at('/client.json#me')],
    ['an address with a password', () => site.at(PATH, 'me:word@claude.example')],
    ['a host in capitals', () => site.at(PATH, 'CLAUDE.example')],
    ['a path of 2,000 characters', () => site.at(`/${'a'.repeat(2_000)}`)],
    ['plain http', () => site.at(PATH).replace('https:', 'http:')],
    ['another protocol', () => site.at(PATH).replace('https:', 'ftp:')],
  ])('%s', async (_, addressOf) => {
    const dialled = site.dialled.length;
    const json = await look(await newColleague(), addressOf());
    assert.deepEqual([json['program'], json['back']], [null, null], JSON.stringify(json));
    assert.equal(site.dialled.length, dialled);
  });

  test('but at the site itself', async () => {
    const dialled = site.dialled.length;
    await look(await newColleague(), site.at('/reached'));
    assert.equal(site.dialled.length, dialled + 1);
  });
});

test('for one person thirty documents are read in a quarter of an hour; what is known is read from memory', async () => {
  const person = await newColleague();
  const known = site.at('/known');
  const asked = await Promise.all(
    Array.from({ length: 31 }, (_, at) => {
      const clientId = at === 0 ? known : site.at(`/many/${at}`);
      return person.post('/connections/asked', { asked: askedFor(clientId) });
    }),
  );
  assert.deepEqual(
    asked.map(({ status }) => status).toSorted((one, other) => one - other),
    [...Array.from({ length: 30 }, () => 200), 429],
  );
  const other = await newColleague();
  assert.equal((await other.post('/connections/asked', { asked: askedFor(site.at('/many/1')) })).status, 200);
});
