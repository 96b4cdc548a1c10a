import assert from 'node:assert/strict';
import type { Endpoint } from '@vitrine/contract/endpoint';
import { beforeAll, describe, test } from 'vitest';
import { send, useService, type Shop } from '../harness/service.js';
import { anImage, aTag } from '../harness/content.js';
import { addressOf, tokenCases, tokenContent } from '../harness/endpoint-cases.js';

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
      ['=1', 'A parameter has no name.'],
      ['=%00', 'A parameter has no name.'],
      ['=1&=2', 'A parameter has no name.'],
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

  const unknown = ({ query }: Endpoint, name: string): string => {
    const names = Object.keys(query?.properties ?? {});
    return `Unknown parameter "${name}". This endpoint takes ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
  };

  test.each(searched)('%s names every faulty parameter, not only the first', async (_name, endpoint) => {
    const answer = await send(
      `${service.url}${addressOf(endpoint, ids)}?limit=0&colour=red&q=${'a'.repeat(201)}`,
      shop.secret,
    );
    assert.deepEqual(answer.body, {
      error: 'invalid_request',
      message: `${unknown(endpoint, 'colour')} limit: must be a whole number from 1 to 200. q: 201 characters, at most 200.`,
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
      ['colour=red', unknown(endpoint, 'colour')],
      ['limit=1&limit=1', 'limit: given more than once.'],
      ['limit=%ff', 'limit: is not valid percent-encoded UTF-8.'],
      ['cursor.x=1', unknown(endpoint, 'cursor.x')],
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

  test.each(lists)('%s names ten unknown parameters, cut and escaped, and counts the rest', async (_name, endpoint) => {
    const names = ['\u202ea\u0007', 'x'.repeat(41), ...Array.from({ length: 1_198 }, (_, at) => `k${at}`)];
    const query = names.map((name) => encodeURIComponent(name)).join('&');
    const answer = await send(`${service.url}${addressOf(endpoint, ids)}?${query}&limit=0`, shop.secret);
    const shown = ['\\u202ea\\u0007', 'x'.repeat(40), ...names.slice(2, 10)].map((name) => `"${name}"`).join(', ');
    const taken = unknown(endpoint, '').split('. ')[1];
    assert.deepEqual(
      [answer.status, answer.body],
      [
        400,
        {
          error: 'invalid_request',
          message: `Unknown parameters ${shown} and 1,190 more. ${taken} limit: must be a whole number from 1 to 200.`,
        },
      ],
    );
  });

  test('leaves a cursor that may be good beside a faulty filter', async () => {
    const tags = [aTag('Spring'), aTag('Sprint')];
    const media = ['Spring bread', 'Spring cake'].map((name) => anImage({ name, tagIds: tags.map(({ id }) => id) }));
    const { secret } = await service.newMerchant({ tags, media });
    const get = async (list: string, query: string) =>
      (await send(`${service.url}/api/integrations/v1${list}?${query}`, secret)).body as Record<string, unknown>;
    const once = 'q: given more than once.';
    const tag = `tag=${tags[0]?.id}`;
    for (const [list, good, bad, fault] of [
      ['/media', 'q=spring', 'q=spring', once],
      ['/tags', 'q=spri', 'q=spri', once],
      [
        '/media',
        tag,
        'tag=x',
        'tag: "x" is not a tag id. Look the id up with GET /tags?q=…, and repeat the parameter for several.',
      ],
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
