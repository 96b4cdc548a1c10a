import { createHash, randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { FETCHED_BYTES_MAX, FETCHES_AT_ONCE_MAX } from '@vitrine/contract/ai-limits';
import { FILE_NAME_CHARACTERS_MAX, IMAGE_BYTES_MAX } from '@vitrine/contract/limits';
import { MIME_TYPES, type MimeType } from '@vitrine/contract/uploads';
import type { addTools } from '@vitrine/contract/work-tools';
import { ApiError, unprocessable } from '../errors.js';
import { quoteName } from '../http/quote-name.js';
import type { MerchantId } from '../ids.js';
import { fetchOutside, hangUp, type OutsideAnswer } from '../outside/fetch-outside.js';
import { OutsideError } from '../outside/outside-error.js';
import { createTurnstile } from '../turnstile.js';
import { keepFile } from './keep-file.js';
import type { AssistantDeps, ToolHandler } from './tool-call.js';

// From the call to the last byte, the waiting too: assistants' programs give up after a minute.
const FETCH_MS = 50_000;
const REDIRECTS_MAX = 3;
// Each file lies on this machine's disk until it is stored.
const turnstile = createTurnstile({
  runningMax: FETCHES_AT_ONCE_MAX,
  waitingMax: 8,
  refuse: () => new ApiError('conflict', 'Other files are being fetched. Try again in a minute.'),
});
// One at a time for each merchant, so that slow addresses of one do not keep the others waiting.
const fetching = new Set<MerchantId>();

// A file must be declared with its hash before it is stored, so it is kept beside until it has come whole.
export const addFromUrl: ToolHandler<typeof addTools.add_media_from_url> = async (
  deps,
  caller,
  { url, name, tags = [] },
) => {
  const { merchantId } = caller.person;
  if (fetching.has(merchantId))
    throw new ApiError('conflict', 'Another file is being fetched for this shop. Add this one when that is done.');
  fetching.add(merchantId);
  const signal = AbortSignal.any([caller.hangUp, AbortSignal.timeout(FETCH_MS)]);
  try {
    return await turnstile(
      () =>
        withScratch(async (scratch) => {
          const answer = await fetchFile(deps, url, signal);
          const mimeType = requireType(answer);
          const { fileSize, checksum } = await spool(answer, mimeType, scratch);
          // Much can happen in a minute: whoever was shut out meanwhile adds nothing.
          await caller.readmit();
          const file = { fileName: fileNameOf(answer.url), mimeType, fileSize, checksum, name, tags };
          const source = () => scratch.createReadStream({ start: 0, autoClose: false });
          return keepFile(deps, caller, { ...file, source });
        }),
      signal,
    );
  } catch (error) {
    if (error instanceof OutsideError) throw unprocessable(error.message);
    if (signal.aborted && !(error instanceof ApiError))
      throw unprocessable('The file did not come in time. Try again.');
    throw error;
  } finally {
    fetching.delete(merchantId);
  }
};

// Without a name from the start, so that nothing stays behind, however this process ends.
async function withScratch<Result>(work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const path = join(tmpdir(), `vitrine-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path, { force: true });
    return await work(file);
  } finally {
    await file.close();
  }
}

// Hosts that the operator lets webhooks call are not for everybody to fetch from.
async function fetchFile({ outside }: AssistantDeps, url: string, signal: AbortSignal): Promise<OutsideAnswer> {
  const limits = { redirects: REDIRECTS_MAX, timeoutMs: FETCH_MS, bytesMax: FETCHED_BYTES_MAX, signal };
  const answer = await fetchOutside({ ...outside, allowedHosts: [] }, { url, ...limits });
  if (answer.status === 200) return answer;
  await hangUp(answer);
  throw unprocessable(`${answer.url.host} answered ${answer.status}. The address must lead to the file itself.`);
}

function requireType(answer: OutsideAnswer): MimeType {
  const given = answer.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = MIME_TYPES.find((known) => known === given);
  if (type !== undefined) return type;
  void hangUp(answer);
  const words = given === '' ? 'of no known type' : quoteName(given);
  throw unprocessable(`What is at ${answer.url.host} is ${words}. Taken are ${MIME_TYPES.join(', ')}.`);
}

async function spool({ body }: OutsideAnswer, mimeType: MimeType, file: FileHandle) {
  const max = mimeType.startsWith('image/') ? IMAGE_BYTES_MAX : FETCHED_BYTES_MAX;
  const hash = createHash('sha256');
  let fileSize = 0;
  for await (const chunk of body) {
    fileSize += chunk.length;
    if (fileSize > max) throw unprocessable(`The file is larger than ${max} bytes. Send it by start_upload.`);
    hash.update(chunk);
    await file.writeFile(chunk);
  }
  return { fileSize, checksum: hash.digest('hex') };
}

function fileNameOf({ pathname, host }: URL): string {
  const last = basename(pathname);
  return (last === '' ? host : decoded(last)).replaceAll('\0', '').slice(0, FILE_NAME_CHARACTERS_MAX);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
