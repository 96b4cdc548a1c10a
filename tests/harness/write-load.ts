// For tests: an installation that is being written to in every way at once, until it is told to stop.
import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATH } from '@vitrine/contract/endpoint';
import { toClusterPaths } from '../../embedded-postgres/src/cluster-paths.js';
import { importArchive } from '../../server/src/archive/import-archive.js';
import { systemClock } from '../../server/src/clock.js';
import { createDb, MAINTENANCE_LIMITS, type Db } from '../../server/src/db/db.js';
import { createDiskStore } from '../../server/src/storage/disk-store.js';
import { exampleId } from './archive-fixture.js';
import type { Folder } from './command-line.js';
import { sendConsole } from './console.js';
import { anImage, aPlaylist, sha256 } from './content.js';
import { newUpload, uploadOver, type Upload } from './operator.js';
import { aMerchant, post, send } from './service.js';

// The embedded database of an installation whose server runs.
export async function openDatabaseOf({ dataDir }: Folder): Promise<Db> {
  const { address } = await toClusterPaths(dataDir, 'vitrine');
  return createDb({ ...address, database: 'vitrine' }, MAINTENANCE_LIMITS);
}

// What the names of its playlists begin with.
export const LOAD_NAME = 'Load';

type Target = { readonly folder: Folder; readonly url: string; readonly token: string; readonly cookie: string };

export type Load = {
  // by media id, each with its bytes; finalized ones were answered with a 200
  readonly begun: ReadonlyMap<string, Upload>;
  readonly finalized: ReadonlyMap<string, Upload>;
  // how often each kind of write was made
  readonly counts: Readonly<Record<'uploads' | 'tags' | 'tokens' | 'playlists' | 'replacements', number>>;
  // ends it; throws what any writer met
  readonly stop: () => Promise<void>;
};

export function startLoad(target: Target): Load {
  const begun = new Map<string, Upload>();
  const finalized = new Map<string, Upload>();
  const counts = { uploads: 0, tags: 0, tokens: 0, playlists: 0, replacements: 0 };
  let stopped = false;
  const repeat = async (kind: keyof typeof counts, write: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      await write();
      counts[kind] += 1;
    }
  };
  const uploadOne = async (): Promise<void> => {
    const upload = newUpload(randomInt(1, 200_000));
    begun.set(upload.request.id, upload);
    assert.equal(await uploadOver(() => target.url, target.token, upload), 200);
    finalized.set(upload.request.id, upload);
  };
  const writers = [
    repeat('uploads', uploadOne),
    repeat('uploads', uploadOne),
    repeat('tags', () => tagOne(target, finalized)),
    repeat('tokens', () => changeTokens(target)),
    repeat('playlists', () => changePlaylists(target)),
    replaceAgain(target, (replace) => repeat('replacements', replace)),
  ];
  const stop = async (): Promise<void> => {
    stopped = true;
    await Promise.all(writers);
  };
  return { begun, finalized, counts, stop };
}

async function tagOne({ url, token }: Target, finalized: ReadonlyMap<string, Upload>): Promise<void> {
  const [id] = [...finalized.keys()].slice(-1);
  if (id === undefined) return sleep(20);
  const added = await send(`${url}${API_PATH}/media/${id}/tags`, token, post({ add: [`Tag ${randomInt(30)}`] }));
  assert.equal(added.status, 200);
}

async function changeTokens({ url, cookie }: Target): Promise<void> {
  const ask = (path: string, body: object) => sendConsole(url, 'POST', path, { body, headers: { cookie } });
  const made = await ask('/tokens', { name: 'Till', scopes: ['tags:read'], days: 30 });
  assert.equal(made.status, 200, made.text);
  const { id }: { id?: string } = Object(made.json['token']);
  assert.equal((await ask(`/tokens/${id}/revoke`, {})).status, 200);
}

// Made, filled and renamed; every second one is deleted again.
async function changePlaylists({ url, cookie }: Target): Promise<void> {
  const id = randomUUID();
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await sendConsole(url, method, path, { body, headers: { cookie } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const items = [0, 1].map((at) => ({ mediaId: exampleId('media', at), ownSeconds: null }));
  const { revision } = await ask('POST', '/playlists', { id, name: `${LOAD_NAME} ${id}` });
  await ask('PATCH', `/playlists/${id}`, { revision, name: `${LOAD_NAME} again`, items });
  if (randomInt(2) === 0) await ask('DELETE', `/playlists/${id}`);
}

// Another merchant with playlists and files, replaced whole again and again, as «import --replace» does beside the
// server: playlists change, and objects that a snapshot names are deleted at once.
async function replaceAgain(
  { folder }: Target,
  repeat: (replace: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const db = await openDatabaseOf(folder);
  const signing = { endpoint: 'http://127.0.0.1:9', bucket: 'b', region: 'r', accessKeyId: 'a', secretAccessKey: 's' };
  const store = await createDiskStore({ ...signing, clock: systemClock, directory: join(folder.dataDir, 'objects') });
  const merchant = aMerchant();
  try {
    await repeat(async () => {
      await sleep(700);
      const archive = await newArchive(folder, merchant);
      await importArchive({ db, store, clock: systemClock }, archive, { folder: folder.path, replace: true });
    });
  } finally {
    await db.close();
  }
}

async function newArchive(folder: Folder, merchant: object) {
  const text = randomUUID();
  await writeFile(join(folder.path, 'replaced.png'), text);
  const file = { fileName: null, mimeType: 'image/png', sizeBytes: text.length, sha256: sha256(text) };
  const media = Array.from({ length: 3 }, () => anImage({ file: { ...file, path: 'replaced.png' } }));
  const playlists = [aPlaylist({ name: text, items: media.map(({ id }) => ({ mediaId: id, durationSeconds: null })) })];
  return { format: 'vitrine-merchant/1', merchant, media, playlists };
}
