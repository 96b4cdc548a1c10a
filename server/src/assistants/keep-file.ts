import { randomUUID } from 'node:crypto';
import type { MimeType } from '@vitrine/contract/uploads';
import { ApiError } from '../errors.js';
import { getConsoleMedia } from '../media/get-console-media.js';
import type { PersonPrincipal } from '../principal.js';
import type { ByteSource } from '../storage/object-store.js';
import { addTags } from '../tags/add-tags.js';
import { finalizeUpload } from '../uploads/finalize-upload.js';
import { startUpload } from '../uploads/start-upload.js';
import { storeUpload } from '../uploads/store-upload.js';
import { lines, sayMediaDetail } from './say.js';
import type { AssistantDeps, ToolPrincipal } from './tool-call.js';
import { toToolMediaDetail } from './to-tool-shapes.js';

type File = {
  readonly fileName: string;
  readonly mimeType: MimeType;
  readonly fileSize: number;
  // SHA-256, lower-case hex
  readonly checksum: string;
  readonly source: () => ByteSource;
  readonly name: string;
  readonly tags: readonly string[];
};

// As an upload is: declared, stored under its hash, finalized.
export async function keepFile(
  deps: AssistantDeps,
  caller: ToolPrincipal,
  { source, name, tags, fileName, mimeType, fileSize, checksum }: File,
) {
  const body = { id: randomUUID(), name, fileName, mimeType, fileSize, checksum };
  const { mediaId, duplicateOf, warnings } = await startUpload(deps, caller.person, { body });
  if (duplicateOf === null) {
    await storeUpload(deps, caller.person.merchantId, mediaId, source());
    await finalizeUpload(deps, caller.person, { params: { id: mediaId } });
  }
  const { item, untagged } = await addTagged(deps, caller, mediaId, tags);
  const head = duplicateOf === null ? 'It is in the library.' : 'The library has this file already:';
  const told = warnings.map(({ message }) => message);
  return {
    data: { item, duplicateOf: duplicateOf?.id ?? null },
    text: lines(head, untagged, sayMediaDetail(item), told),
  };
}

// Tags what is in the library already: what stands in the way of its tags is told, and the item stays.
export async function addTagged(deps: AssistantDeps, { person }: ToolPrincipal, id: string, tags: readonly string[]) {
  const untagged = await tryTags(deps, person, id, tags);
  return { item: toToolMediaDetail(await getConsoleMedia(deps, person, { params: { id } })), untagged };
}

async function tryTags(deps: AssistantDeps, person: PersonPrincipal, id: string, tags: readonly string[]) {
  if (tags.length === 0) return undefined;
  try {
    await addTags(deps, person, { params: { id }, body: { add: [...tags] } });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return `It was not tagged: ${error.message} Do not add it again; use tag_media.`;
  }
}
