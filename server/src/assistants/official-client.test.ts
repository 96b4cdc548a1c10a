// From a key to a published campaign with the official client, in both eras of the protocol; and refused at every step that the
// key does not cover.
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { AI_PERMISSIONS, type AiPermission } from '@vitrine/contract/ai-words';
import { MCP_PATH } from '@vitrine/contract/endpoint';
import type { Tool } from '@vitrine/contract/tool';
import { tools } from '@vitrine/contract/tools';
import { askModern, newAiKey } from '../../../tests/harness/ai-keys.js';
import { newPerson } from '../../../tests/harness/console.js';
import { useService } from '../../../tests/harness/service.js';

const service = useService();
const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

const ERAS = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['2025-11-25', 'legacy'],
] as const;

// `answer` is the person who is asked; without one the program cannot ask.
async function connect(
  secret: string,
  mode: (typeof ERAS)[number][1],
  answer?: (question: string) => 'accept' | 'decline' | 'cancel',
): Promise<Client> {
  const options = { versionNegotiation: { mode }, capabilities: answer === undefined ? {} : { elicitation: {} } };
  const client = new Client({ name: 'claude-ai', title: 'Claude', version: '1' }, options);
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => ({ action: answer(params.message) }));
  }
  open.push(client);
  const headers = { authorization: `Bearer ${secret}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(service.url + MCP_PATH), { requestInit: { headers } }),
  );
  return client;
}

type Words = readonly { readonly type: string; readonly text?: string }[];

// What the tool gives; a refusal is the words of it.
async function call(
  client: Client,
  name: string,
  given: object,
): Promise<Record<string, unknown> & { refused?: string }> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...given } });
  const words = content as Words;
  assert.ok(
    words.some(({ type, text = '' }) => type === 'text' && text !== ''),
    name,
  );
  return isError === true ? { refused: words[0]?.text ?? '' } : Object(structuredContent);
}

async function newShop(permissions: readonly AiPermission[], role: 'owner' | 'staff' = 'staff') {
  const shop = await service.newMerchant();
  const person = await newPerson(service, { [shop.id]: role }, 'Stella Staff');
  const { id, secret } = await newAiKey(service, { merchantId: shop.id, personId: person.id }, { permissions });
  return { shop, person, keyId: id, secret };
}

// One pixel.
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe.each(ERAS)('in the revision of %s', (revision, mode) => {
  test('an assistant brings a picture, puts it into a campaign, shows what would change, and publishes it', async () => {
    const { shop, person, keyId, secret } = await newShop(AI_PERMISSIONS);
    const client = await connect(secret, mode);
    assert.equal(client.getNegotiatedProtocolVersion(), revision);
    const about = await call(client, 'about', {});
    assert.deepEqual([about['merchant'], about['person']], ['Corner Bakery', 'Stella Staff']);

    const file = {
      fileName: 'croissant.png',
      mimeType: 'image/png',
      data: PICTURE,
      name: 'Croissant',
      tags: ['Bread'],
    };
    const item = Object((await call(client, 'add_media_inline', file))['item']);
    assert.deepEqual([item.name, item.tags, item.width, item.height], ['Croissant', ['Bread'], 1, 1]);
    const found = await call(client, 'find_media', { q: 'croissant', tags: ['bread'] });
    assert.deepEqual(Object(found['items'])[0].id, item.id);
    const described = await call(client, 'describe_media', {
      id: item.id,
      revision: Object(await call(client, 'show_media', { id: item.id })).revision,
      description: 'A golden croissant on a board',
    });
    assert.equal(described['description'], 'A golden croissant on a board');
    assert.equal((await call(client, 'find_media', { q: 'golden board' }))['found'], 1);

    const playlist = await call(client, 'save_playlist', { name: 'Friday', items: [{ mediaId: item.id, seconds: 7 }] });
    assert.equal(playlist['totalSeconds'], 7);
    const campaign = await call(client, 'save_campaign', { name: 'Friday', landscapePlaylistId: playlist['id'] });
    assert.deepEqual([campaign['status'], campaign['problems']], ['draft', []]);
    const { id } = campaign;
    const unseen = await call(client, 'publish_campaign', { id, revision: campaign['revision'], hash: 'guessed' });
    expect(unseen.refused).toContain('Call preview_publish first');

    const preview = await call(client, 'preview_publish', { id });
    assert.equal(
      preview['sentence'],
      'Publishing «Friday» puts 1 item on screens without tags, without a beginning or an end: 1 item comes.',
    );
    const published = await call(client, 'publish_campaign', {
      id,
      revision: preview['revision'],
      hash: preview['hash'],
    });
    assert.deepEqual([published['status'], published['version']], ['running', 1]);
    const on = await call(client, 'whats_on', {});
    assert.deepEqual(
      Object(on['groups'])[0].playing.map(({ name, items }: { name: string; items: object[] }) => [name, items]),
      [['Friday', [{ mediaId: item.id, name: 'Croissant', type: 'image', seconds: 7 }]]],
    );
    const withdrawn = await call(client, 'withdraw_campaign', { id, revision: published['revision'] });
    assert.equal(withdrawn['status'], 'withdrawn');

    const rows = await service.db.rows({
      text: `select distinct person_name, through from (
        select person_name, through::text from activity where merchant_id = $1) as entries`,
      values: [shop.id],
    });
    const through = { keyId, name: 'Desk', lastFour: secret.slice(-4), client: 'Claude' };
    assert.deepEqual(rows, [{ person_name: 'Stella Staff', through: JSON.stringify(through) }]);
    const list = await person.get('/me/ai-keys');
    assert.equal(Object(list.json['items'])[0].client, 'Claude');
  });

  test('a key sees and does what its permissions cover, and nothing else', async () => {
    const { secret } = await newShop(['look', 'prepare']);
    const client = await connect(secret, mode);
    const listed = (await client.listTools()).tools.map(({ name }) => name);
    const covered = Object.entries<Tool>(tools).filter(
      ([, row]) => row.role === undefined && ['look', 'prepare'].includes(row.permission),
    );
    assert.deepEqual(
      listed,
      covered.map(([name]) => name),
    );
    for (const [name, row] of Object.entries<Tool>(tools).filter(([one]) => !listed.includes(one))) {
      const { refused = '' } = await call(client, name, {});
      const right = row.role === 'admin' ? /^Only keys of owners and admins/ : /^This key may not /;
      assert.match(refused, right, name);
    }
  });
});

test('owners and admins may see who did what, through what', async () => {
  const { secret } = await newShop(AI_PERMISSIONS, 'owner');
  const client = await connect(secret, 'legacy');
  await call(client, 'add_web_page', { url: 'https://example.com/menu', name: 'Menu' });
  const { items } = await call(client, 'recent_activity', { who: 'claude' });
  assert.deepEqual(
    Object(items).map(({ who, what }: Record<string, string>) => [who, what]),
    [[`Stella Staff through Claude (…${secret.slice(-4)})`, 'added the web page Menu']],
  );
  // What others did lies between and is read over, up to an end: then it is told that there is more.
  for (let page = 0; page < 20; page += 1)
    await call(client, 'add_web_page', { url: `https://example.com/${page}`, name: `Page ${page}` });
  const textOf = async (given: Record<string, unknown>) =>
    String(Object((await client.callTool({ name: 'recent_activity', arguments: given })).content)[0].text);
  assert.equal(await textOf({ who: 'nobody', limit: 2 }), 'Nothing was done.');
  assert.match(await textOf({ who: 'nobody', limit: 1 }), /^Nothing among these\.\nThere are more: cursor /);
});

describe('before it publishes', () => {
  async function prepared(secret: string, client: Client, name = 'Friday') {
    const file = { fileName: 'croissant.png', mimeType: 'image/png', data: PICTURE, name: 'Croissant' };
    const item = Object((await call(client, 'add_media_inline', file))['item']);
    const playlist = await call(client, 'save_playlist', { name, items: [{ mediaId: item.id }] });
    const { id } = await call(client, 'save_campaign', { name, landscapePlaylistId: playlist['id'] });
    const { revision, hash } = await call(client, 'preview_publish', { id });
    return { secret, id, revision, hash };
  }

  const liveOf = async (client: Client, id: unknown) => (await call(client, 'show_campaign', { id }))['live'];

  test('a program that can ask its person asks with the sentence of the preview, and does what they say', async () => {
    const { secret } = await newShop(AI_PERMISSIONS);
    const questions: string[] = [];
    const answers = ['decline', 'cancel', 'accept'] as const;
    const client = await connect(secret, ERAS[0][1], (question) => {
      questions.push(question);
      return answers[questions.length - 1] ?? 'cancel';
    });
    const { id, revision, hash } = await prepared(secret, client);
    for (const answer of ['decline', 'cancel']) {
      const { refused } = await call(client, 'publish_campaign', { id, revision, hash });
      assert.equal(refused, 'The person did not agree. Nothing was published.', answer);
      assert.equal(await liveOf(client, id), null);
    }
    assert.equal((await call(client, 'publish_campaign', { id, revision, hash }))['version'], 1);
    const sentence =
      'Publishing «Friday» puts 1 item on screens without tags, without a beginning or an end: 1 item comes.';
    assert.deepEqual(questions, Array(3).fill(`${sentence} Publish it now?`));
    // Nobody is asked about what was not looked at, or could not be published.
    const unseen = await call(client, 'publish_campaign', { id, revision, hash: 'guessed' });
    assert.match(unseen.refused ?? '', /^Call preview_publish first/);
    // Nor about what was published meanwhile: a second try is told so.
    assert.equal((await call(client, 'publish_campaign', { id, revision, hash }))['version'], 1);
    assert.equal(questions.length, 3);
  });

  test('a yes counts for what was asked, and from whom: not without its seal, for another campaign or by another key', async () => {
    const { shop, person, secret } = await newShop(AI_PERMISSIONS);
    const seals: string[] = [];
    const keep = async (as: string, given: object, more: object) => {
      const answer = await askModern(service.url, as, 'publish_campaign', given, more);
      const { requestState, inputRequests } = Object(answer.json['result']);
      if (requestState !== undefined) seals.push(String(requestState));
      return inputRequests === undefined ? undefined : Object.keys(inputRequests);
    };
    const client = await connect(secret, ERAS[0][1]);
    const [first, second] = [await prepared(secret, client), await prepared(secret, client, 'Saturday')];
    const ask = ({ id, revision, hash }: typeof first, more: object, as = secret) =>
      keep(as, { id, revision, hash }, more);
    const yes = { inputResponses: { agreed: { action: 'accept', content: {} } } };
    assert.deepEqual(await ask(first, yes), ['agreed']);
    assert.deepEqual(await ask(second, {}), ['agreed']);
    const wrong = ['', 'x', String(first.hash), String(seals[1]), `${seals[0]}x`];
    for (const requestState of wrong) assert.deepEqual(await ask(first, { ...yes, requestState }), ['agreed']);
    const other = await newAiKey(service, { merchantId: shop.id, personId: person.id });
    const otherClient = await connect(other.secret, ERAS[0][1]);
    const { revision, hash } = await call(otherClient, 'preview_publish', { id: first.id });
    const asOther = { ...first, revision, hash };
    assert.deepEqual(await ask(asOther, { ...yes, requestState: seals[0] }, other.secret), ['agreed']);
    assert.equal(await liveOf(client, first.id), null);
    assert.equal(await ask(first, { ...yes, requestState: seals[0] }), undefined);
    assert.notEqual(await liveOf(client, first.id), null);
  });

  test('in the older revision, where every answer ends its connection, the preview is what there is', async () => {
    const { secret } = await newShop(AI_PERMISSIONS);
    const client = await connect(secret, ERAS[1][1], () => assert.fail('was asked'));
    const { id, revision, hash } = await prepared(secret, client);
    assert.equal((await call(client, 'publish_campaign', { id, revision, hash }))['version'], 1);
  });
});
