import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, test } from 'vitest';
import { newPerson, type Json, type TestPerson } from '../../../tests/harness/console.js';
import { anImage } from '../../../tests/harness/content.js';
import { useService, type Shop } from '../../../tests/harness/service.js';
import { parseMerchantId, parsePersonId } from '../ids.js';
import { issueToken } from '../identity/issue-token.js';
import { stopToken } from '../identity/manage-tokens.js';
import type { Actor } from '../principal.js';
import { recordActivity, type ActivityEntry } from './queries.js';

const service = useService();
let shop: Shop;
let owner: TestPerson;

async function newShop(): Promise<void> {
  shop = await service.newMerchant();
  owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
}

const write = (at: string, { person, requestId, ...entry }: Partial<Actor & ActivityEntry> = {}): Promise<void> => {
  const actor = { merchantId: parseMerchantId(shop.id), ...(person && { person }), ...(requestId && { requestId }) };
  return recordActivity(service.db, actor, { kind: 'merchant.changed', at, details: {}, ...entry });
};

async function itemsOf(query = ''): Promise<Json[]> {
  const { json, status, text } = await owner.get(`/activity${query}`);
  assert.equal(status, 200, text);
  return Array.isArray(json['items']) ? json['items'] : [];
}

describe('the activity', () => {
  beforeAll(newShop);

  test('tells which token or person did what, when, in which request', async () => {
    await shop.post(`/media/${randomUUID()}/tags`, { add: ['Summer'] });
    const changed = await owner.patch('/merchant', { name: 'Corner Bakery & Sons', defaultItemSeconds: 12 });
    const [entry] = await itemsOf();
    assert.deepEqual(entry, {
      id: entry?.['id'],
      at: '2026-06-15T12:00:30.000Z',
      kind: 'merchant.changed',
      person: { id: owner.id, name: 'Olga Owner' },
      token: null,
      details: {
        name: { from: 'Corner Bakery', to: 'Corner Bakery & Sons' },
        defaultItemSeconds: { from: 10, to: 12 },
      },
      requestId: changed.headers.get('x-request-id'),
    });
  });

  test('names nobody for what the operator did by a command', async () => {
    const merchantId = parseMerchantId(shop.id);
    const input = { name: 'Till', scopes: ['tags:read'], days: 7 } as const;
    const { id } = await issueToken(service, { merchantId }, input);
    await stopToken(service, { merchantId }, id);
    for (const kind of ['token.issued', 'token.revoked']) {
      const [entry] = await itemsOf(`?kind=${kind}`);
      const { person, token, requestId, details } = entry ?? {};
      assert.deepEqual([person, token, requestId, Object(details)['tokenId']], [null, null, null, id]);
    }
  });
});

describe('filters', () => {
  beforeAll(async () => {
    await newShop();
    const person = { id: owner.id, name: 'Olga Owner' };
    const other = { id: parsePersonId(randomUUID()), name: 'Gone' };
    // Midnight in Paris is 22:00 UTC in June.
    await write('2026-06-09T21:59:59.999Z', { person, details: { n: 1 } });
    await write('2026-06-09T22:00:00.000Z', { person, details: { n: 2 }, kind: 'token.issued' });
    await write('2026-06-10T21:59:59.999Z', { person: other, details: { n: 3 }, kind: 'token.issued' });
    await write('2026-06-10T22:00:00.000Z', { details: { n: 4 } });
    await service.db.rows({
      text: 'update activity set token_id = $2, token_name = $3, token_last_four = $4 where merchant_id = $1 and person_id is null',
      values: [shop.id, shop.token.id, 'Web shop', shop.secret.slice(-4)],
    });
  });

  test.each([
    ['', [4, 3, 2, 1]],
    ['?from=2026-06-10&to=2026-06-10', [3, 2]],
    ['?from=2026-06-11', [4]],
    ['?to=2026-06-09', [1]],
    ['?kind=token.issued', [3, 2]],
    ['?person=OWNER', [2, 1]],
    ['?token=TOKEN', [4]],
    ['?person=OWNER&kind=token.issued&from=2026-06-10', [2]],
    [`?person=${randomUUID()}`, []],
  ])('%s', async (query, wanted) => {
    const asked = query.replace('OWNER', owner.id.toUpperCase()).replace('TOKEN', shop.token.id);
    const numbers = (await itemsOf(asked)).map(({ details }) => Object(details)['n']);
    assert.deepEqual(numbers, wanted);
  });

  test('that are malformed are a 400 that names them', async () => {
    for (const query of [
      'kind=party',
      'person=x',
      'token=1',
      'object=1',
      'from=yesterday',
      'limit=0',
      'limit=201',
      'cursor=x',
      'q=a',
    ]) {
      const answer = await owner.get(`/activity?${query}`);
      assert.equal(answer.status, 400, query);
      const name = query.split('=')[0] ?? '';
      assert.match(String(answer.json['message']), new RegExp(`^(?:${name}: |Unknown parameter "${name}"\\.)`), query);
    }
  });
});

describe('what happened to one thing', () => {
  const [playlistId, one, two] = [randomUUID(), anImage({ name: 'One' }), anImage({ name: 'Two' })];
  beforeAll(async () => {
    shop = await service.newMerchant({ media: [one, two] });
    owner = await newPerson(service, { [shop.id]: 'owner' }, 'Olga Owner');
  });

  test('is told page by page, by its id in whatever letters, and in the file', async () => {
    await write('2026-06-09T12:00:00.000Z', { details: { playlistId, name: 'Window' }, kind: 'playlist.created' });
    await write('2026-06-10T12:00:00.000Z', { details: { playlistId: randomUUID() }, kind: 'playlist.created' });
    await write('2026-06-11T12:00:00.000Z', { details: { playlistId, name: 'Door' }, kind: 'playlist.changed' });
    const first = (await owner.get(`/activity?object=${playlistId.toUpperCase()}&limit=1`)).json;
    const rest = await itemsOf(`?object=${playlistId}&limit=1&cursor=${String(first['nextCursor'])}`);
    const kinds = [...(Array.isArray(first['items']) ? first['items'] : []), ...rest].map(({ kind }) => kind);
    assert.deepEqual(kinds, ['playlist.changed', 'playlist.created']);
    assert.deepEqual(await itemsOf(`?object=${playlistId}&kind=playlist.deleted`), []);
    const { text } = await owner.get(`/activity.csv?object=${playlistId}`);
    assert.equal(text.split('\r\n').length, 4);
  });

  test('has what was done to many at once, and what took its place', async () => {
    const actionId = randomUUID();
    for (const { id } of [one, two]) await owner.post('/media/tags', { ids: [id], actionId, add: ['Summer'] });
    await owner.post(`/media/${one.id}/replace`, { by: two.id });
    await owner.post('/media/delete', { ids: [two.id], actionId: randomUUID() });
    const kindsOf = async (id: string) =>
      (await itemsOf(`?object=${id}`)).map(({ kind }) => String(kind)).toSorted((a, b) => a.localeCompare(b));
    assert.deepEqual(await kindsOf(one.id), ['media.replaced', 'media.tagged']);
    assert.deepEqual(await kindsOf(two.id), ['media.deleted', 'media.replaced', 'media.tagged']);
  });
});

describe('pages', () => {
  beforeAll(async () => {
    await newShop();
    for (let at = 0; at < 25; at += 1) await write('2026-06-10T00:00:00.000Z', { details: { n: at } });
  });

  test('visit every entry once, also among equal times and while others are written', async () => {
    const seen: unknown[] = [];
    let cursor: string | null = null;
    do {
      const query = cursor === null ? '' : `&cursor=${cursor}`;
      const { json } = await owner.get(`/activity?limit=7&kind=merchant.changed${query}`);
      const items: Json[] = Array.isArray(json['items']) ? json['items'] : [];
      seen.push(...items.map(({ id }) => id));
      cursor = typeof json['nextCursor'] === 'string' ? json['nextCursor'] : null;
      await write('2026-06-12T00:00:00.000Z');
    } while (cursor !== null);
    assert.equal(seen.length, 25);
    assert.equal(new Set(seen).size, 25);
  });

  test('belong to their merchant and filters', async () => {
    const { nextCursor } = (await owner.get('/activity?limit=1')).json;
    assert.equal((await owner.get(`/activity?limit=2&cursor=${String(nextCursor)}`)).status, 200);
    assert.equal((await owner.get(`/activity?kind=token.issued&cursor=${String(nextCursor)}`)).status, 400);
    const stranger = await newPerson(service, { [(await service.newMerchant()).id]: 'owner' });
    assert.equal((await stranger.get(`/activity?cursor=${String(nextCursor)}`)).status, 400);
    assert.deepEqual((await stranger.get('/activity')).body, { items: [], nextCursor: null });
  });
});

describe('as a file', () => {
  beforeAll(newShop);

  test("is CSV of RFC 4180 in plain words and the merchant's own time, in which no name is a formula", async () => {
    const person = { id: owner.id, name: '=HYPERLINK("http://evil.example","Olga")' };
    const details = { name: 'a "quoted", name\nof two lines', plan: { from: 'pro', to: 'large' } };
    await write('2026-06-10T10:00:00.000Z', { person, details, requestId: '-1+1' });
    const flight = { from: null, to: { start: '2026-06-01', end: '2026-06-30T18:00' } };
    await write('2026-06-10T09:00:00.000Z', { person: { id: owner.id, name: 'Zoë' }, details: { flight } });
    const answer = await owner.get('/activity.csv?from=2026-06-10');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="activity.csv"');
    assert.equal(
      answer.text,
      [
        '\uFEFFDate,Time,Time zone,Who,Token,What,Name,Details,Kind,Request',
        `2026-06-10,12:00:00,Europe/Paris,"'=HYPERLINK(""http://evil.example"",""Olga"")",,changed the settings of the merchant,"a ""quoted"", name\nof two lines",plan: pro → large,merchant.changed,'-1+1`,
        '2026-06-10,11:00:00,Europe/Paris,Zoë,,changed the settings of the merchant,,runs from 2026-06-01 until 2026-06-30 18:00,merchant.changed,',
        '',
      ].join('\r\n'),
    );
  });

  test('has no formula behind a semicolon, a tab or a line break either, where other spreadsheets split', async () => {
    const cells = [
      ['Olga;=1+1', `"Olga;'=1+1"`],
      ['Olga;"=1+1"', `"Olga;'""=1+1"""`],
      ['Olga\t@SUM(1)', `"Olga\t'@SUM(1)"`],
      ['Olga\n-1', `"Olga\n'-1"`],
      [';+1', `";'+1"`],
      ['Olga;＝1', `"Olga;'＝1"`],
      ['Olga; =1', '"Olga; =1"'],
      ['a;b', '"a;b"'],
    ] as const;
    for (const [at, [name]] of cells.entries()) {
      await write(`2026-06-11T${19 - at}:00:00.000Z`, { person: { id: owner.id, name } });
    }
    const { text } = await owner.get('/activity.csv?from=2026-06-11&to=2026-06-11');
    const lines = text.split('\r\n').slice(1, -1);
    assert.deepEqual(
      lines.map(
        (line) => /^[^,]*,[^,]*,[^,]*,(.*),,changed the settings of the merchant,,,merchant.changed,$/s.exec(line)?.[1],
      ),
      cells.map(([, cell]) => cell),
    );
  });

  test('has every entry, however many', async () => {
    await service.db.rows({
      text: `insert into activity (merchant_id, id, at, kind, details)
             select $1, gen_random_uuid(), '2026-05-01T00:00:00Z', 'media.uploaded', '{}' from generate_series(1, 2000)`,
      values: [shop.id],
    });
    const lines = (await owner.get('/activity.csv?kind=media.uploaded')).text.split('\r\n');
    assert.equal(lines.length, 2002);
    assert.equal(new Set(lines).size, 3);
  });

  test('of a merchant that has none is the header alone', async () => {
    const { text } = await owner.get('/activity.csv?from=2030-01-01');
    assert.deepEqual(text.split('\r\n').slice(1), ['']);
  });
});
