// Writes: each call once, as a client makes them. The yardstick of a round is F1's first page, since F1 has no writes.
import { createHash, randomUUID } from 'node:crypto';
import { getRequest, postRequest, putHead } from '../cases.mjs';
import { measure, median, mediansOf } from '../rounds.mjs';

const CALLS = 160;
const CONNECTIONS = 16;

export async function benchWrites(site, { rounds, seconds }, log) {
  const measured = { 'upload start': [], 'upload finalize': [], tagging: [] };
  const pages = [];
  for (let round = 0; round < rounds; round += 1) {
    log(`writes: round ${round + 1}`);
    pages.push(await measureFirstPage(site, seconds));
    const { started, files } = await startUploads(site);
    measured['upload start'].push(started);
    await putFiles(site, started, files);
    measured['upload finalize'].push(await finalizeUploads(site, files));
    measured.tagging.push(await addTags(site, round));
  }
  return Object.entries(measured).map(([name, runs]) => ({
    case: name,
    connections: CONNECTIONS,
    ...mediansOf(runs, FIELDS),
    cpuToF1Page: median(runs.map(({ cpuMs }, round) => cpuMs / pages[round].cpuMs)),
  }));
}

const FIELDS = ['cpuMs', 'nodeMs', 'postgresMs', 'perSecond', 'p50Ms', 'p99Ms'];

const measureFirstPage = (site, seconds) =>
  measure(site, site.f1, { requests: [getRequest('', '/media')], connections: CONNECTIONS, seconds });

export async function startUploads(site, server = site.server) {
  const files = Array.from({ length: CALLS }, () => Buffer.from(`bench ${randomUUID()}`));
  const requests = files.map((file) => postRequest(site.targets.large.token, '/media/uploads', toUpload(file)));
  return { started: await measure(site, server, { requests, connections: CONNECTIONS }), files };
}

const toUpload = (file) => ({
  id: randomUUID(),
  name: 'Bench',
  fileName: 'bench.jpg',
  mimeType: 'image/jpeg',
  fileSize: file.length,
  checksum: sha256(file),
  width: 1920,
  height: 1080,
});

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

// Answers come in the order in which they were ready, so a ticket finds its file by the checksum that it signs.
export async function putFiles(site, { bodies }, files, server = site.server) {
  const byChecksum = new Map(files.map((file) => [Buffer.from(sha256(file), 'hex').toString('base64'), file]));
  const requests = [];
  for (const { mediaId, upload } of bodies.map((body) => JSON.parse(body))) {
    const file = byChecksum.get(upload.headers['x-amz-checksum-sha256']);
    file.mediaId = mediaId;
    requests.push(putHead(upload, file.length) + file);
  }
  await site.load.run({ port: server.storagePort, requests, connections: CONNECTIONS });
}

export function finalizeUploads(site, files, server = site.server) {
  const { token } = site.targets.large;
  const requests = files.map(({ mediaId }) => postRequest(token, `/media/uploads/${mediaId}/finalize`, {}));
  return measure(site, server, { requests, connections: CONNECTIONS });
}

function addTags(site, round) {
  const { token, mediaIds } = site.targets.large;
  const requests = mediaIds
    .slice(0, CALLS)
    .map((id) => postRequest(token, `/media/${id}/tags`, { add: [`Bench ${round}`, `Bench again ${round}`] }));
  return measure(site, site.server, { requests, connections: CONNECTIONS });
}
