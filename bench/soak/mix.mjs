// What callers do, how often, and by which endpoints. `weight` is how often in a round; `calls` the requests of one go, in
// their order: what an endpoint needs is counted from these, and an endpoint without any is a fault (check-mix.mjs).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { consoleActs } from './console-mix.mjs';
import { any } from './shop.mjs';

const UPLOAD_BYTES = 2_000;
const PART_BYTES = 5_242_880;

const read = (weight, name, callOf = () => ({})) => ({
  weight,
  calls: [name],
  run: (caller) => caller.integrations(name, { token: caller.nextToken(), ...callOf(caller.shop) }),
});

const integrationActs = [
  read(2, 'listMedia'),
  read(2, 'listMedia', () => ({ query: `?q=poster%20${Math.floor(Math.random() * 100)}&limit=20` })),
  read(2, 'listMedia', ({ tags }) => ({ query: `?tag=${any(tags).id}&limit=200` })),
  { weight: 2, calls: ['listMedia', 'listMedia'], run: walkMedia },
  read(6, 'getMedia', ({ ids }) => ({ id: any(ids.media) })),
  read(2, 'listCampaigns'),
  read(1, 'listCampaigns', () => ({ query: '?q=campaign&limit=5' })),
  read(3, 'getCampaign', ({ ids }) => ({ id: any(ids.campaigns) })),
  read(2, 'listPlaylists'),
  read(1, 'listPlaylists', () => ({ query: '?q=window&limit=5' })),
  read(3, 'getPlaylist', ({ ids }) => ({ id: any(ids.playlists) })),
  read(2, 'listTags'),
  read(1, 'listTags', () => ({ query: '?q=tag%201' })),
  read(1, 'getToken'),
  read(2, 'listChanges', () => ({ query: '?cursor=oldest&limit=5' })),
  { weight: 2, calls: ['startUpload', 'PUT to storage', 'finalizeUpload'], run: upload },
  {
    weight: 1,
    calls: ['startUpload', 'startParts', 'PUT to storage', 'getUpload', 'finalizeUpload'],
    run: uploadInParts,
  },
  { weight: 2, calls: ['addTags'], run: addTags },
];

export const acts = [...integrationActs, ...consoleActs];

// Two pages: the second by the cursor of the first.
async function walkMedia({ shop, integrations, nextToken }) {
  const query = `?tag=${any(shop.tags).id}&limit=5`;
  const { nextCursor } = await integrations('listMedia', { token: nextToken(), query });
  if (nextCursor === null) throw new Error('the walk ended after one page');
  await integrations('listMedia', { token: nextToken(), query: `${query}&cursor=${encodeURIComponent(nextCursor)}` });
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

const describe = (bytes) => ({
  id: randomUUID(),
  name: 'Door',
  fileName: 'door.png',
  mimeType: 'image/png',
  fileSize: bytes.length,
  checksum: sha256(bytes),
});

async function uploadInParts({ shop, integrations, put, nextToken }) {
  const bytes = randomBytes(UPLOAD_BYTES);
  const token = nextToken();
  const body = describe(bytes);
  const { id } = body;
  await integrations('startUpload', { token, body });
  const division = { partSize: PART_BYTES, checksums: [sha256(bytes)] };
  const { parts } = await integrations('startParts', { token, id, body: division });
  await put(parts[0].upload, bytes);
  await integrations('getUpload', { token, id });
  await integrations('finalizeUpload', { token, id });
  shop.uploaded.push(id);
}

async function upload({ shop, integrations, put, nextToken }) {
  const bytes = randomBytes(UPLOAD_BYTES);
  const token = nextToken();
  const body = describe(bytes);
  const ticket = await integrations('startUpload', { token, body });
  await put(ticket.upload, bytes);
  await integrations('finalizeUpload', { token, id: body.id });
  shop.uploaded.push(body.id);
}

// Names that are there, so that the merchant does not grow.
async function addTags({ shop, integrations, nextToken }) {
  await integrations('addTags', { token: nextToken(), id: any(shop.ids.media), body: { add: [any(shop.tags).name] } });
}
