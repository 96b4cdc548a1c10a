// Writes: each call once, as a client makes them, of F1 and the service in turns.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { postRequest, putHead } from '../cases.mjs';
import { inRounds, measure, mediansOf, ratiosOf } from '../rounds.mjs';

const CALLS = 160;
const CONNECTIONS = 16;

export async function benchWrites(site, { rounds }, log) {
  const programs = [site.f1, site.server];
  const seen = [];
  for (const program of programs) seen.push(await seeEffect(site, program));
  assert.deepEqual(seen[1], seen[0], 'The service and F1 do not write the same.');
  let round = 0;
  // The first round is not counted: a program that has not run before is measured as another one.
  const measured = await inRounds(rounds + 1, programs, async (program) => {
    log(`writes: ${program.name}`);
    const { started, files } = await startUploads(site, program);
    await putFiles(site, started, files);
    const finalized = await finalizeUploads(site, files, program);
    const mediaIds = site.targets.large.mediaIds.slice(0, CALLS);
    const tagged = await addTags(site, program, mediaIds, `Bench ${(round += 1)}`);
    return { 'upload start': started, 'upload finalize': finalized, tagging: tagged };
  });
  return ['upload start', 'upload finalize', 'tagging'].flatMap((name) => {
    const runsOf = (program) =>
      measured
        .get(program.name)
        .slice(1)
        .map((one) => one[name]);
    return programs.map((program) => ({
      case: name,
      connections: CONNECTIONS,
      program: program.name,
      ...mediansOf(runsOf(program), FIELDS),
      toF1: ratiosOf(runsOf(program), runsOf(site.f1), ['cpuMs', 'perSecond', 'p50Ms']),
    }));
  });
}

const FIELDS = ['cpuMs', 'nodeMs', 'postgresMs', 'perSecond', 'p50Ms', 'p99Ms'];

// What a program answers and leaves in the database, but for what is drawn anew each time: one upload, and two new tags on it.
async function seeEffect(site, program) {
  const began = Date.now();
  const before = await countsOf(site, began);
  const { started, files } = await startUploads(site, program, 1);
  await putFiles(site, started, files);
  const [{ mediaId }] = files;
  const awaited = await rowsOf(site, 'media', `id = $2`, mediaId);
  const finalized = await finalizeUploads(site, files, program);
  const tagged = await addTags(site, program, [mediaId], `Seen by ${program.name}`);
  const rows = [
    await rowsOf(site, 'media', 'id = $2', mediaId),
    await rowsOf(site, 'activity', `details ->> 'mediaId' = $2::uuid::text`, mediaId),
    await rowsOf(site, 'changes', `number > $2::bigint`, before.last_number),
    await rowsOf(site, 'tags', `id = any (select unnest(tag_ids) from media where id = $2)`, mediaId),
  ];
  const after = await countsOf(site, began);
  const more = Object.keys(before).map((name) => Number(after[name]) - Number(before[name]));
  const answers = [started, finalized, tagged].map(({ bodies }) => bodies);
  return JSON.parse(withoutChance(JSON.stringify({ answers, awaited, rows, more }), program));
}

// Ids, keys, hashes, signatures, moments, numbers of the feed, and the program's own name.
const withoutChance = (text, { name }) =>
  text
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{40,64}/g, '#')
    .replaceAll(/[\d-]{8,10}[T ][\d:]{6,8}(?:\.\d+)?(?:Z|\+00(?::00)?)/g, '#')
    .replaceAll(/(checksum-sha256\\":\\")[^\\]+/g, '$1#')
    .replaceAll(/"number":\d+/g, '"number":0')
    .replaceAll(name, '#');

async function rowsOf({ db, targets }, table, condition, value) {
  const text = `select to_jsonb(row) as row from ${table} as row where merchant_id = $1 and ${condition} order by 1`;
  const { rows } = await db.pool.query(text, [targets.large.merchantId, value]);
  // A row begins with what is drawn, so that two are in any order.
  const nameOf = (row) => row.kind ?? row.name ?? row.type;
  return rows.map(({ row }) => row).sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

// The version of the tags' names is the moment of their last change.
async function countsOf({ db, targets }, began) {
  const { rows } = await db.pool.query(
    `select used_bytes, reserved_bytes, (version > $2)::int as has_new_names,
       coalesce((select last_number from change_feeds where merchant_id = $1), 0) as last_number
     from storage_usage join tag_versions using (merchant_id) where merchant_id = $1`,
    [targets.large.merchantId, began],
  );
  return rows[0];
}

export async function startUploads(site, program = site.server, count = CALLS) {
  const files = Array.from({ length: count }, () => Buffer.from(`bench ${randomUUID()}`));
  const requests = files.map((file) => postRequest(site.targets.large.token, '/media/uploads', toUpload(file)));
  return { started: await measure(site, program, { requests, connections: CONNECTIONS }), files };
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

export function finalizeUploads(site, files, program = site.server) {
  const { token } = site.targets.large;
  const requests = files.map(({ mediaId }) => postRequest(token, `/media/uploads/${mediaId}/finalize`, {}));
  return measure(site, program, { requests, connections: CONNECTIONS });
}

function addTags(site, program, mediaIds, name) {
  const { token } = site.targets.large;
  const requests = mediaIds.map((id) => postRequest(token, `/media/${id}/tags`, { add: [name, `${name} again`] }));
  return measure(site, program, { requests, connections: CONNECTIONS });
}
