// What a merchant of a release has had time to gather: every kind of content, in every state, through the release's own code.
import assert from 'node:assert/strict';
import { API_PATH } from '@vitrine/contract/endpoint';
import type { UploadTicket } from '@vitrine/contract/uploads';
import { importArchive } from '../../src/archive/import-archive.js';
import { EXAMPLE_SECRETS, exampleArchive, exampleId } from '../../../tests/harness/archive-fixture.js';
import { anUploadRequest } from '../../../tests/harness/content.js';
import { post, send, type Service } from '../../../tests/harness/service.js';

const SIZE = { media: 24, campaigns: 8 };
const THUMBNAIL = 'a thumbnail';

export async function seedContent(service: Service): Promise<void> {
  await importArchive(service, withSpentTokens());
  await importArchive(service, anotherMerchant());
  const [stored, sent, late] = ['stored', 'sent', 'late'].map((name) => ({ name, id: exampleId(name, 0) }));
  assert.ok(stored && sent && late);
  // Ready with a thumbnail, awaited with its bytes, awaited without.
  await putAll(
    await start(service, stored, 'stored', { hasThumbnail: true, thumbnailSize: THUMBNAIL.length }),
    'stored',
  );
  await ask(service, `/media/uploads/${stored.id}/finalize`);
  await putAll(await start(service, sent, 'sent'), 'sent');
  await start(service, late, 'late');
  await scheduleOne(service);
  await ask(service, `/media/${stored.id}/tags`, { add: ['Summer', 'Fresh today'] });
}

function withSpentTokens() {
  const archive = exampleArchive(SIZE);
  const spent = [
    { revokedAt: '2026-03-01T00:00:00.000Z', expiresAt: '2026-12-31T00:00:00.000Z' },
    { revokedAt: null, expiresAt: '2026-04-01T00:00:00.000Z' },
  ].map((dates, at) => ({ ...dates, ...spentToken(at) }));
  return { ...archive, tokens: [...archive.tokens, ...spent] };
}

const spentToken = (at: number) => ({
  id: exampleId('spent token', at),
  name: `Spent ${at}`,
  scopes: ['tags:read'],
  createdAt: '2026-01-02T00:00:00.000Z',
  secret: spentSecret(at),
});

const spentSecret = (at: number): string => `vitrine_${`spent${at}`.padEnd(43, '_')}`;

export const SPENT_SECRETS = [spentSecret(0), spentSecret(1)];

// Suspended, on a plan that has ended, and with ids that the first one has too.
function anotherMerchant() {
  const { format, merchant, tags, media } = exampleArchive({ media: 2, campaigns: 0 });
  const plan = { ...merchant.plan, name: 'trial', endsAt: '2026-05-01T00:00:00.000Z' };
  return { format, merchant: { ...merchant, id: exampleId('merchant', 1), suspended: true, plan }, tags, media };
}

// An awaited file that became ready under another id: its object is to be deleted, its reservation held.
async function scheduleOne(service: Service): Promise<void> {
  const [first, second] = [0, 1].map((at) => ({ name: 'twin', id: exampleId('twin', at) }));
  assert.ok(first && second);
  await start(service, first, 'twin');
  await putAll(await start(service, second, 'twin'), 'twin');
  await ask(service, `/media/uploads/${second.id}/finalize`);
  assert.equal((await start(service, first, 'twin')).upload, null);
}

async function start(service: Service, over: object, bytes: string, more: object = {}): Promise<UploadTicket> {
  return ask(service, '/media/uploads', anUploadRequest({ ...over, ...more }, bytes));
}

async function putAll({ upload, thumbnailUpload }: UploadTicket, bytes: string): Promise<void> {
  const parts = [{ at: upload, body: bytes }, ...(thumbnailUpload ? [{ at: thumbnailUpload, body: THUMBNAIL }] : [])];
  for (const { at, body } of parts) {
    assert.ok(at);
    assert.equal((await fetch(at.url, { method: 'PUT', headers: at.headers, body })).status, 200);
  }
}

async function ask<Body>({ url }: Service, path: string, body?: unknown): Promise<Body> {
  const answer = await send(url + API_PATH + path, EXAMPLE_SECRETS.all, post(body));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return asBody<Body>(answer.body);
}

const asBody = <Body>(body: unknown): Body => body as Body;
