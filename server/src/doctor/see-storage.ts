// The storage by the addresses that callers use, with one small object that is taken away again.
import { systemClock } from '../clock.js';
import type { Config } from '../config.js';
import type { BucketCredentials } from '../storage/credentials/bucket-credentials.js';
import { SETTINGS_SOURCE } from '../storage/credentials/key-source.js';
import { isShort } from '../storage/credentials/open-credentials.js';
import type { ObjectStore, PresignedUpload } from '../storage/object-store.js';
import { hasUploadRoom, UPLOAD_ROOM_MB } from '../storage/upload-room.js';
import {
  allowsPages,
  ask as askStorage,
  findIntegrity,
  newProbe,
  RIGHT,
  takesWrongBytes,
} from '../storage/probe-bucket.js';
import { fault, look, nameOf, ok, skipped, type Finding, type Seen, find } from './finding.js';

export async function findStorage(store: ObjectStore, config: Config): Promise<Finding[]> {
  const keys = await findKeys(store);
  const reached = await find('storage', () => seeStore(store));
  if (reached.state !== 'ok') return [...keys, reached];
  const { key, put } = newProbe(store);
  try {
    const wrong = await find('wrong bytes', () => seeWrong(store, config, put));
    const round = await find('upload and download', () => seeRound(put, store.signedGetUrl(key), store));
    const cors = await find('console uploads (CORS)', () => seeCors(put, config));
    return [...keys, reached, round, wrong, cors];
  } finally {
    await store.delete(key).catch(() => undefined);
  }
}

async function findKeys({ credentials }: ObjectStore): Promise<Finding[]> {
  return credentials === undefined ? [] : [await find('keys of the bucket', async () => seeKeys(credentials))];
}

// Of what they are nothing is told.
function seeKeys({ source, keys, expiresAt }: BucketCredentials): Seen {
  const from = `They come from ${source}`;
  const end = expiresAt();
  if (end === undefined)
    return source === SETTINGS_SOURCE && keys().sessionToken !== undefined
      ? look(`${from} and belong to a session, which ends, and nothing renews them (docs/configuration.md).`)
      : ok(`${from}.`);
  const until = `${from}, end at ${new Date(end).toISOString()}, and are renewed before that`;
  return isShort({ expiresAt: end }, systemClock)
    ? fault(`${until}. That is too soon: signed URLs end with them. Let a session last an hour, 17 minutes at least.`)
    : ok(`${until}.`);
}

async function seeStore(store: ObjectStore): Promise<Seen> {
  await store.check();
  return ok(`The storage answers; callers reach it at ${store.origin}.`);
}

async function seeRound(put: PresignedUpload, getUrl: string, { room }: ObjectStore): Promise<Seen> {
  const found = await room?.();
  if (found !== undefined && !hasUploadRoom(found))
    return skipped(`The disk has no room for an upload of ${UPLOAD_ROOM_MB} MB: see the line of the disk.`);
  const stored = await ask(put.url, { method: 'PUT', headers: put.headers, body: RIGHT });
  if ('error' in stored) return stored.error;
  if (!stored.answer.ok)
    return fault(
      `The storage took no upload at the address that callers use (${stored.answer.status}). ${CHECK_ADDRESS}`,
    );
  const loaded = await ask(getUrl, {});
  if ('error' in loaded) return loaded.error;
  const bytes = Buffer.from(await loaded.answer.arrayBuffer());
  return bytes.equals(RIGHT)
    ? ok('What was uploaded by a signed URL came back by another.')
    : fault(`What was uploaded did not come back (${loaded.answer.status}). ${CHECK_ADDRESS}`);
}

const CHECK_ADDRESS =
  'A signature holds for one address: check S3_ENDPOINT or STORAGE_BASE_URL, and that the proxy passes on Host, path and query as they are.';

async function seeWrong(store: ObjectStore, { storage }: Config, put: PresignedUpload): Promise<Seen> {
  if (!store.pinsBytes) return ok('This storage compares nothing; the service does, before an item becomes ready.');
  const { credentials } = store;
  return reaching(put.url, async () => {
    if (!(await takesWrongBytes(put))) return ok('Other bytes than the declared ones are refused.');
    const remedy =
      storage.kind === 's3' && credentials !== undefined
        ? `Set S3_INTEGRITY to ${await findIntegrity({ ...storage, credentials }, systemClock)} instead of ${storage.integrity}.`
        : 'Upgrade the storage.';
    return fault(`The storage takes other bytes than the declared ones. ${remedy}`);
  });
}

function seeCors(put: PresignedUpload, { baseUrl, storage }: Config): Promise<Seen> {
  const { origin } = new URL(baseUrl);
  const setUp = storage.kind === 's3' ? 'Run «vitrine-server storage set-up». Or: ' : '';
  return reaching(put.url, async () =>
    (await allowsPages(put, origin))
      ? ok(`Pages of ${origin} may upload.`)
      : fault(
          `The storage does not let pages of ${origin} upload. ${setUp}Allow that origin, the methods GET and PUT and all headers in the CORS rules of the bucket.`,
        ),
  );
}

async function reaching(url: string, look: () => Promise<Seen>): Promise<Seen> {
  try {
    return await look();
  } catch (error) {
    return toUnreached(url, error);
  }
}

type Asked = { readonly answer: Response } | { readonly error: Seen };

async function ask(url: string, init: RequestInit): Promise<Asked> {
  try {
    return { answer: await askStorage(url, init) };
  } catch (error) {
    return { error: toUnreached(url, error) };
  }
}

function toUnreached(url: string, error: unknown): Seen {
  const { origin } = new URL(url);
  const name = nameOf(error);
  if (name === 'ECONNREFUSED')
    return skipped(`Nothing listens at ${origin}. If the service is not running, start it and ask again.`);
  return fault(`${origin}, which callers use, is not reached from here (${name}). ${CHECK_ADDRESS}`);
}
