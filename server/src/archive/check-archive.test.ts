import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultOf } from '../../../tests/harness/archive-fault.js';
import { exampleArchive, exampleId } from '../../../tests/harness/archive-fixture.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';

// The example with some values put elsewhere; undefined takes the key away.
function changed(changes: Readonly<Record<string, unknown>>): unknown {
  const archive: unknown = structuredClone(exampleArchive({ media: 12, campaigns: 8 }));
  for (const [path, value] of Object.entries(changes)) put(archive, path.split('.'), value);
  return archive;
}

function put(target: unknown, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (typeof target !== 'object' || target === null) throw new Error(`nothing to change at ${key}`);
  if (rest.length > 0) put(Reflect.get(target, key), rest, value);
  else if (value === undefined) Reflect.deleteProperty(target, key);
  else Reflect.set(target, key, value);
}

const token = (at: number) => ({
  id: exampleId('more', at),
  name: 'One more',
  scopes: [],
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-12-31T00:00:00Z',
  revokedAt: null,
  secretHash: String(at).padStart(64, '0'),
  lastFour: 'abcd',
});
const tokens = (count: number) => Array.from({ length: count }, (_, at) => token(at));

const first = exampleArchive({ media: 12, campaigns: 8 });
const frozen = (mediaId: string, playlistId: string | null) => ({
  landscape: { playlistId, items: [{ mediaId, type: 'image', durationSeconds: 10 }] },
  portrait: null,
});

const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MuHKGKzz+CYSqZB6fg+Lxw$wcXNyC/ZlvsHo5Gy+xu8p+8tzxswu0KT4sV3M7mnDdw';

const REFUSED: readonly [path: string, changes: Record<string, unknown>][] = [
  ['format', { format: 'vitrine-merchant/2' }],
  ['format', { format: undefined }],
  ['merchant', { merchant: undefined }],
  ['merchant.id', { 'merchant.id': 'urn:uuid:00000000-0000-4000-8000-000000000000' }],
  ['merchant.name', { 'merchant.name': ' \t' }],
  ['merchant.name', { 'merchant.name': 'a\0b' }],
  ['merchant.timeZone', { 'merchant.timeZone': 'Europe/Atlantis' }],
  ['merchant.timeZone', { 'merchant.timeZone': '+01:00' }],
  ['merchant.suspended', { 'merchant.suspended': 'no' }],
  ['merchant.defaultItemSeconds', { 'merchant.defaultItemSeconds': 0 }],
  ['merchant.plan.endsAt', { 'merchant.plan.endsAt': undefined }],
  ['merchant.plan.storageQuotaBytes', { 'merchant.plan.storageQuotaBytes': 1e300 }],
  ['merchant.plan.price', { 'merchant.plan.price': 5 }],
  ['merchant.screens.maxWidth', { 'merchant.screens.maxWidth': 2_147_483_648 }],
  ['merchant.__proto__', { merchant: JSON.parse(JSON.stringify(first.merchant).replace('{', '{"__proto__":1,')) }],
  ['people[1].email', { 'people.1.email': 'OWNER@example.com' }],
  ['people[0].email', { 'people.0.email': 'nobody' }],
  ['people[0].role', { 'people.0.role': 'boss' }],
  ['people[0].passwordHash', { 'people.0.passwordHash': PASSWORD_HASH }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.replace('argon2id', 'argon2i') }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.replace('m=19456', 'm=65537') }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.replace('m=19456', 'm=7') }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.replace('t=2', 't=11') }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.replace('p=1', 'p=5') }],
  ['people[1].passwordHash', { 'people.1.passwordHash': PASSWORD_HASH.slice(0, -30) }],
  ['people[1].passwordHash', { 'people.1.passwordHash': 'plain' }],
  ['tokens[0].scopes[1]', { 'tokens.0.scopes': ['media:read', 'media:delete'] }],
  ['tokens[0].secret', { 'tokens.0.secret': 'vitrine_short' }],
  ['tokens[0].secret', { 'tokens.0.secret': undefined }],
  ['tokens[0].secretHash', { 'tokens.0.secretHash': '0'.repeat(64) }],
  ['tokens[0].lastFour', { 'tokens.0.lastFour': 'abcd' }],
  ['tokens[0].lastFour', { 'tokens.0.secret': undefined, 'tokens.0.secretHash': '0'.repeat(64) }],
  ['tokens[1].secret', { 'tokens.1.secret': first.tokens[0]?.secret }],
  ['tokens[1].id', { 'tokens.1.id': first.tokens[0]?.id.toUpperCase() }],
  ['tokens[0].revokedAt', { 'tokens.0.revokedAt': undefined }],
  ['tokens[0].expiresAt', { 'tokens.0.expiresAt': '2026-08-30T00:00:00.001Z' }],
  ['tokens[1].expiresAt', { 'tokens.1.expiresAt': '2027-06-01T00:00:00.001Z' }],
  ['tokens[1].expiresAt', { 'tokens.1.scopes': ['tags:read', 'tags:write'] }],
  [
    'tokens[0].expiresAt',
    { 'tokens.0.createdAt': '2036-01-01T00:00:00Z', 'tokens.0.expiresAt': '2036-01-02T00:00:00Z' },
  ],
  [
    'tokens[0].expiresAt',
    { tokens: [{ ...token(0), expiresAt: '2027-01-02T00:00:00Z', revokedAt: '2026-01-02T00:00:00Z' }] },
  ],
  ['tokens', { tokens: tokens(11) }],
  ['tags[1].id', { 'tags.1.id': first.tags[0]?.id }],
  ['tags[3].name', { 'tags.3.name': '  SUMMER ' }],
  ['tags[3].name', { 'tags.3.name': 'E\u0301TE\u0301' }],
  ['tags[0].name', { 'tags.0.name': '' }],
  ['tags[0].name', { 'tags.0.name': 'x'.repeat(201) }],
  ['media[2].id', { 'media.2.id': first.media[0]?.id }],
  ['media[2].file.sizeBytes', { 'media.2.file.sizeBytes': -1 }],
  ['media[2].file.sizeBytes', { 'media.2.file.sizeBytes': '12' }],
  ['media[2].file.sha256', { 'media.2.file.sha256': 'abc' }],
  ['media[2].file.mimeType', { 'media.2.file.mimeType': 'image/gif' }],
  ['media[2].file.mimeType', { 'media.2.file.mimeType': 'video/mp4' }],
  ['media[2].file', { 'media.2.file': undefined }],
  ['media[2].url', { 'media.2.url': 'https://example.com/' }],
  ['media[4].url', { 'media.4.url': undefined }],
  ['media[4].url', { 'media.4.url': 'javascript:alert(1)' }],
  ['media[4].url', { 'media.4.url': 'https://exa mple.com/' }],
  ['media[4].url', { 'media.4.url': 'http://example.com:99999/' }],
  ['media[4].url', { 'media.4.url': 'https://user:secret@example.com/' }],
  [
    'media[4].file',
    { 'media.4.file': first.media[0]?.id && { mimeType: 'image/png', sizeBytes: 1, sha256: '0'.repeat(64) } },
  ],
  ['media[2].type', { 'media.2.type': 'audio' }],
  ['media[2].width', { 'media.2.width': 0 }],
  ['media[2].height', { 'media.2.height': undefined }],
  ['media[3].durationSeconds', { 'media.3.durationSeconds': 0 }],
  ['media[2].tagIds[0]', { 'media.2.tagIds': [NOWHERE] }],
  ['media[2].tagIds[1]', { 'media.2.tagIds': [first.tags[0]?.id, first.tags[0]?.id] }],
  ['media[2].createdAt', { 'media.2.createdAt': '2026-02-29T00:00:00Z' }],
  ['media[2].createdAt', { 'media.2.createdAt': '2026-01-01T00:00:00+00:00' }],
  ['media[2].createdAt', { 'media.2.createdAt': '0000-01-01T00:00:00Z' }],
  ['media[2].createdAt', { 'media.2.createdAt': '2026-01-01T24:00:00Z' }],
  ['media[2].description', { 'media.2.description': '\0' }],
  ['media[2].file.path', { 'media.2.file.path': '/etc/passwd' }],
  ['media[2].file.path', { 'media.2.file.path': 'a/../../b' }],
  ['media[2].file.path', { 'media.2.file.path': 'C:\\b' }],
  ['media[2].thumbnail.path', { 'media.2.thumbnail.path': '..' }],
  ['media[2]["odd key"]', { 'media.2.odd key': 1 }],
  ['media', { 'media.0.file.sizeBytes': Number.MAX_SAFE_INTEGER, 'media.1.file.sizeBytes': Number.MAX_SAFE_INTEGER }],
  ['playlists[1].id', { 'playlists.1.id': first.playlists[0]?.id }],
  ['playlists[0].shared', { 'playlists.0.shared': null }],
  ['playlists[0].items[1].mediaId', { 'playlists.0.items.1.mediaId': NOWHERE }],
  ['playlists[0].items[1].durationSeconds', { 'playlists.0.items.1.durationSeconds': 0 }],
  ['campaigns[1].lineageId', { 'campaigns.1.lineageId': first.campaigns[0]?.lineageId }],
  ['campaigns[0].tagIds[0]', { 'campaigns.0.tagIds': [NOWHERE] }],
  ['campaigns[0].liveVersion', { 'campaigns.0.liveVersion': 2 }],
  ['campaigns[3].liveVersion', { 'campaigns.3.liveVersion': 1 }],
  ['campaigns[5].versions[1].version', { 'campaigns.5.versions.1.version': 1 }],
  ['campaigns[3].versions[0].flight.start', { 'campaigns.3.versions.0.flight.start': '2026-02-30' }],
  [
    'campaigns[3].versions[0].flight.start',
    { 'campaigns.3.versions.0.flight': { start: '2026-03-02', end: '2026-03-01' } },
  ],
  [
    'campaigns[3].versions[0].flight.start',
    { 'campaigns.3.versions.0.flight': { start: '2026-03-01', end: '2026-03-01T00:00' } },
  ],
  ['campaigns[3].versions[0].flight.end', { 'campaigns.3.versions.0.flight.end': '2026-03-31T18:00:00' }],
  ['campaigns[0].versions[0].landscapePlaylistId', { 'campaigns.0.versions.0.landscapePlaylistId': NOWHERE }],
  ['campaigns[0].versions[0].portraitPlaylistId', { 'campaigns.0.versions.0.portraitPlaylistId': undefined }],
  ['campaigns[1].versions[0].content', { 'campaigns.1.versions.0.content': null, 'campaigns.1.liveVersion': null }],
  ['campaigns[3].versions[0].content', { 'campaigns.3.versions.0.content': frozen(exampleId('media', 0), null) }],
  [
    'campaigns[0].versions[0].content.landscape.items[0].mediaId',
    { 'campaigns.0.versions.0.content': frozen(NOWHERE, null) },
  ],
];

describe('a fault is named by its path', () => {
  test.each(REFUSED)('%s %j', (path, changes) => {
    const message = faultOf(changed(changes));
    expect(message.slice(0, path.length + 2)).toBe(`${path}: `);
    expect(message).toMatch(/expected/);
  });
});

const ACCEPTED: readonly [title: string, changes: Record<string, unknown>][] = [
  ['lists left out are empty', { people: undefined, tokens: undefined, playlists: undefined, campaigns: undefined }],
  [
    'nested lists too',
    { 'media.0.tagIds': undefined, 'playlists.0.items': undefined, 'merchant.screens.codecs': undefined },
  ],
  ['a token without scopes', { 'tokens.0.scopes': undefined }],
  ['a campaign without versions', { 'campaigns.3.versions': undefined }],
  [
    'description, thumbnail, withdrawnAt, file.path and file.fileName may be left out',
    {
      'media.0.description': undefined,
      'media.0.thumbnail': undefined,
      'media.0.file.fileName': undefined,
      'campaigns.0.withdrawnAt': undefined,
    },
  ],
  ['both playlists may be null', { 'campaigns.0.versions.0.landscapePlaylistId': null }],
  [
    'content may name a playlist that no longer exists',
    {
      'campaigns.0.versions.0.content': frozen(exampleId('media', 0), NOWHERE),
    },
  ],
  ['an archive over its own quota', { 'merchant.plan.storageQuotaBytes': 0 }],
  [
    'tokens that are expired or revoked do not count to ten',
    {
      tokens: [
        ...tokens(10),
        { ...token(10), expiresAt: '2026-06-01T00:00:00Z' },
        { ...token(11), revokedAt: '2026-02-01T00:00:00Z' },
      ],
    },
  ],
  [
    'tokens that live as long as they may, 90 days with a write scope and 365 without',
    { 'tokens.0.expiresAt': '2026-08-30T00:00:00.000Z', 'tokens.1.expiresAt': '2027-06-01T00:00:00.000Z' },
  ],
  [
    'a token of a machine whose clock is ahead',
    { 'tokens.0.createdAt': '2026-06-01T00:00:05Z', 'tokens.0.expiresAt': '2026-08-30T00:00:05Z' },
  ],
  ['names of tags that differ in more than case and spacing', { 'tags.0.name': 'm²', 'tags.1.name': 'm2' }],
  ['a flight of one day', { 'campaigns.3.versions.0.flight': { start: '2028-02-29', end: '2028-02-29' } }],
  [
    'a flight that begins on its last day',
    { 'campaigns.3.versions.0.flight': { start: '2026-03-01T23:59', end: '2026-03-01' } },
  ],
  ['ids in capital letters', { 'media.0.tagIds': [first.tags[0]?.id.toUpperCase()] }],
  [
    'moments of the years 0001 to 9999, with a fraction',
    {
      'media.0.createdAt': '0001-01-01T00:00:00Z',
      'media.1.createdAt': '9999-12-31T23:59:59.999999Z',
    },
  ],
  ['a thumbnail of a page', { 'media.4.thumbnail': { sizeBytes: 10 } }],
  ['a file of no bytes', { 'media.0.file.sizeBytes': 0 }],
  ['a tag of 200 characters outside the first plane', { 'tags.0.name': '🥐'.repeat(200) }],
];

describe('the format allows', () => {
  test.each(ACCEPTED)('%s', (_title, changes) => {
    expect(faultOf(changed(changes))).toBe('accepted');
  });
});

describe('of several faults', () => {
  test.each([
    ['shape comes before meaning', 'campaigns[3].name', { 'media.1.tagIds': [NOWHERE], 'campaigns.3.name': 5 }],
    ['lists come in the order of the format', 'tags[0].id', { 'playlists.0.id': 'x', 'tags.0.id': 'x' }],
    ['so do their meanings', 'media[1].tagIds[0]', { 'campaigns.0.tagIds': [NOWHERE], 'media.1.tagIds': [NOWHERE] }],
    ['entries come by number, not by letter', 'media[2].name', { 'media.10.name': '', 'media.2.name': '' }],
    ['a missing key comes first', 'merchant.name', { 'merchant.name': undefined, 'merchant.plan.name': '' }],
    ['then an unknown one', 'merchant.price', { 'merchant.price': 5, 'merchant.plan.name': '' }],
  ])('%s', (_title, path, changes) => {
    expect(faultOf(changed(changes)).split(': ')[0]).toBe(path);
  });
});

test('what is no object at all is refused', () => {
  expect(faultOf(null)).toBe('archive: is null; an object with one merchant is expected');
  expect(faultOf([])).toMatch(/^archive: is \[\]/);
});

test('a message tells what is there and what is expected, but no secret', () => {
  expect(faultOf(changed({ 'media.2.file.sizeBytes': '12' }))).toBe(
    'media[2].file.sizeBytes: is "12"; a whole number of bytes, 0 or more is expected',
  );
  expect(faultOf(changed({ 'tokens.0.secret': 'vitrine_almost-right' }))).not.toContain('almost');
  expect(faultOf(changed({ 'people.0.password': 12345678 }))).not.toContain('1234');
  expect(faultOf(changed({ people: { password: 'open sesame' } }))).toBe(
    'people: is {…}; a list of people is expected',
  );
  expect(faultOf(changed({ 'people.0': ['open sesame'] }))).toBe(
    'people[0]: is […]; an object with a person is expected',
  );
  expect(faultOf(changed({ 'media.4.url': 'https://user:secret@example.com/' }))).toBe(
    'media[4].url: holds a name or a password; an address without them is expected',
  );
  expect(faultOf(changed({ 'tokens.0.expiresAt': '2036-01-01T00:00:00.000Z' }))).toBe(
    'tokens[0].expiresAt: is "2036-01-01T00:00:00.000Z"; for a token with a write scope at most 90 days after createdAt, 2026-08-30T00:00:00.000Z, is expected',
  );
});

test('a password is taken as it is: a merchant who moves is not kept out by what a person chose elsewhere', () => {
  expect(faultOf(changed({ 'people.0.password': 'sesame' }))).toBe('accepted');
});

test('a hash that costs as much as may be is accepted', () => {
  const passwordHash = PASSWORD_HASH.replace('m=19456,t=2,p=1', 'm=65536,t=10,p=4');
  expect(faultOf(changed({ 'people.1.passwordHash': passwordHash }))).toBe('accepted');
});

test('the example of the documentation is accepted', async () => {
  const page = await readFile(new URL('../../../docs/merchant-archive.md', import.meta.url), 'utf8');
  const example = /```json\n([^]*?)```/.exec(page)?.[1] ?? '';
  expect(faultOf(JSON.parse(example))).toBe('accepted');
});
