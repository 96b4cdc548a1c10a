// A copy of a library in a JSON file, kept in step by the changes.
//   VITRINE_URL=… VITRINE_TOKEN=… node mirror.mjs library.json [--once]
import { readFile, rename, writeFile } from 'node:fs/promises';
import { Client, InvalidRequestError, NotFoundError } from '@vitrine/client';

const [path = 'library.json', flag] = process.argv.slice(2);
const client = new Client({
  baseUrl: process.env.VITRINE_URL ?? 'http://127.0.0.1:8080',
  token: process.env.VITRINE_TOKEN ?? '',
});

let copy = (await load()) ?? (await readAnew());
for (;;) {
  try {
    await catchUp();
    if (flag === '--once') break;
    await follow();
  } catch (error) {
    // The place is older than the 30 days that changes are kept.
    if (!(error instanceof InvalidRequestError)) throw error;
    copy = await readAnew();
  }
}

// The place comes first: what happens while the lists are read is told afterwards.
async function readAnew() {
  const { nextCursor: cursor } = await client.changes().page();
  const [media, tags] = [{}, {}];
  for await (const tag of client.tags.list({ limit: 200 })) tags[tag.id] = tag.name;
  for await (const item of client.media.list({ limit: 200 })) media[item.id] = toEntry(item);
  console.log(`read ${Object.keys(media).length} items`);
  return { cursor, tags, media };
}

async function catchUp() {
  for (let more = true; more;) {
    const page = await client.changes({ cursor: copy.cursor }).page();
    for (const change of page.items) await apply(change);
    copy.cursor = page.nextCursor;
    ({ more } = page);
  }
  await save();
}

// Until the first thing happens; catching up does the rest.
async function follow() {
  for await (const _change of client.changes({ cursor: copy.cursor })) return;
}

async function apply({ type, data }) {
  console.log(type, ...Object.values(data));
  if (type === 'media.deleted') delete copy.media[data.mediaId];
  else if (type.startsWith('media.')) await fetchMedia(data.mediaId);
  else if (type === 'tag.deleted') delete copy.tags[data.tagId];
  else if (type.startsWith('tag.')) await fetchTags();
}

async function fetchMedia(id) {
  try {
    copy.media[id] = toEntry(await client.media.get(id));
  } catch (error) {
    // Deleted since: that comes too.
    if (!(error instanceof NotFoundError)) throw error;
  }
}

// There is no way to ask for one.
async function fetchTags() {
  for await (const { id, name } of client.tags.list({ limit: 200 })) copy.tags[id] = name;
}

// Signed URLs are for now: a copy keeps none. Tags by their ids, so that another name needs no other entry.
function toEntry({ thumbnailUrl: _thumbnail, fileUrl: _file, tags, ...rest }) {
  return { ...rest, tags: tags.map(({ id }) => id) };
}

async function load() {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

// Whole or not at all, the place with what was read up to it.
async function save() {
  await writeFile(`${path}.new`, JSON.stringify(copy, null, 2));
  await rename(`${path}.new`, path);
}
