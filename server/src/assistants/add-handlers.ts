import { createHash, randomUUID } from 'node:crypto';
import { INLINE_BYTES_MAX } from '@vitrine/contract/ai-limits';
import type { addTools } from '@vitrine/contract/work-tools';
import { ApiError } from '../errors.js';
import { addPage } from '../media/add-page.js';
import { tagManyMedia } from '../media/tag-many-media.js';
import { updateMedia } from '../media/update-media.js';
import { finalizeUpload } from '../uploads/finalize-upload.js';
import { startUpload } from '../uploads/start-upload.js';
import { addFromUrl } from './add-from-url.js';
import { addTagged, keepFile } from './keep-file.js';
import { onceOnly } from './once-only.js';
import { selectReadyIds } from './queries.js';
import { lines, sayMediaDetail } from './say.js';
import type { HandlersOf } from './tool-call.js';
import { toToolMediaDetail } from './to-tool-shapes.js';

export const addHandlers: HandlersOf<typeof addTools> = {
  async tag_media(deps, { person }, { ids, tags }) {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
    const ready = new Set((await selectReadyIds(deps.db, person.merchantId, wanted)).map(({ id }) => id));
    const missing = wanted.filter((id) => !ready.has(id));
    const known = wanted.filter((id) => ready.has(id));
    const done =
      known.length === 0
        ? { tags: [], refused: [] }
        : await tagManyMedia(deps, person, { body: { ids: known, actionId: randomUUID(), add: [...tags] } });
    const changed = new Set(done.tags.flatMap(({ mediaIds }) => mediaIds));
    const full = done.refused.map(({ id }) => id);
    const data = {
      tagged: known.filter((id) => changed.has(id)),
      unchanged: known.filter((id) => !changed.has(id) && !full.includes(id)),
      full,
      missing,
    };
    const text = lines(
      `${data.tagged.length} of ${wanted.length} items got new tags.`,
      data.unchanged.length > 0 && `${data.unchanged.length} carried all of them before.`,
      full.length > 0 && `These cannot carry so many tags: ${full.join(', ')}`,
      missing.length > 0 && `The library does not have: ${missing.join(', ')}`,
    );
    return { data, text };
  },

  async describe_media(deps, { person }, { id, revision, name, description }) {
    const wanted = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
    const data = toToolMediaDetail(await updateMedia(deps, person, { params: { id }, body: { revision, ...wanted } }));
    return { data, text: sayMediaDetail(data) };
  },

  async add_web_page(deps, caller, { url, name, tags = [] }) {
    const { id } = await onceOnly(deps, caller, ['add_web_page', url, name], (made) =>
      addPage(deps, caller.person, { body: { id: made, name, url } }),
    );
    const { item, untagged } = await addTagged(deps, caller, id, tags);
    return { data: { item }, text: lines('Added.', untagged, sayMediaDetail(item)) };
  },

  async start_upload(deps, { person }, input) {
    const body = { id: randomUUID(), ...input };
    const { mediaId: id, duplicateOf, upload, warnings } = await startUpload(deps, person, { body });
    const curl = upload && toCurl(upload, input.fileName);
    const data = {
      id,
      duplicateOf: duplicateOf?.id ?? null,
      upload,
      curl,
      warnings: warnings.map(({ message }) => message),
    };
    const text =
      duplicateOf === null
        ? lines('Send the file within 15 minutes, then call finish_upload:', curl, `id ${id}`, data.warnings)
        : `The library has this file already: ${duplicateOf.name} (${duplicateOf.id}). There is nothing to send.`;
    return { data, text };
  },

  async finish_upload(deps, caller, { id, tags = [] }) {
    await finalizeUpload(deps, caller.person, { params: { id } });
    const { item, untagged } = await addTagged(deps, caller, id, tags);
    return { data: { item }, text: lines('It is in the library.', untagged, sayMediaDetail(item)) };
  },

  add_media_from_url: addFromUrl,

  async add_media_inline(deps, caller, { fileName, mimeType, data: encoded, name, tags = [] }) {
    const bytes = decode(encoded);
    const checksum = createHash('sha256').update(bytes).digest('hex');
    const file = { fileSize: bytes.length, checksum, source: () => bytes };
    return keepFile(deps, caller, { ...file, fileName, mimeType, name, tags });
  },
};

function decode(encoded: string): Buffer {
  // Without white space first: a pattern that looks for it and for its end goes through a long run of it again and again.
  const packed = encoded.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed)) throw new ApiError('invalid_request', 'data: must be base64.');
  const bytes = Buffer.from(packed, 'base64');
  if (bytes.length <= INLINE_BYTES_MAX) return bytes;
  throw new ApiError(
    'payload_too_large',
    `A file within a call may have ${INLINE_BYTES_MAX} bytes, and this one has ${bytes.length}. Use start_upload.`,
  );
}

// For a shell: every value in quotes that end nothing.
const toCurl = (
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  fileName: string,
): string =>
  [
    'curl --fail -X PUT',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(`@${fileName}`)}`,
    quoted(url),
  ].join(' ');

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
