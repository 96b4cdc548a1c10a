import assert from 'node:assert/strict';
import { beforeAll, describe, test } from 'vitest';
import { send, useService, type Shop } from '../../tests/harness/service.js';
import { anImage, aTag } from '../../tests/harness/content.js';
import { addressOf, tokenCases, tokenContent } from '../../tests/harness/endpoint-cases.js';

const service = useService();
let shop: Shop;
let ids: ReturnType<typeof tokenContent>['ids'];

beforeAll(async () => {
  const content = tokenContent();
  ids = content.ids;
  shop = await service.newMerchant(content.archive);
});

describe('a list', () => {
  const lists = tokenCases.filter(([, { query }]) => query !== undefined);
  const searched = lists.filter(([, { query }]) => query !== undefined && 'q' in query.properties);
  test.each(lists)('%s refuses what it does not know or cannot read, and names it', async (_name, endpoint) => {
    const faults: [string, string][] = [
      ['colour=red', 'colour'],
      ['Limit=1', 'Limit'],
      ['limit[]=1', 'limit[]'],
      ['__proto__=1', '__proto__'],
      ['constructor=1', 'constructor'],
      ['=1', '(no name): is not known here.'],
      ['=%00', '(no name): must not hold a NUL'],
      ['=1&=2', '(no name): must be given once only.'],
      ['limit=1&limit=1', 'limit'],
      ['q=a&q=a', 'q'],
      ['cursor=', 'cursor'],
      ['cursor=abc', 'cursor'],
      ['q=%00', 'q'],
      ['q=%zz', 'q'],
      ['q=%ff', 'q'],
      [`q=${'a'.repeat(201)}`, 'q'],
      [`q=${encodeURIComponent('😀'.repeat(201))}`, 'q'],
      ...['', '0', '201', '-1', '1.0', '1e1', '0x10', '+1', '%201', 'ten', '99999999999999999999'].map(
        (limit): [string, string] => [`limit=${limit}`, 'limit'],
      ),
    ];
    if (!('tag' in (endpoint.query?.properties ?? {}))) faults.push([`tag=${ids['/media/:id']}`, 'tag']);
    else faults.push(['tag=', 'tag'], ['tag=x', 'tag'], [`tag=urn:uuid:${ids['/media/:id']}`, 'tag']);
    for (const [query, field] of faults) {
      const answer = await send(`${service.url}${addressOf(endpoint, ids)}?${query}`, shop.secret);
      assert.equal(answer.status, 400, query);
      const { error, message } = answer.body as { error: string; message: string };
      assert.equal(error, 'invalid_request');
      assert.ok(message.includes(field), `${query}: ${message}`);
    }
  });

  test.each(searched)('%s names every faulty parameter, not only the first', async (_name, endpoint) => {
    const answer = await send(
      `${service.url}${addressOf(endpoint, ids)}?limit=0&colour=red&q=${'a'.repeat(201)}`,
      shop.secret,
    );
    assert.deepEqual(answer.body, {
      error: 'invalid_request',
      message:
        'colour: is not known here. limit: must be a whole number from 1 to 200. q: must be a text of at most 200 characters.',
    });
  });

  test.each(lists)('%s names a cursor that is not its own beside what else is faulty', async (_name, endpoint) => {
    const messageOf = async (query: string): Promise<string> => {
      const answer = await send(`${service.url}${addressOf(endpoint, ids)}?${query}`, shop.secret);
      assert.equal(answer.status, 400, query);
      return (answer.body as { message: string }).message;
    };
    for (const [query, fault] of [
      ['limit=0', 'limit: must be a whole number from 1 to 200.'],
      ['colour=red', 'colour: is not known here.'],
      ['limit=1&limit=1', 'limit: must be given once only.'],
      ['q=%ff', 'q: is not valid percent-encoded UTF-8.'],
      ['cursor.x=1', 'cursor.x: is not known here.'],
    ] as const) {
      const [both, alone] = [await messageOf(`cursor=bent&${query}`), await messageOf('cursor=bent')];
      assert.equal(both, `${fault} ${alone}`);
    }
    assert.equal((await messageOf('cursor=bent&cursor=bent')).match(/cursor:/g)?.length, 1);
    const { body } = await send(`${service.url}${addressOf(endpoint, ids)}?limit=1`, shop.secret);
    const { nextCursor } = body as { nextCursor: string | null };
    const own = nextCursor === null ? '' : `cursor=${nextCursor}&`;
    assert.equal(await messageOf(`${own}limit=0`), 'limit: must be a whole number from 1 to 200.');
  });

  test('leaves a cursor that may be good beside a faulty filter', async () => {
    const tags = [aTag('Spring'), aTag('Sprint')];
    const media = ['Spring bread', 'Spring cake'].map((name) => anImage({ name, tagIds: tags.map(({ id }) => id) }));
    const { secret } = await service.newMerchant({ tags, media });
    const get = async (list: string, query: string) =>
      (await send(`${service.url}/api/integrations/v1${list}?${query}`, secret)).body as Record<string, unknown>;
    const once = 'q: must be given once only.';
    const tag = `tag=${tags[0]?.id}`;
    for (const [list, good, bad, fault] of [
      ['/media', 'q=spring', 'q=spring', once],
      ['/tags', 'q=spri', 'q=spri', once],
      ['/media', tag, 'tag=x', 'tag.1: must be a uuid.'],
      ['/media', tag, 'tag=%ff', 'tag: is not valid percent-encoded UTF-8.'],
    ] as const) {
      const { nextCursor } = await get(list, `${good}&limit=1`);
      assert.equal((await get(list, `${good}&${bad}&cursor=${String(nextCursor)}`))['message'], fault);
      for (const cursor of ['bent', `${String(nextCursor)}=`, 'A'.repeat(40)]) {
        const { message } = await get(list, `${good}&${bad}&cursor=${cursor}`);
        assert.ok(String(message).startsWith(`${fault} cursor: is not one`), String(message));
      }
    }
  });

  test.each(searched)('%s takes limits from 1 to 200 and texts up to 200 code points', async (_name, endpoint) => {
    for (const query of [
      'limit=1',
      'limit=200',
      'limit=007',
      'limit=0000000000050',
      'q=',
      'q=%20%20',
      `q=${encodeURIComponent('😀'.repeat(200))}`,
      '',
      '&',
    ]) {
      assert.equal((await send(`${service.url}${addressOf(endpoint, ids)}?${query}`, shop.secret)).status, 200, query);
    }
  });
});

test.each(tokenCases.filter(([, { query, method }]) => query === undefined && method === 'GET'))(
  '%s does not read its query: a single read never gives 400',
  async (_name, endpoint) => {
    const answer = await send(`${service.url}${addressOf(endpoint, ids)}?colour=red&limit=0&q=%zz`, shop.secret);
    assert.equal(answer.status, 200);
  },
);
