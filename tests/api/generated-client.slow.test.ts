// What an integrator does who does not use our client: generate one from the document.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, test } from 'vitest';
import { integrationEndpoints } from '@vitrine/contract/endpoints';
import { startService, type Service } from '../harness/service.js';
import { tokenContent } from '../harness/endpoint-cases.js';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
// The integrator's own tools, with the TypeScript that they are made for: the lock file has them, and nothing is fetched.
const DOCUMENT = join(ROOT, 'contract/openapi.json');
const tool = (name: string): string => join(ROOT, 'scripts/generators/node_modules/.bin', name);

let service: Service;
let project: string;
beforeAll(async () => {
  service = await startService();
  project = await mkdtemp(join(tmpdir(), 'vitrine-generated-'));
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }');
  await symlink(join(ROOT, 'node_modules'), join(project, 'node_modules'), 'junction');
});
afterAll(async () => {
  await service.close();
  await rm(project, { recursive: true, force: true });
});

test('a client that openapi-typescript generates compiles strictly and calls every endpoint', async () => {
  await run(tool('openapi-typescript'), [DOCUMENT, '-o', 'api.ts'], { cwd: project });
  assert.deepEqual(await callEverything(WITH_OPENAPI_FETCH, [...STRICT, '--exactOptionalPropertyTypes']), ALL_GOOD);
});

test('so does one that oazapfts generates, which knows the address from the document', async () => {
  await run(join(ROOT, 'node_modules/.bin/oazapfts'), [DOCUMENT, 'api.ts'], { cwd: project });
  assert.deepEqual(await callEverything(WITH_OAZAPFTS, STRICT), ALL_GOOD);
});

const ALL_GOOD = Object.fromEntries(Object.keys(integrationEndpoints).map((name) => [name, 200]));
const STRICT = ['--strict', '--noUncheckedIndexedAccess', '--skipLibCheck'];

async function callEverything(program: string, strict: readonly string[]): Promise<unknown> {
  const { archive, ids } = tokenContent();
  const shop = await service.newMerchant(archive);
  await writeFile(join(project, 'call.ts'), program);
  await run(tool('tsc'), [...strict, '--target', 'es2022', '--module', 'nodenext', 'call.ts'], { cwd: project });
  const env = {
    ...process.env,
    SERVER: service.url,
    TOKEN: shop.secret,
    MEDIA: ids['/media/:id'],
    PLAYLIST: ids['/playlists/:id'],
    CAMPAIGN: ids['/campaigns/:lineageId'],
  };
  const { stdout } = await run(process.execPath, ['call.js'], { cwd: project, env });
  return JSON.parse(stdout);
}

const WITH_OPENAPI_FETCH = `
import createClient from 'openapi-fetch';
import type { paths } from './api.js';

declare const process: { env: Record<string, string | undefined> };
const env = (name: string): string => process.env[name] ?? '';
const client = createClient<paths>({ baseUrl: env('SERVER') + '/api/integrations/v1', headers: { authorization: 'Bearer ' + env('TOKEN') } });
const media = { params: { path: { id: env('MEDIA') } } };

const upload = crypto.randomUUID();
const answers = {
  listMedia: await client.GET('/media', { params: { query: { limit: 1, q: '', tag: [] } } }),
  getMedia: await client.GET('/media/{id}', media),
  listCampaigns: await client.GET('/campaigns'),
  getCampaign: await client.GET('/campaigns/{lineageId}', { params: { path: { lineageId: env('CAMPAIGN') } } }),
  listPlaylists: await client.GET('/playlists'),
  getPlaylist: await client.GET('/playlists/{id}', { params: { path: { id: env('PLAYLIST') } } }),
  startUpload: await client.POST('/media/uploads', {
    body: { id: upload, name: 'Generated', fileName: 'g.png', mimeType: 'image/png', fileSize: 1, checksum: '0'.repeat(64) },
  }),
  startParts: await client.POST('/media/uploads/{id}/parts', {
    params: { path: { id: upload } },
    body: { partSize: 5_242_880, checksums: ['0'.repeat(64)] },
  }),
  getUpload: await client.GET('/media/uploads/{id}', { params: { path: { id: upload } } }),
  finalizeUpload: await client.POST('/media/uploads/{id}/finalize', media),
  addTags: await client.POST('/media/{id}/tags', { ...media, body: { add: ['Generated'] } }),
  listTags: await client.GET('/tags'),
  listChanges: await client.GET('/changes', { params: { query: { cursor: 'oldest', wait: 0 } } }),
  getToken: await client.GET('/token'),
};
const width: number | null | undefined = answers.getMedia.data?.width;
if (width === undefined) throw new Error('no width');
console.log(JSON.stringify(Object.fromEntries(Object.entries(answers).map(([name, { response }]) => [name, response.status]))));
`;

const WITH_OAZAPFTS = `
import * as api from './api.js';

declare const process: { env: Record<string, string | undefined> };
const env = (name: string): string => process.env[name] ?? '';
api.defaults.baseUrl = api.servers.yourServer({ baseUrl: env('SERVER') });
api.defaults.headers = { authorization: 'Bearer ' + env('TOKEN') };

const upload = crypto.randomUUID();
const answers = {
  listMedia: await api.listMedia({ limit: 1, q: '', tag: [] }),
  getMedia: await api.getMedia(env('MEDIA')),
  listCampaigns: await api.listCampaigns(),
  getCampaign: await api.getCampaign(env('CAMPAIGN')),
  listPlaylists: await api.listPlaylists(),
  getPlaylist: await api.getPlaylist(env('PLAYLIST')),
  startUpload: await api.startUpload({
    id: upload, name: 'Generated', fileName: 'g.png', mimeType: 'image/png', fileSize: 1, checksum: '0'.repeat(64),
  }),
  startParts: await api.startParts(upload, { partSize: 5_242_880, checksums: ['0'.repeat(64)] }),
  getUpload: await api.getUpload(upload),
  finalizeUpload: await api.finalizeUpload(env('MEDIA')),
  addTags: await api.addTags(env('MEDIA'), { add: ['Generated'] }),
  listTags: await api.listTags(),
  listChanges: await api.listChanges({ cursor: 'oldest', wait: 0 }),
  getToken: await api.getToken(),
};
const width: number | null = answers.getMedia.status === 200 ? answers.getMedia.data.width : null;
if (width === null) throw new Error('no width');
console.log(JSON.stringify(Object.fromEntries(Object.entries(answers).map(([name, { status }]) => [name, status]))));
`;
